/** The thread of checkpointer.ts: one connection, one pragma per message. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

if (parentPort !== null) {
  const port = parentPort
  const db = new DatabaseSync((workerData as { file: string }).file, { timeout: 50 })
  db.exec('pragma synchronous = full')
  port.on('message', (mode: 'passive' | 'restart') => {
    try {
      db.exec(`pragma wal_checkpoint(${mode})`)
    } catch {
      // Busy: the next look tries again.
    }
    port.postMessage('done')
  })
}
