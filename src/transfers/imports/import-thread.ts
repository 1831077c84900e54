/**
 * Runs an import in a worker thread with a connection of its own, as the command does in its own process: reading and storing take
 * turns of the event loop that requests need.
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
  /** Lines with the ids of posts to a Circle. */
  readonly circleIds?: string | undefined
  /** Paths of the files for the report, as data and as a page. */
  readonly reports: { readonly json: string; readonly page: string }
  /** Folder for temporary files, which the caller removes: a thread that is terminated removes nothing. */
  readonly scratch: string
}

/** Results of an import that was read to its end. */
export interface ImportOutcome {
  /** The lines that the command prints. */
  readonly lines: readonly string[]
  /** True if parts of the files were not read to their end. */
  readonly hasFaults: boolean
}

/** Messages from the thread. */
export type FromImport =
  | { readonly is: 'stage'; readonly stage: 'checking' | 'importing' | 'indexing'; readonly bytes: number }
  | { readonly is: 'bytes'; readonly bytes: number }
  | { readonly is: 'done'; readonly outcome: ImportOutcome }
  | { readonly is: 'cancelled' }
  | { readonly is: 'failed'; readonly message: string; readonly isExpected: boolean; readonly stack: string }

/** An import that failed; `isExpected` for a reason that the operator can remove. */
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
  /** Undefined after a cancellation. Rejects with {@link ImportFailed} and with errors of the thread. */
  readonly outcome: Promise<ImportOutcome | undefined>
  /** Ends the import at the next step; stored batches stay. */
  cancel(): void
  /** Ends the thread at once, as killing the command does: a batch is stored as a whole or not at all. */
  terminate(): Promise<void>
}

/** Starts an import. @param onProgress called with its stages and bytes */
export function startImport(
  task: ImportTask,
  onProgress: (progress: Extract<FromImport, { is: 'stage' | 'bytes' }>) => void,
): ImportThread {
  const worker = new Worker(siblingModule(import.meta.url, 'import-worker'), {
    workerData: task,
    // The temporary folder of the thread.
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
    // The thread has released the database when it exits.
    worker.on('exit', () => (failure === undefined ? resolve(result) : reject(failure)))
  })
  outcome.catch(() => undefined) // The caller handles it.
  return {
    outcome,
    cancel: () => worker.postMessage('cancel'),
    terminate: async () => void (await worker.terminate()),
  }
}
