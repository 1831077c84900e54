/** Imports one file, and stores only items of one kind. */

import { Readable } from 'node:stream'
import type { Context } from '../../domain/context.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { ArchiveReport } from '../archive/archive-report.ts'
import type { GraphOptions } from '../graph/edge-value.ts'
import type { StoredKind } from '../items.ts'
import type { ImportReport } from '../line-import.ts'
import { importFiles } from './import-files.ts'
import { findInputs, fingerprintOfInputs } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'
import type { WrittenEdge } from './tally.ts'

export type ImportFileOptions = Pick<
  ImportFilesOptions,
  'data' | 'live' | 'onBytes' | 'graph' | 'minBulkBytes' | 'minThreadBytes'
>

export interface FileReport extends ImportReport {
  /** The first edge of the file; undefined if the file has no follows. */
  readonly firstEdge?: WrittenEdge
}

/**
 * Runs {@link importFiles} for one file and one kind.
 * @throws {FileUnreadable} when the file cannot be read to its end; batches that were already stored remain
 * @throws {ImportRunsElsewhere}
 */
export async function importFile(
  context: Context,
  path: string,
  only: StoredKind,
  options: ImportFileOptions,
): Promise<FileReport> {
  const inputs = await findInputs([path])
  const fingerprint = await fingerprintOfInputs(inputs, { only, ...writtenGraph(options.graph) })
  const { tally, rejects, resumedAfter } = await importFiles(context, inputs, fingerprint, {
    ...options,
    only,
    stdin: Readable.from([]),
    importArchive: async ({ name }): Promise<ArchiveReport> => {
      throw new FileUnreadable(`${name} is a personal archive; import it with "aviary import archive"`)
    },
  })
  const { faults, kinds, repairs, deletedPosts, firstEdge } = tally.state
  const [fault] = faults
  if (fault !== undefined) throw new FileUnreadable(`${fault.place}: ${fault.reason}`)
  const { imported } = kinds[only]
  const skipped = kinds[only].skipped + (only === 'posts' ? deletedPosts : 0)
  const { rejected } = tally
  return {
    read: imported + skipped + rejected,
    imported,
    skipped,
    rejected,
    rejects,
    repairs: repairs.map(({ places, ...repair }) => ({
      ...repair,
      lines: places.map((place) => Number(place.slice(place.lastIndexOf(':') + 1))),
    })),
    resumedAfter,
    ...(firstEdge === undefined ? {} : { firstEdge }),
  }
}

/**
 * The options for follows as JSON values, which are a part of the fingerprint of an import. Bigints become texts,
 * because JSON has no bigint.
 */
function writtenGraph({ list, idOffset, ...others }: GraphOptions = {}): Readonly<Record<string, unknown>> {
  return {
    ...others,
    ...(idOffset === undefined ? {} : { idOffset: String(idOffset) }),
    ...(list === undefined ? {} : { list: `${list.kind} ${list.of}` }),
  }
}
