/**
 * Where an import stands, kept in the database beside what it stored: an interrupted one goes on where it was,
 * and two at once over the same file notice each other.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { query } from '../db/query.ts'
import type { Reader, Tx } from '../db/store.ts'
import type { ImportedFile } from './lines.ts'
import type { RepairCount } from './repairs.ts'

export interface Standing {
  /** Lines dealt with, from the top of the file. */
  readonly lines: number
  readonly imported: number
  readonly skipped: number
  readonly rejected: number
  /** What was repaired or left out of the lines that were taken. */
  readonly repairs: readonly RepairCount[]
}

export const AT_THE_TOP: Standing = { lines: 0, imported: 0, skipped: 0, rejected: 0, repairs: [] }

/** Thrown when another process has moved the same import on. */
export class ImportRunsElsewhere extends Error {
  override readonly name = 'ImportRunsElsewhere'

  constructor() {
    super('another import of this very file is running; let it finish, its batches are not lost')
  }
}

/** Bytes that one read gives: hashing is so fast that the reads are what takes time. */
const HASHED_AT_ONCE = 1024 * 1024

/** What names an import: the kind of it and the file's content, so that a renamed file is the same one. */
export async function fingerprintOf(kind: string, file: ImportedFile): Promise<string> {
  const hash = createHash('sha256')
  const bytes =
    typeof file === 'string' ? createReadStream(file, { highWaterMark: HASHED_AT_ONCE }) : file.open()
  for await (const chunk of bytes) hash.update(chunk as Buffer)
  return `${kind}:${hash.digest('hex')}`
}

/** Where an earlier, interrupted import of the same file ended; the top when there was none. */
export async function standingOf(reader: Reader, fingerprint: string): Promise<Standing> {
  const row = await reader.first(readStanding, { fingerprint })
  return row === undefined ? AT_THE_TOP : { ...row, repairs: JSON.parse(row.repairs) as RepairCount[] }
}

/** The fingerprints of the imports of a kind that have begun and not ended, in their order. */
export async function begunImports(reader: Reader, kind: string): Promise<readonly string[]> {
  const rows = await reader.rows(fingerprintsBetween, { from: `${kind}:`, until: `${kind};` })
  return rows.map(({ fingerprint }) => fingerprint)
}

/**
 * Moves the standing on, inside the transaction of the batch.
 * @throws {ImportRunsElsewhere} when it is not where this import left it; the batch is then undone
 */
export async function moveStanding(
  tx: Tx,
  fingerprint: string,
  from: Standing,
  to: Standing,
  now: number,
): Promise<void> {
  const values = { fingerprint, ...to, repairs: JSON.stringify(to.repairs), now }
  const moved =
    from.lines === 0
      ? await tx.run(beginStanding, values)
      : await tx.run(advanceStanding, { ...values, from: from.lines })
  if (moved === 0) throw new ImportRunsElsewhere()
}

/** Forgets a finished import, so that running it again begins at the top. */
export async function endStanding(tx: Tx, fingerprint: string): Promise<void> {
  await tx.run(deleteStanding, { fingerprint })
}

const readStanding = query<{ fingerprint: string }>()((k, p) =>
  k
    .selectFrom('imports')
    .select(['lines', 'imported', 'skipped', 'rejected', 'repairs'])
    .where('fingerprint', '=', p('fingerprint')),
)

// The characters between the two ends are those that follow the colon, as ; is the one after it.
const fingerprintsBetween = query<{ from: string; until: string }>()((k, p) =>
  k
    .selectFrom('imports')
    .select('fingerprint')
    .where('fingerprint', '>', p('from'))
    .where('fingerprint', '<', p('until'))
    .orderBy('fingerprint'),
)

interface StandingValues extends Omit<Standing, 'repairs'> {
  fingerprint: string
  repairs: string
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
      updated_at: p('now'),
    })
    .where('fingerprint', '=', p('fingerprint'))
    .where('lines', '=', p('from')),
)

const deleteStanding = query<{ fingerprint: string }>()((k, p) =>
  k.deleteFrom('imports').where('fingerprint', '=', p('fingerprint')),
)
