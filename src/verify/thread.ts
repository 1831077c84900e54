/**
 * Runs the verification in a worker thread. The integrity check of SQLite blocks its thread while it reads the file.
 * On the main thread, the check would block a server or a progress bar.
 */
import { Worker } from 'node:worker_threads'
import { StoreBusy, StoreRefused, StoreUnavailable } from '../db/errors.ts'
import { siblingModule } from '../lib/package/sibling.ts'
import type { OnCheck, VerifyReport, VerifySettings } from './verify.ts'

/** Messages that the worker thread sends. */
export type FromVerifier =
  | { readonly done: number; readonly of: number }
  | { readonly report: VerifyReport }
  | Failure

interface Failure {
  readonly name: string
  readonly message: string
  /** The additional members that system errors have. */
  readonly system: { readonly [Name in 'code' | 'path' | 'syscall']: string | undefined }
}

export interface Verification {
  /**
   * Resolves to the report. Rejects with the errors of {@link verifyDatabase}, and with an AbortError after {@link
   * stop}.
   */
  readonly report: Promise<VerifyReport>
  /** Stops the verification. The promise resolves after the thread has ended. */
  stop(): Promise<void>
}

/** Starts to verify the database that the settings describe. */
export function startVerification(
  { data, database, key }: VerifySettings,
  onCheck: OnCheck = () => undefined,
): Verification {
  const settings: VerifySettings = { data, database, key }
  const worker = new Worker(siblingModule(import.meta.url, 'worker'), { workerData: settings })
  const report = new Promise<VerifyReport>((resolve, reject) => {
    worker.on('message', (message: FromVerifier) => {
      if ('report' in message) resolve(message.report)
      else if ('done' in message) onCheck(message.done, message.of)
      else reject(revived(message))
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new DOMException('the verification was stopped', 'AbortError')))
  })
  // The caller handles a rejection. Without this line, Node could report the rejection as unhandled before the caller
  // awaits the promise.
  report.catch(() => undefined)
  return {
    report,
    async stop() {
      await worker.terminate()
    },
  }
}

/** Restores the class of an error, because sending the error between threads loses its class. */
function revived({ name, message, system }: Failure): Error {
  const kind = [StoreRefused, StoreUnavailable, StoreBusy].find((candidate) => candidate.name === name)
  return kind === undefined ? Object.assign(new Error(message), system) : new kind(message)
}
