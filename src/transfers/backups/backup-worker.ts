/** The worker of backup-thread.ts: makes one backup and sends its messages. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { backupLines } from './backup-output.ts'
import type { BackupTask, FromBackup } from './backup-thread.ts'
import { makeBackup } from './make-backup.ts'

if (parentPort !== null) {
  const port = parentPort
  const send = (message: FromBackup) => port.postMessage(message)
  const stop = new AbortController()
  port.on('message', () => stop.abort())
  // While rows are read, the event loop may have no turn for messages, so the messages are fetched here.
  const look = () => {
    if (receiveMessageOnPort(port) !== undefined) stop.abort()
  }
  const { config, file } = workerData as BackupTask
  try {
    look()
    const report = await makeBackup(config, file, {
      countFirst: true,
      onRows(rows, of) {
        look()
        send({ is: 'rows', rows, of })
      },
      signal: stop.signal,
    })
    send({ is: 'done', lines: backupLines(file, report) })
  } catch (error) {
    send({ is: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    port.close()
  }
}
