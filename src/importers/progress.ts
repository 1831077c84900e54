/**
 * Stores the progress of imports. The transaction of each batch stores the progress. Therefore an interrupted import
 * resumes, and two concurrent imports of one file detect each other.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { query } from '../db/query.ts'
import type { Reader, Store, Tx } from '../db/store.ts'
import type { ImportedFile } from '../files/lines.ts'
import type { RepairCount } from './repairs.ts'

export interface ImportProgress {
  /** Number of processed lines from the beginning of the file. */
  readonly lines: number
  readonly imported: number
  readonly skipped: number
  readonly rejected: number
  /** Counts of repaired and dropped parts of imported lines. */
  readonly repairs: readonly RepairCount[]
  /** The other counts of an import, as JSON; for an import of several files (import-state.ts) or of an archive. */
  readonly state?: string
}

export const NO_PROGRESS: ImportProgress = { lines: 0, imported: 0, skipped: 0, rejected: 0, repairs: [] }

/** Thrown when another process has advanced the progress of this import. */
export class ImportRunsElsewhere extends Error {
  override readonly name = 'ImportRunsElsewhere'

  constructor() {
    super('another import of the same file is running; wait until it has finished, its batches are stored')
  }
}

/** Number of bytes that one call reads. The number is large, because reading takes most of the time of hashing. */
const HASHED_AT_ONCE = 1024 * 1024

/**
 * The identity of an import: its kind and the hash of its content. Therefore a renamed file is the same import. If a
 * file in a container cannot be read to its end, the hash covers only the readable part.
 * @param salt text that distinguishes imports of the same content whose results differ
 */
export async function fingerprintOf(kind: string, file: ImportedFile, salt = ''): Promise<string> {
  const hash = createHash('sha256').update(salt)
  const bytes =
    typeof file === 'string' ? createReadStream(file, { highWaterMark: HASHED_AT_ONCE }) : file.open()
  try {
    for await (const chunk of bytes) hash.update(chunk as Buffer)
  } catch (error) {
    // The import of the file reports this error.
    if (typeof file === 'string') throw error
    hash.update('not read to the end')
  }
  return `${kind}:${hash.digest('hex')}`
}

/** Progress of an earlier, interrupted import of this file; {@link NO_PROGRESS} if there is none. */
export async function progressOf(reader: Reader, fingerprint: string): Promise<ImportProgress> {
  const row = await reader.first(readStanding, { fingerprint })
  if (row === undefined) return NO_PROGRESS
  const { state, repairs, ...counts } = row
  return { ...counts, repairs: JSON.parse(repairs) as RepairCount[], ...(state === '' ? {} : { state }) }
}

/** Fingerprints of unfinished imports of a kind, in ascending order. */
export async function unfinishedImports(reader: Reader, kind: string): Promise<readonly string[]> {
  const rows = await reader.rows(fingerprintsBetween, { from: `${kind}:`, until: `${kind};` })
  return rows.map(({ fingerprint }) => fingerprint)
}

/**
 * Advances the progress inside the transaction of a batch.
 * @throws {ImportRunsElsewhere} when another import has advanced the progress; the transaction is then rolled back
 */
export async function advanceProgress(
  tx: Tx,
  fingerprint: string,
  from: ImportProgress,
  to: ImportProgress,
  now: number,
): Promise<void> {
  const values = { fingerprint, ...to, repairs: JSON.stringify(to.repairs), state: to.state ?? '', now }
  const moved =
    from.lines === 0
      ? await tx.run(beginStanding, values)
      : await tx.run(advanceStanding, { ...values, from: from.lines })
  if (moved === 0) throw new ImportRunsElsewhere()
}

/** Deletes the progress of finished imports in one transaction. */
export async function deleteAllProgress(store: Store, fingerprints: Iterable<string>): Promise<void> {
  // No event: progress is not data of the network.
  await store.write(async (tx) => {
    for (const fingerprint of fingerprints) await deleteProgress(tx, fingerprint)
  })
}

/** Deletes the progress of a finished import, so that the import can run again from the beginning. */
export async function deleteProgress(tx: Tx, fingerprint: string): Promise<void> {
  await tx.run(deleteStanding, { fingerprint })
}

const readStanding = query<{ fingerprint: string }>()((k, p) =>
  k
    .selectFrom('imports')
    .select(['lines', 'imported', 'skipped', 'rejected', 'repairs', 'state'])
    .where('fingerprint', '=', p('fingerprint')),
)

// The range contains all fingerprints that begin with the kind and a colon, because the character after `:` is `;`.
const fingerprintsBetween = query<{ from: string; until: string }>()((k, p) =>
  k
    .selectFrom('imports')
    .select('fingerprint')
    .where('fingerprint', '>', p('from'))
    .where('fingerprint', '<', p('until'))
    .orderBy('fingerprint'),
)

interface StandingValues extends Omit<ImportProgress, 'repairs' | 'state'> {
  fingerprint: string
  repairs: string
  state: string
  now: number
}

const beginStanding = query<StandingValues>()((k, p) =>
  k
    .insertInto('imports')
    .values({
      fingerprint: p('fingerprint'),
      lines: p('lines'),
      imported: p('imported'),
      skipped: p('skipped'),
      rejected: p('rejected'),
      repairs: p('repairs'),
      state: p('state'),
      updated_at: p('now'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)

const advanceStanding = query<StandingValues & { from: number }>()((k, p) =>
  k
    .updateTable('imports')
    .set({
      lines: p('lines'),
      imported: p('imported'),
      skipped: p('skipped'),
      rejected: p('rejected'),
      repairs: p('repairs'),
      state: p('state'),
      updated_at: p('now'),
    })
    .where('fingerprint', '=', p('fingerprint'))
    .where('lines', '=', p('from')),
)

const deleteStanding = query<{ fingerprint: string }>()((k, p) =>
  k.deleteFrom('imports').where('fingerprint', '=', p('fingerprint')),
)
