/**
 * Checks of uploaded id lists, for accounts of the console. The process keeps its checks in memory, and their reports
 * in a directory that it removes when it ends. At most two checks run at a time, and at most one for each account.
 */
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Context, Refusal } from '../domain/context.ts'
import { ColumnUnclear } from '../id-lists/layout.ts'
import type { IdSubject } from '../id-lists/parse-id.ts'
import { Semaphore } from '../lib/async/semaphore.ts'
import type { StagedFile } from '../lib/files/staging.ts'
import type { Logger } from '../lib/log.ts'
import { randomAlphanumeric } from '../lib/vault.ts'
import { CheckReport } from './report.ts'
import { type Outcome, Tally } from './tally.ts'

/** Maximum size of an uploaded file, and of its decompressed content, in bytes. */
export const MAX_CHECKED_BYTES = 256 * 1024 * 1024
const MAX_DECOMPRESSED_BYTES = 2 * 1024 * 1024 * 1024

const MAX_RUNNING = 2
const MAX_WAITING = 20
/** Number of checks that are kept for each account, together with their reports. */
const MAX_REMEMBERED = 5
const REMEMBERED_MS = 24 * 3_600_000
/** Number of outcomes with an action that the console shows; the report has all outcomes. */
const MAX_FINDINGS = 500
const ID_LENGTH = 16

export interface CheckRequest {
  readonly account: string
  /** Name of the file, for display. */
  readonly name: string
  readonly subject: IdSubject
  /** The column with the ids in a table: its name, or its number from 1. */
  readonly column: string | undefined
  /** The uploaded file, which is deleted when the check ends or is refused. */
  readonly file: StagedFile
}

export type CheckState = 'waiting' | 'reading' | 'checking' | 'complete' | 'failed' | 'cancelled'

/** A check and its progress. */
export interface CheckRun extends Pick<CheckRequest, 'account' | 'name' | 'subject'> {
  readonly id: string
  readonly state: CheckState
  /** Size of the file in bytes, and the number of bytes that have been read. */
  readonly size: number
  readonly read: number
  /** Number of ids to check, including duplicates; undefined before the file has been read. */
  readonly ids: number | undefined
  /** Counts so far; their names are those of the report. */
  readonly counts: Readonly<Record<string, unknown>>
  readonly sentences: readonly string[]
  /** The first outcomes that need an action. */
  readonly findings: readonly Outcome[]
  /** The reason of a failure, for display. */
  readonly failure: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly endedAt: number | undefined
}

class Run implements CheckRun {
  readonly id: string
  readonly request: CheckRequest
  readonly startedAt: number
  readonly tally = new Tally()
  readonly findings: Outcome[] = []
  readonly cancelling = new AbortController()
  state: CheckState = 'waiting'
  read = 0
  ids: number | undefined
  failure: string | undefined
  endedAt: number | undefined
  report: string | undefined

  constructor(id: string, request: CheckRequest, startedAt: number) {
    this.id = id
    this.request = request
    this.startedAt = startedAt
  }

  get account(): string {
    return this.request.account
  }

  get name(): string {
    return this.request.name
  }

  get subject(): IdSubject {
    return this.request.subject
  }

  get size(): number {
    return this.request.file.size
  }

  get counts(): Readonly<Record<string, unknown>> {
    return this.tally.fields
  }

  get sentences(): readonly string[] {
    return this.state === 'complete' ? this.tally.sentences : []
  }
}

export class CheckRuns {
  readonly #context: Context
  readonly #logger: Pick<Logger, 'error'>
  readonly #semaphore = new Semaphore(MAX_RUNNING, MAX_WAITING)
  /** The runs in the order of their start, the newest run last. */
  readonly #runs = new Set<Run>()
  readonly #work = new Set<Promise<void>>()
  #directory: Promise<string> | undefined

  constructor(context: Context, logger: Pick<Logger, 'error'>) {
    this.#context = context
    this.#logger = logger
  }

