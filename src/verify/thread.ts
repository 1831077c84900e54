/**
 * Verification in a thread of its own: SQLite's integrity check holds its thread for as long as it reads the file,
 * which a server cannot spare and a progress bar neither.
 */
import { Worker } from 'node:worker_threads'
import { StoreBusy, StoreRefused, StoreUnavailable } from '../db/errors.ts'
import { siblingModule } from '../lib/sibling.ts'
import type { OnCheck, VerifyReport, VerifySettings } from './verify.ts'

/** What the thread says. */
export type FromVerifier =
  | { readonly done: number; readonly of: number }
  | { readonly report: VerifyReport }
  /** It failed. */
  | Failure

interface Failure {
  readonly name: string
  readonly message: string
  /** What an error of the system has besides. */
  readonly system: { readonly [Name in 'code' | 'path' | 'syscall']: string | undefined }
}

export interface Verification {
  /** Rejects as {@link verifyDatabase} does; with an AbortError after {@link stop}. */
  readonly report: Promise<VerifyReport>
  /** Gives up; resolves when the thread is gone. */
  stop(): Promise<void>
}

/** Begins to verify the database that the settings name. */
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
  // Awaited by who is given it.
  report.catch(() => undefined)
  return {
    report,
    async stop() {
      await worker.terminate()
    },
  }
}

/** Errors lose their class on the way between threads. */
function revived({ name, message, system }: Failure): Error {
  const kind = [StoreRefused, StoreUnavailable, StoreBusy].find((candidate) => candidate.name === name)
  return kind === undefined ? Object.assign(new Error(message), system) : new kind(message)
}
