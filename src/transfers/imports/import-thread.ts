/**
 * Runs an import in a worker thread with its own database connection, as `aviary import` runs in its own process. On
 * the main thread, an import would delay requests.
 */
import { Worker } from 'node:worker_threads'
import { type Config, processEnvironment } from '../../config.ts'
import { siblingModule } from '../../lib/package/sibling.ts'
import type { ImportPlan } from './run-import.ts'

export interface ImportTask {
  readonly config: Config
  /** Paths of the files. */
  readonly names: readonly string[]
  readonly plan: ImportPlan
  /** Text with the ids of posts that were sent to a Circle, one id on each line. */
  readonly circleIds?: string | undefined
  /** Paths of the two report files: as JSON data and as a page. */
  readonly reports: { readonly json: string; readonly page: string }
  /** Folder for temporary files. The caller removes this folder, because a terminated thread cannot remove it. */
  readonly scratch: string
}

/** Results of an import whose files were read. */
export interface ImportOutcome {
  /** The lines that the command would print. */
  readonly lines: readonly string[]
  /** True if some files could not be read to their end. */
  readonly hasFaults: boolean
}

/** Messages that the thread sends. */
export type FromImport =
  | { readonly is: 'stage'; readonly stage: 'checking' | 'importing' | 'indexing'; readonly bytes: number }
  | { readonly is: 'bytes'; readonly bytes: number }
  | { readonly is: 'done'; readonly outcome: ImportOutcome }
  | { readonly is: 'cancelled' }
  | { readonly is: 'failed'; readonly message: string; readonly isExpected: boolean; readonly stack: string }

/** Thrown for an import that failed. `isExpected` is true if the operator can remove the cause. */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed'
  readonly isExpected: boolean

  constructor(message: string, isExpected: boolean, stack: string) {
    super(message)
    this.isExpected = isExpected
    this.stack = stack
  }
}

export interface ImportThread {
  /** The results; undefined after a cancellation. Rejects with {@link ImportFailed}, or with an error of the thread. */
  readonly outcome: Promise<ImportOutcome | undefined>
  /** Ends the import at its next step. Batches that are already stored stay in the database. */
  cancel(): void
  /**
   * Terminates the thread immediately. As with a killed command, the current batch is stored either completely or not
   * at all.
   */
  terminate(): Promise<void>
}

/** Starts an import. @param onProgress called with the stage and the number of bytes */
export function startImport(
  task: ImportTask,
  onProgress: (progress: Extract<FromImport, { is: 'stage' | 'bytes' }>) => void,
): ImportThread {
  const worker = new Worker(siblingModule(import.meta.url, 'import-worker'), {
    workerData: task,
    // The thread uses this directory for its temporary files.
    env: { ...processEnvironment(), TMPDIR: task.scratch },
  })
  const outcome = new Promise<ImportOutcome | undefined>((resolve, reject) => {
    let result: ImportOutcome | undefined
    let failure: ImportFailed | undefined
    worker.on('message', (message: FromImport) => {
      if (message.is === 'done') result = message.outcome
      else if (message.is === 'failed')
        failure = new ImportFailed(message.message, message.isExpected, message.stack)
      else if (message.is !== 'cancelled') onProgress(message)
    })
    worker.on('error', reject)
    // After the thread has exited, its database connections are closed.
    worker.on('exit', () => (failure === undefined ? resolve(result) : reject(failure)))
  })
  outcome.catch(() => undefined) // The caller handles this error.
  return {
    outcome,
    cancel: () => worker.postMessage('cancel'),
    terminate: async () => void (await worker.terminate()),
  }
}
