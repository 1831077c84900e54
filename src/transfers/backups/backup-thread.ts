/**
 * Makes a backup in a worker thread. A backup reads every row, which would delay requests if it ran on the main
 * thread.
 */
import { Worker } from 'node:worker_threads'
import type { Config } from '../../config.ts'
import { siblingModule } from '../../lib/package/sibling.ts'

export interface BackupTask {
  readonly config: Config
  /** Path of the new file. */
  readonly file: string
}

/** Messages that the thread sends. */
export type FromBackup =
  | { readonly is: 'rows'; readonly rows: number; readonly of: number }
  | { readonly is: 'done'; readonly lines: readonly string[] }
  | { readonly is: 'failed'; readonly message: string }

export interface BackupThread {
  /** The lines to print; undefined after {@link stop}. */
  readonly lines: Promise<readonly string[] | undefined>
  /** Stops the backup and removes its partial file. */
  stop(): void
}

/** Starts a backup. @param onRows called with the number of rows so far and the total number */
export function startBackup(task: BackupTask, onRows: (rows: number, of: number) => void): BackupThread {
  const worker = new Worker(siblingModule(import.meta.url, 'backup-worker'), { workerData: task })
  let isStopped = false
  const lines = new Promise<readonly string[] | undefined>((resolve, reject) => {
    let result: readonly string[] | undefined
    let failure: Error | undefined
    worker.on('message', (message: FromBackup) => {
      if (message.is === 'rows') onRows(message.rows, message.of)
      else if (message.is === 'done') result = message.lines
      else failure = new Error(message.message)
    })
    worker.on('error', reject)
    worker.on('exit', () => (failure === undefined || isStopped ? resolve(result) : reject(failure)))
  })
  lines.catch(() => undefined) // The caller handles this error.
  return {
    lines,
    stop() {
      isStopped = true
      worker.postMessage('stop')
    },
  }
}
