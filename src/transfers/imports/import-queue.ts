/**
 * Runs the imports that operators start in the console (spec/console.md#imports-at-the-desk). The imports run one
 * after another, each in a worker thread. An import that a stop of the server interrupts continues after its last
 * batch at the next start.
 */
import { readFile } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { unlessMissing } from '../../lib/files/unless-missing.ts'
import type { Logger } from '../../lib/log.ts'
import type { Clock, Random } from '../../lib/time/clock.ts'
import { asSentence } from '../../text/sentence.ts'
import { type Upload, UploadRefused, type UploadStore } from '../uploads/upload-store.ts'
import {
  type FromImport,
  ImportFailed,
  type ImportOutcome,
  type ImportThread,
  startImport,
} from './import-thread.ts'
import { planOf, type RunChoices } from './run-choices.ts'
import { type ImportRun, StoredRuns } from './stored-runs.ts'

/** Milliseconds within which a cancelled import can end by itself. After this time, its thread is terminated. */
const CANCEL_MS = 5_000
const ID_BYTES = 8

/** Number of interruptions after which an import does not continue automatically. */
const MAX_INTERRUPTIONS = 3

const OFTEN_INTERRUPTED = 'The server stopped three times during this import. Resume it to try again.'

const FAILED = 'The import failed; the log of the server has the reason.'

export type RefusedRun =
  | 'not-found'
  | 'upload-incomplete'
  | 'upload-in-use'
  | 'not-running'
  | 'not-ended'
  | 'files-gone'

export class RunRefused extends Error {
  override readonly name = 'RunRefused'
  readonly reason: RefusedRun

  constructor(reason: RefusedRun, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The progress of a running import. */
export interface RunProgress {
  readonly stage: 'starting' | 'checking' | 'importing' | 'indexing'
  readonly bytes: number
  readonly of: number
}

export interface QueueParts {
  readonly config: Config
  readonly uploads: UploadStore
  readonly folder: string
  readonly clock: Clock
  /** The system clock; it is used for waits that must end even when the clock of the server is frozen. */
  readonly machine: Clock
  readonly random: Random
  readonly logger: Logger
}

interface Running {
  readonly id: string
  readonly thread: ImportThread
  progress: RunProgress
  isCancelled: boolean
}

export class ImportQueue {
  readonly #parts: QueueParts
  readonly #stored: StoredRuns
  readonly #runs = new Map<string, ImportRun>()
  #running: Running | undefined
  #isClosed = false
  /** Resolves when the running import has ended. */
  #idle: Promise<void> = Promise.resolve()

  constructor(parts: QueueParts) {
    this.#parts = parts
    this.#stored = new StoredRuns(parts.folder, parts.random)
  }

  /** Reads the imports of earlier processes, and continues the interrupted imports. */
  async open(): Promise<void> {
    const runs = await this.#stored.read()
    for (const run of runs.toReversed()) {
      await this.#stored.removeScratch(run.id)
      const known = run.state === 'running' ? this.#interrupted(run) : run
      this.#runs.set(run.id, known)
      if (known.state === 'queued') this.#parts.uploads.use(idsOf(run))
      if (known !== run) {
        await this.#stored.write(known).catch((error: unknown) => {
          this.#parts.logger.warn({ err: error }, 'the state of an interrupted import could not be stored')
        })
      }
    }
    this.#work()
  }

