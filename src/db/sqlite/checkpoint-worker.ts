/** Worker thread of checkpointer.ts. It has one connection and runs one checkpoint for each message. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Message to the thread. */
export interface CheckpointOrder {
  /** Number of log pages above which pages are copied into the database file. */
  readonly copyAbove: number
  /** Number of log pages above which the log is restarted. The restart blocks the writer for a moment. */
  readonly beginAnewAbove: number
  /** True to truncate the log, whatever its length. */
  readonly cuts: boolean
}

/** Reply of the thread. */
export interface CheckpointReport {
  /** Number of pages of the log that are copied; undefined when no checkpoint was due. */
  readonly pages: number | undefined
  /** True when the log was restarted or truncated. */
  readonly emptied: boolean
  /** True when the log was truncated. */
  readonly isCut: boolean
  /** True when some work could not be done now and must be tried again. */
  readonly isOwed: boolean
  /** Reason why SQLite refused the checkpoint, such as a lock or a full disk. */
  readonly failure?: string
}

interface Result {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

/**
 * Milliseconds for which one attempt to empty the log waits for the writer and readers. Writes of the server wait just
 * as long.
 */
const TRY_MS = 2

/** Number of consecutive attempts: 50 ms in total. */
const TRIES = 25

const RESTS: CheckpointReport = { pages: undefined, emptied: false, isCut: false, isOwed: false }

/**
 * Runs one checkpoint. A restarted log keeps its length, because a sync after overwriting is twice as fast as
 * a sync after appending. After overwriting, the file system has no metadata to update.
 */
function checkpoint(
  db: DatabaseSync,
  { copyAbove, beginAnewAbove, cuts }: CheckpointOrder,
): CheckpointReport {
  const before = run(db, 'noop')
  if (!cuts && before.log - before.checkpointed < copyAbove && before.log < beginAnewAbove) return RESTS
  // A passive checkpoint blocks no connection. A restart of the log blocks the writer, so the worker tries a restart
  // only after all pages are copied.
  const { log, checkpointed } = run(db, 'passive')
  const isLong = cuts || log >= beginAnewAbove
  const emptied = isLong && log === checkpointed && empty(db, cuts ? 'truncate' : 'restart')
  return { pages: checkpointed, emptied, isCut: emptied && cuts, isOwed: isLong && !emptied }
}

/**
 * Tries to empty the log in many short attempts. A busy writer holds the lock most of the time, and SQLite's
 * own wait polls at growing intervals, only six times in 50 ms. With so few attempts the log could grow by
 * tens of megabytes.
 */
function empty(db: DatabaseSync, mode: 'restart' | 'truncate'): boolean {
  for (let tries = 0; tries < TRIES; tries++) if (run(db, mode).busy === 0) return true
  return false
}

function run(db: DatabaseSync, mode: 'noop' | 'passive' | 'restart' | 'truncate'): Result {
  return db.prepare(`pragma wal_checkpoint(${mode})`).get() as unknown as Result
}

if (parentPort !== null) {
  const port = parentPort
  const db = new DatabaseSync((workerData as { file: string }).file, { timeout: TRY_MS })
  db.exec('pragma synchronous = full')
  port.on('message', (order: CheckpointOrder) => {
    let report: CheckpointReport = { ...RESTS, isOwed: true }
    try {
      report = checkpoint(db, order)
    } catch (error) {
      report = { ...report, failure: error instanceof Error ? error.message : String(error) }
    }
    port.postMessage(report)
  })
}
