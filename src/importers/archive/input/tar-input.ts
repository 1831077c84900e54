/** Finds the tar file in an input, which may be compressed. */
import { createReadStream } from 'node:fs'
import { MAX_DEPTH, PROBE_BYTES, READ_BYTES, unpacked } from '../../../files/containers.ts'
import { kindOf } from '../../../files/kinds.ts'
import { probed } from '../../../files/probed.ts'

/** The bytes of a tar file on disk, as in {@link tarOf}. */
export function tarIn(path: string): Promise<AsyncIterable<Buffer> | undefined> {
  return tarOf(createReadStream(path, { highWaterMark: READ_BYTES }))
}

/**
 * The bytes of a tar file; undefined for other files. If the tar file is inside other containers, the bytes are
 * decompressed.
 * @throws {FileUnreadable} also while the caller reads the bytes
 */
export async function tarOf(bytes: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer> | undefined> {
  let source = bytes
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const { probe, chunks } = await probed(source, PROBE_BYTES)
    source = chunks
    const { is } = kindOf(probe)
    if (is === 'tar') return chunks
    if (is !== 'gzip' && is !== 'bzip2' && is !== 'zstd') break
    source = unpacked(chunks, is, { warn: () => undefined, maxBytes: Number.POSITIVE_INFINITY }, '')
  }
  // Starting and ending the iteration closes the source.
  for await (const _ of source) break
  return undefined
}