  /**
   * The state of an interrupted import. An interrupted import may be the reason why the server stopped, so it does not
   * continue an unlimited number of times.
   */
  #interrupted(run: ImportRun): ImportRun {
    const interruptions = run.interruptions + 1
    if (interruptions < MAX_INTERRUPTIONS) return { ...run, state: 'queued', interruptions }
    const endedAt = this.#parts.clock.now()
    return { ...run, state: 'failed', interruptions, endedAt, failure: OFTEN_INTERRUPTED }
  }

  /** All imports, newest first. */
  list(): readonly ImportRun[] {
    return [...this.#runs.values()].toReversed()
  }

  /** Progress of an import; undefined unless the import is running. */
  progressOf(id: string): RunProgress | undefined {
    return this.#running?.id === id ? this.#running.progress : undefined
  }

  /** @throws {RunRefused} `not-found` */
  require(id: string): ImportRun {
    const run = this.#runs.get(id)
    if (run === undefined) throw new RunRefused('not-found', 'there is no such import')
    return run
  }

  /**
   * Queues an import of uploads; the uploads must be complete.
   * @throws {UploadRefused} `not-found`
   * @throws {RunRefused} `upload-incomplete`, `upload-in-use`
   */
  async start(uploadIds: readonly string[], choices: RunChoices, startedBy: string): Promise<ImportRun> {
    const uploads = await Promise.all([...new Set(uploadIds)].map((id) => this.#parts.uploads.require(id)))
    for (const upload of uploads) this.#requireUsable(upload)
    const { clock, random } = this.#parts
    const run: ImportRun = {
      id: random(ID_BYTES).toString('hex'),
      ...{ startedBy, choices, state: 'queued' },
      files: uploads.map(({ id, name, length }) => ({ id, name, bytes: length })),
      ...{
        createdAt: clock.now(),
        startedAt: null,
        endedAt: null,
        interruptions: 0,
        lines: [],
        failure: null,
      },
    }
    await this.#queue(run)
    return run
  }

  /**
   * Queues an ended import again. It continues after its last batch.
   * @throws {RunRefused} `not-found`, `not-ended`, `files-gone`, `upload-in-use`
   */
  async resume(id: string): Promise<ImportRun> {
    const run = this.require(id)
    if (run.state === 'queued' || run.state === 'running')
      throw new RunRefused('not-ended', 'this import has not ended')
    const wanted = new Set(idsOf(run))
    const uploads = (await this.#parts.uploads.list()).filter((upload) => wanted.has(upload.id))
    if (uploads.length < wanted.size)
      throw new RunRefused('files-gone', 'the files of this import are removed; upload them again')
    for (const upload of uploads) this.#requireUsable(upload)
    const again = { endedAt: null, interruptions: 0, lines: [], failure: null }
    const queued: ImportRun = { ...run, ...again, state: 'queued' }
    await this.#queue(queued)
    return queued
  }

  /**
   * Cancels an import. Batches that are already stored stay in the database.
   * @throws {RunRefused} `not-found`, `not-running`
   */
  async cancel(id: string): Promise<ImportRun> {
    const run = this.require(id)
    if (run.state === 'queued') return this.#end(run, { state: 'cancelled' })
    const running = this.#running
    if (run.state !== 'running' || running?.id !== id)
      throw new RunRefused('not-running', 'this import has ended already')
    running.isCancelled = true
    await this.#halt(running.thread)
    return this.require(id)
  }

  /**
   * Removes an ended import and its reports. The imported objects stay in the database. @throws {RunRefused}
   * `not-found`, `not-ended`
   */
  async remove(id: string): Promise<ImportRun> {
    const run = this.require(id)
    if (run.state === 'queued' || run.state === 'running')
      throw new RunRefused('not-ended', 'this import has not ended; cancel it first')
    this.#runs.delete(id)
    await this.#stored.remove(id)
    return run
  }

  /** The report of an import; undefined if the import has none. @throws {RunRefused} `not-found` */
  async report(id: string, form: 'json' | 'page'): Promise<string | undefined> {
    this.require(id)
    return readFile(this.#stored.reportsOf(id)[form], 'utf8').catch(unlessMissing)
  }

  /** True when every file of the import still exists. @param stored ids of the uploads that still exist */
  static hasFiles(run: ImportRun, stored: ReadonlySet<string>): boolean {
    return idsOf(run).every((id) => stored.has(id))
  }

  /** Ends the worker thread. The import continues at the next start of the server. */
  async close(): Promise<void> {
    this.#isClosed = true
    const running = this.#running
    if (running !== undefined) await this.#halt(running.thread)
    await this.#idle
  }

  #requireUsable({ id, name, offset, length }: Upload): void {
    if (offset < length)
      throw new RunRefused('upload-incomplete', `${name} is uploaded to ${offset} of ${length} bytes`)
    const others = this.list().filter(({ state }) => state === 'queued' || state === 'running')
    if (others.some((run) => idsOf(run).includes(id)))
      throw new RunRefused('upload-in-use', `${name} is imported already`)
  }

  async #queue(run: ImportRun): Promise<void> {
    const earlier = this.#runs.get(run.id)
    this.#parts.uploads.use(idsOf(run))
    try {
      await this.#keep(run)
    } catch (error) {
      this.#parts.uploads.release(idsOf(run))
      if (earlier === undefined) this.#runs.delete(run.id)
      else this.#runs.set(run.id, earlier)
      throw error
    }
    this.#work()
  }

  async #keep(run: ImportRun): Promise<void> {
    this.#runs.set(run.id, run)
    await this.#stored.write(run)
    for (const { id } of StoredRuns.surplus(this.list())) {
      this.#runs.delete(id)
      await this.#stored.remove(id)
    }
  }

  async #end(run: ImportRun, facts: Partial<ImportRun>): Promise<ImportRun> {
    const ended = { ...run, endedAt: this.#parts.clock.now(), ...facts }
    this.#parts.uploads.release(idsOf(run))
    await this.#keep(ended)
    return ended
  }

  /** Starts the oldest queued import, unless an import is running. */
  #work(): void {
    if (this.#isClosed || this.#running !== undefined) return
    const next = this.list().findLast(({ state }) => state === 'queued')
    if (next === undefined) return
    const thread = startImport(this.#taskOf(next), (progress) => this.#onProgress(progress))
    this.#running = {
      ...{ id: next.id, thread, isCancelled: false },
      progress: { stage: 'starting', bytes: 0, of: 0 },
    }
    this.#idle = this.#run(this.#running, next)
      .catch((error: unknown) => this.#parts.logger.error({ err: error }, 'an import of the desk is lost'))
      .finally(() => {
        this.#running = undefined
        this.#work()
      })
  }

  async #run(running: Running, queued: ImportRun): Promise<void> {
    const run: ImportRun = {
      ...queued,
      state: 'running',
      startedAt: queued.startedAt ?? this.#parts.clock.now(),
    }
    try {
      await this.#keep(run)
      await this.#ended(running, run, await running.thread.outcome)
    } catch (error) {
      // If the state could not be stored, the thread is still running.
      await running.thread.terminate()
      const isExpected = error instanceof ImportFailed && error.isExpected
      if (!isExpected) this.#parts.logger.error({ err: error }, 'an import of the desk failed')
      const failure = isExpected ? asSentence(error.message) : FAILED
      await this.#end(run, { state: 'failed', failure })
    } finally {
      await this.#stored.removeScratch(run.id)
    }
  }

  async #ended(running: Running, run: ImportRun, outcome: ImportOutcome | undefined): Promise<void> {
    if (outcome !== undefined) {
      const { lines, hasFaults } = outcome
      const state = hasFaults ? 'failed' : 'complete'
      const failure = hasFaults ? 'Parts of the files were not read to their end.' : null
      await this.#end(run, { state, lines, failure })
      // The files are kept after a dry run, because the operator will import them. They are also kept after faults, so
      // that the operator can examine them.
      if (state === 'complete' && !run.choices.isDryRun)
        for (const id of idsOf(run)) await this.#removeFile(id)
    } else if (running.isCancelled) await this.#end(run, { state: 'cancelled' })
    // If the server is closing, the state stays `running`, and the next process continues the import.
    else if (!this.#isClosed) await this.#end(run, { state: 'failed', failure: FAILED })
  }

  async #removeFile(id: string): Promise<void> {
    try {
      await this.#parts.uploads.remove(id)
    } catch (error) {
      // While the import ran, the upload was removed, or another import began to use it.
      if (error instanceof UploadRefused) return
      this.#parts.logger.warn({ err: error, upload: id }, 'the file of an import could not be removed')
    }
  }

  async #halt(thread: ImportThread): Promise<void> {
    thread.cancel()
    const cancelled = Promise.withResolvers<void>()
    const stop = this.#parts.machine.after(CANCEL_MS, cancelled.resolve)
    const ended = thread.outcome.then(
      () => undefined,
      () => undefined, // The state of the import contains the failure.
    )
    await Promise.race([ended, cancelled.promise])
    stop()
    await thread.terminate()
    await this.#idle
  }

  #onProgress(message: Extract<FromImport, { is: 'stage' | 'bytes' }>): void {
    const running = this.#running
    if (running === undefined) return
    if (message.is === 'bytes') running.progress = { ...running.progress, bytes: message.bytes }
    else running.progress = { stage: message.stage, bytes: 0, of: message.bytes }
  }

  #taskOf({ id, files, choices }: ImportRun) {
    const { config, uploads } = this.#parts
    return {
      config,
      names: files.map((file) => uploads.pathOf(file.id, file.name)),
      plan: planOf(choices),
      circleIds: choices.options?.circleIds,
      reports: this.#stored.reportsOf(id),
      scratch: this.#stored.scratchOf(id),
    }
  }
}

function idsOf({ files }: ImportRun): readonly string[] {
  return files.map(({ id }) => id)
}
