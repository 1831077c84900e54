/**
 * Runs the verification in a worker thread: the integrity check of SQLite blocks its thread while it reads the file, which would
 * stop a server and a progress bar.
 */
import { Worker } from 'node:worker_threads'
import { StoreBusy, StoreRefused, StoreUnavailable } from '../db/errors.ts'
import { siblingModule } from '../lib/package/sibling.ts'
import type { OnCheck, VerifyReport, VerifySettings } from './verify.ts'

/** Messages from the worker thread. */
export type FromVerifier =
  | { readonly done: number; readonly of: number }
  | { readonly report: VerifyReport }
  | Failure

interface Failure {
  readonly name: string
  readonly message: string
  /** Additional members of system errors. */
  readonly system: { readonly [Name in 'code' | 'path' | 'syscall']: string | undefined }
}

export interface Verification {
  /** Rejects like {@link verifyDatabase}, and with an AbortError after {@link stop}. */
  readonly report: Promise<VerifyReport>
  /** Stops the verification; resolves when the thread has ended. */
  stop(): Promise<void>
}

/** Starts to verify the database of the settings. */
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
  // The caller handles the rejection; without this line it could be reported as unhandled before.
  report.catch(() => undefined)
  return {
    report,
    async stop() {
      await worker.terminate()
    },
  }
}

/** Errors lose their class between threads. */
function revived({ name, message, system }: Failure): Error {
  const kind = [StoreRefused, StoreUnavailable, StoreBusy].find((candidate) => candidate.name === name)
  return kind === undefined ? Object.assign(new Error(message), system) : new kind(message)
}
