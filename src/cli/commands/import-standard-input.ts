/** Standard input of an import, with the progress of its copy. */
import type { TemporaryCopies } from '../../files/temporary-copies.ts'
import { requireFiles, STANDARD_INPUT } from '../../importers/files/inputs.ts'
import { openStandardInput, type StandardInput } from '../../importers/files/standard-input.ts'
import type { Output } from '../output.ts'
import type { Progress } from '../progress.ts'

/** Number of copied bytes from which on the command says that it copies. */
const NOTED_BYTES = 1024 * 1024

/**
 * Opens standard input if one of the names is `-`.
 * @throws {FileUnreadable} when another name does not exist, or there is not enough disk space for a copy
 */
export async function standardInputOf(
  names: readonly string[],
  chunks: AsyncIterable<Buffer>,
  copies: TemporaryCopies,
  output: Output,
): Promise<StandardInput> {
  if (!names.includes(STANDARD_INPUT)) return { chunks }
  await requireFiles(names)
  let progress: Progress | undefined
  try {
    return await openStandardInput(chunks, copies, {
      onCopied(bytes) {
        if (bytes < NOTED_BYTES) return
        if (progress === undefined) output.note('copying standard input to a temporary file')
        progress ??= output.progress(undefined, 'bytes')
        progress.to(bytes)
      },
    })
  } finally {
    progress?.end()
  }
}
