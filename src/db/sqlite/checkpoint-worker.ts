/** The thread of checkpointer.ts: one connection, one checkpoint per message. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread is told. */
export interface CheckpointOrder {
  /** Pages that are worth copying. */
  readonly copyAbove: number
  /** Pages above which the writer is made to wait a moment, so that the log can begin anew. */
  readonly beginAnewAbove: number
  /** Whether the log is cut to nothing, however short it is. */
  readonly cuts: boolean
}

/** What the thread says: pages copied so far, or undefined when it copied none; and whether the log begins anew. */
export interface CheckpointReport {
  readonly pages: number | undefined
  readonly emptied: boolean
  readonly isCut: boolean
  /** Whether more was due than could be done now. */
  readonly isOwed: boolean
  /** Why it could not be done, when SQLite refused: a lock, a full disk. */
  readonly failure?: string
}

interface Result {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

/** How long a try to empty the log waits for the writer and for readers, in milliseconds; the server's writer waits as long. */
const TRY_MS = 2

/** Tries, one right after the other: 50 ms in all. */
const TRIES = 25

const RESTS: CheckpointReport = { pages: undefined, emptied: false, isCut: false, isOwed: false }

/**
 * A log that begins anew keeps its length: what is written over is synced in half the time of what is added, because the
 * file system has nothing to note.
 */
function checkpoint(
  db: DatabaseSync,
  { copyAbove, beginAnewAbove, cuts }: CheckpointOrder,
): CheckpointReport {
  const before = run(db, 'noop')
  if (!cuts && before.log - before.checkpointed < copyAbove && before.log < beginAnewAbove) return RESTS
  // A passive one stops nobody. Emptying stops the writer, so it is worth trying only when all is copied.
  const { log, checkpointed } = run(db, 'passive')
  const isLong = cuts || log >= beginAnewAbove
  const emptied = isLong && log === checkpointed && empty(db, cuts ? 'truncate' : 'restart')
  return { pages: checkpointed, emptied, isCut: emptied && cuts, isOwed: isLong && !emptied }
}

/**
 * Somebody who writes without a pause holds the lock for most of the time, and SQLite asks for it ever more rarely: in
 * 50 ms six times, which fails often enough for the log to grow by tens of megabytes until the next look.
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