  /** Starts a check. @throws {Refusal} `job-running` while another check of the account is waiting or running */
  async start(request: CheckRequest): Promise<CheckRun> {
    this.#forget()
    const own = this.#own(request.account)
    if (own.some(({ endedAt }) => endedAt === undefined)) {
      await request.file.discard()
      throw new Refusal('job-running', 'another check of this account is running')
    }
    const { random, clock } = this.#context
    const run = new Run(randomAlphanumeric(random, ID_LENGTH), request, clock.now())
    for (const old of own.slice(0, Math.max(0, own.length - MAX_REMEMBERED + 1))) this.#drop(old)
    this.#runs.add(run)
    const work = this.#run(run).finally(() => this.#work.delete(work))
    this.#work.add(work)
    return run
  }

  /** The checks of an account, newest first. */
  list(account: string): readonly CheckRun[] {
    this.#forget()
    return this.#own(account).toReversed()
  }

  find(account: string, id: string): CheckRun | undefined {
    return this.#find(account, id)
  }

  /** Cancels a check; does nothing if the check has ended. @returns false if the account has no such check */
  cancel(account: string, id: string): boolean {
    const run = this.#find(account, id)
    run?.cancelling.abort(new Cancelled())
    return run !== undefined
  }

  /** Path of the report of a complete check; undefined for any other check. */
  reportOf(account: string, id: string): string | undefined {
    return this.#find(account, id)?.report
  }

  /** Cancels all checks and removes the reports. */
  async close(): Promise<void> {
    for (const { cancelling } of this.#runs) cancelling.abort(new Cancelled())
    await Promise.all(this.#work)
    this.#runs.clear()
    const directory = await this.#directory?.catch(() => undefined) // Without a directory there is nothing to remove.
    this.#directory = undefined
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
  }

  #own(account: string): readonly Run[] {
    return [...this.#runs].filter((run) => run.account === account)
  }

  #find(account: string, id: string): Run | undefined {
    return this.#own(account).find((run) => run.id === id)
  }

  #forget(): void {
    const before = this.#context.clock.now() - REMEMBERED_MS
    for (const run of this.#runs) if ((run.endedAt ?? Number.POSITIVE_INFINITY) < before) this.#drop(run)
  }

  #drop(run: Run): void {
    this.#runs.delete(run)
    if (run.report === undefined) return
    rm(run.report, { force: true }).catch((error: unknown) =>
      this.#logger.error({ err: error }, 'the report of a compliance check could not be removed'),
    )
  }

  /** Runs a check. An error is stored in the run, so the promise never rejects. */
  async #run(run: Run): Promise<void> {
    try {
      await this.#semaphore.run(() => this.#check(run))
      run.state = 'complete'
    } catch (error) {
      run.state = error instanceof Cancelled ? 'cancelled' : 'failed'
      if (run.state === 'failed') run.failure = this.#failureOf(error)
    } finally {
      await run.request.file.discard()
      run.endedAt = this.#context.clock.now()
    }
  }

  async #check(run: Run): Promise<void> {
    const { signal } = run.cancelling
    signal.throwIfAborted()
    const { subject, column, name, file } = run.request
    run.state = 'reading'
    const path = join(await this.#folder(), `${run.id}.json`)
    const report = await CheckReport.create(this.#context, path, { subject, file: name })
    try {
      // The module is imported on first use, because few servers check id lists.
      const { checkList } = await import('./check-list.ts')
      const input = { file: file.path, subject, column, signal, maxLength: MAX_DECOMPRESSED_BYTES }
      await checkList(this.#context, input, run.tally, {
        read: (bytes) => {
          run.read = bytes
        },
        async begin(facts, ids) {
          run.state = 'checking'
          run.ids = ids
          await report.begin(facts)
        },
        async outcome(outcome) {
          if (outcome.action !== 'none' && run.findings.length < MAX_FINDINGS) run.findings.push(outcome)
          await report.add(outcome)
        },
      })
      await report.end(run.tally)
      run.report = path
    } finally {
      await report.abandon()
    }
  }

  #folder(): Promise<string> {
    this.#directory ??= mkdtemp(join(tmpdir(), 'aviary-checks-'))
    return this.#directory
  }

  #failureOf(error: unknown): string {
    if (error instanceof ColumnUnclear) return `${error.message}. Name the column, then start again.`
    this.#logger.error({ err: error }, 'a compliance check failed')
    return 'The check failed on the server. Try again; the log of the server has the reason.'
  }
}

/** The abort reason of a cancelled check. */
class Cancelled extends Error {
  override readonly name = 'Cancelled'
}
