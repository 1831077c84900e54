/** The thread of checkpointer.ts: one connection, one checkpoint per message. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread is told: copy the log, and then empty it if that is possible at once. */
export interface CheckpointOrder {
  readonly empty: boolean
}

/** What the thread says: pages copied so far, or undefined when it could not; and whether the log is empty now. */
export interface CheckpointReport {
  readonly pages: number | undefined
  readonly emptied: boolean
}

interface Result {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

/** How long emptying may wait for readers, in milliseconds; the server's writer waits as long. */
const EMPTYING_TIMEOUT_MS = 50

function checkpoint(db: DatabaseSync, order: CheckpointOrder): CheckpointReport {
  // A passive one stops nobody. Emptying stops the writer, so it is worth trying only when all is copied.
  const { log, checkpointed } = run(db, 'passive')
  const emptied = order.empty && log === checkpointed && run(db, 'truncate').busy === 0
  return { pages: checkpointed, emptied }
}

function run(db: DatabaseSync, mode: 'passive' | 'truncate'): Result {
  return db.prepare(`pragma wal_checkpoint(${mode})`).get() as unknown as Result
}

if (parentPort !== null) {
  const port = parentPort
  const db = new DatabaseSync((workerData as { file: string }).file, { timeout: EMPTYING_TIMEOUT_MS })
  db.exec('pragma synchronous = full')
  port.on('message', (order: CheckpointOrder) => {
    let report: CheckpointReport = { pages: undefined, emptied: false }
    try {
      report = checkpoint(db, order)
    } catch {
      // A lock or a full disk: the next look tries again, and a full disk is told by the writes.
    }
    port.postMessage(report)
  })
}
