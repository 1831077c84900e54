/**
 * Group commit: write commands that wait at the same time share one transaction. So they share one disk sync (SQLite),
 * or one commit round trip and one acquisition of the lock of the event log (PostgreSQL).
 *
 *   begin
 *     savepoint · command 1 · release
 *     savepoint · command 2 · rollback to      <- threw: only its own changes are undone
 *     savepoint · command 3 · release
 *     events of commands 1 and 3, in that order
 *   commit                                     <- every caller gets its result after this
 *
 * A command that is alone in its transaction needs no savepoint. On an engine where commands never wait, this
 * includes every command that is alone in the queue.
 *
 * A command that hits a lock of another process ends its group immediately, so that the group releases its own locks.
 * The command then runs first in the next group, where it waits without holding locks. A first command that times out
 * goes to the end of the queue. Commands that time out are retried for 5 s in total.
 *
 * Queued inputs of the same batch command run together, with one savepoint and shared statements.
 *
 * Invariants: a result is returned only after a durable commit. When the commit fails, every command of the group is
 * refused and nothing is stored. Commands never run concurrently on the writing connection.
 */
import { must } from '../../lib/assert.ts'
import { StoreUnavailable } from '../errors.ts'
import type {
  AppendListener,
  BatchCommand,
  EventDraft,
  StoreLogger,
  Tx,
  WriteCommand,
  Writer,
} from '../store.ts'
import { CommandTx } from './command-tx.ts'
import type { GroupConnection } from './group-connection.ts'
import { afterLoss, type Group, isOutOfRetries, type Job, requireSettled, run } from './group-job.ts'

/** Receives the results of commits that are durable. */
export interface CommitWatcher {
  committed(commands: number, milliseconds: number): void
  /** Called when the commit contained events. */
  readonly appended: AppendListener
  /** Called when a command is refused because of its own error or a database error. */
  refused?(error: unknown): void
  readonly logger: StoreLogger
}

export interface GroupLimits {
  /** Maximum number of commands per group. */
  readonly commands: number
  /**
   * Milliseconds after which a group is closed, counted from the end of its first command, because that command may
   * have waited for a lock.
   */
  readonly milliseconds: number
}

/** Maximum number of inputs in one run of a batch command, because on SQLite one run blocks the event loop. */
const MAX_BATCH_INPUTS = 64

/**
 * Maximum milliseconds that a group waits for more commands, including other work on the event loop. A limit of 10 ms
 * did not increase throughput.
 */
const GATHER_WAIT_MS = 2

interface Committed {
  readonly commands: number
  readonly started: number
  /** Position of the last event; undefined without events. */
  readonly position: bigint | undefined
  readonly drafts: readonly EventDraft[]
}

export class GroupCommit {
  readonly #connection: GroupConnection
  readonly #limits: GroupLimits
  readonly #monotonic: () => number
  readonly #watcher: CommitWatcher
  readonly #queue: Job[] = []
  #draining: Promise<void> | undefined
  #closed = false

  constructor(
    connection: GroupConnection,
    limits: GroupLimits,
    monotonic: () => number,
    watcher: CommitWatcher,
  ) {
    this.#connection = connection
    this.#limits = limits
    this.#monotonic = monotonic
    this.#watcher = watcher
  }

  /** Runs `command` in the next group, or in a separate transaction if `alone` is true. */
  submit<T>(command: WriteCommand<T>, alone: boolean): Promise<T> {
    const single = async (tx: Tx) => [{ value: await command(tx) }]
    return this.#submit({ command: single, input: undefined, isBatched: false, alone })
  }

  /** Runs `command` in the next group, once for all inputs that wait for it. */
  submitBatched<Input, T>(command: BatchCommand<Input, T>, input: Input): Promise<T> {
    return this.#submit({ command: command as Job['command'], input, isBatched: true, alone: false })
  }

  #submit<T>(job: Pick<Job, 'command' | 'input' | 'isBatched' | 'alone'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(new StoreUnavailable('the store is closed'))
      const answer = resolve as (value: unknown) => void
      this.#queue.push({
        ...job,
        resolve: answer,
        reject: (error) => {
          this.#watcher.refused?.(error)
          reject(error)
        },
        deadlocks: 0,
        losses: 0,
        isCareful: false,
        waitingSince: undefined,
      })
      this.#draining ??= this.#drain()
    })
  }

  /** Refuses new commands and waits for accepted commands. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#gather()
      await this.#runGroup()
    }
    this.#draining = undefined
  }

  /**
   * Yields one event loop turn before each group, so that requests that arrived together join the group. On SQLite,
   * timers and sockets run in this turn too. On SQLite no command can join a running group, and the clients whose
   * commands were in the last group send their next commands one by one. Waiting saves a disk sync as long as each turn
   * brings more commands.
   */
  async #gather(): Promise<void> {
    const { isImmediate } = this.#connection
    const until = this.#monotonic() + GATHER_WAIT_MS
    let before: number
    do {
      before = this.#queue.length
      await new Promise(setImmediate)
    } while (
      isImmediate &&
      before < this.#queue.length &&
      this.#queue.length < MAX_BATCH_INPUTS &&
      this.#monotonic() < until
    )
  }

  async #runGroup(): Promise<void> {
    const alone = this.#queue[0]?.alone === true || (this.#connection.isImmediate && this.#isSingleRun())
    const started = this.#monotonic()
    const none = { until: undefined, trailing: undefined }
    const group: Group = { alone, started, ...none, done: [], drafts: [], full: alone }
    let writer: Writer
    try {
      writer = await this.#connection.begin(alone)
    } catch (error) {
      // No write is possible now. All waiting commands are refused, because each of them would wait as long for the
      // same error.
      for (const job of this.#queue.splice(0)) job.reject(error)
      return
    }
    try {
      await this.#runCommands(writer, group)
      await this.#end(writer, group)
    } catch (error) {
      await this.#connection.rollback().catch(() => undefined) // The error that caused the rollback is reported.
      const jobs = group.done.map(({ job }) => job)
      if (this.#requeueCarefully(jobs, group) || this.#requeueLost(jobs)) return
      // A command that timed out on the log lock is not retried.
      const isHasty = this.#connection.lockConflictOf(error) === 'deadlock'
      if (!isHasty || !this.#requeue(jobs, group, error)) for (const job of jobs) job.reject(error)
    }
  }

  /** Reports a durable commit. */
  #announce({ commands, started, position, drafts }: Committed): void {
    try {
      this.#watcher.committed(commands, this.#monotonic() - started)
      if (position !== undefined) this.#watcher.appended(position, drafts)
    } catch (error) {
      // The commit is durable, so a listener that throws must not stop the next group.
      this.#watcher.logger.error({ err: error }, 'a listener of commits failed')
    }
  }

  /** True when the queue is a single run, which needs no savepoint. */
  #isSingleRun(): boolean {
    const [first] = this.#queue
    if (first === undefined || this.#queue.length > MAX_BATCH_INPUTS) return false
    return (
      this.#queue.length === 1 || this.#queue.every((job) => job.isBatched && job.command === first.command)
    )
  }

  async #end(writer: Writer, { done, drafts, started }: Group): Promise<void> {
    if (done.length === 0) return this.#connection.rollback()
    const position = await this.#connection.commit(writer, drafts)
    for (const { job, outcome } of done) {
      if ('refusal' in outcome) job.reject(outcome.refusal)
      else job.resolve(outcome.value)
    }
    this.#announce({ commands: done.length, started, position, drafts })
  }

  /**
   * Requeues the commands of a group when a statement that was not awaited failed. Returns true when they were
   * requeued.
   */
  #requeueCarefully(jobs: readonly Job[], { trailing }: Group): boolean {
    // A transaction with a failed statement was not committed. After a lost connection the result is unknown.
    if (trailing?.failure === undefined || this.#connection.transactionLost()) return false
    this.#queue.unshift(...jobs.map((job) => ({ ...job, isCareful: true })))
    return true
  }

  /** Requeues commands whose connection was lost before the commit, so that they run on the next primary. */
  #requeueLost(jobs: readonly Job[]): boolean {
    const again = this.#connection.wasLostBeforeCommit() ? afterLoss(jobs) : undefined
    if (again !== undefined) this.#queue.unshift(...again)
    return again !== undefined
  }

  async #runCommands(writer: Writer, group: Group): Promise<void> {
    do {
      const [job] = this.#queue
      if (job === undefined || (job.alone && !group.alone)) return
      this.#queue.shift()
      const max = Math.min(MAX_BATCH_INPUTS, this.#limits.commands - group.done.length)
      await this.#runCommand(writer, [job, ...this.#takeSameCommand(job, max - 1)], group)
      const now = this.#monotonic()
      group.until ??= now + this.#limits.milliseconds
      if (group.done.length >= this.#limits.commands || now >= group.until) group.full = true
    } while (!group.full)
  }

  /**
   * Removes further inputs of the same command from the front of the queue, so that the order of commands stays the
   * same.
   */
  #takeSameCommand({ isBatched, command }: Job, max: number): Job[] {
    if (!isBatched) return []
    const next = this.#queue.slice(0, max)
    const other = next.findIndex((job) => !job.isBatched || job.command !== command)
    return this.#queue.splice(0, other < 0 ? next.length : other)
  }

  /** @param jobs inputs of one command */
  async #runCommand(writer: Writer, jobs: readonly Job[], group: Group): Promise<void> {
    const tx = new CommandTx(writer)
    try {
      // A savepoint makes SQLite copy every changed page. A command that is alone in its transaction needs no
      // savepoint, because a rollback of the transaction undoes it.
      if (!group.alone) this.#connection.savepoint()
      const outcomes = await run(jobs, tx)
      if (this.#sendsWithCommit(jobs, tx)) {
        group.trailing = tx
        group.full = true
      } else await requireSettled(tx)
      if (!group.alone) this.#connection.release()
      for (const draft of tx.drafts) group.drafts.push(draft)
      for (const [index, job] of jobs.entries()) {
        group.done.push({ job, outcome: must(outcomes[index], 'an outcome of each input') })
      }
    } catch (error) {
      this.#undo(jobs, group, error, tx.failure?.error ?? error)
    }
  }

  /**
   * True when the last statements may be sent together with the commit, because they only write and no code waits for
   * their results.
   */
  #sendsWithCommit(jobs: readonly Job[], tx: CommandTx): boolean {
    if (this.#connection.isImmediate || this.#queue.length > 0) return false
    return tx.isWriting && tx.failure === undefined && !jobs.some(({ isCareful }) => isCareful)
  }

  /** @param reason the database error that caused `error`; `error` itself when no database error caused it */
  #undo(jobs: readonly Job[], group: Group, error: unknown, reason: unknown): void {
    try {
      if (this.#connection.transactionLost()) throw reason
      if (!group.alone) this.#connection.rollbackToSavepoint()
    } catch (lost) {
      if (!this.#requeueLost(jobs)) for (const job of jobs) job.reject(error)
      throw lost
    }
    if (this.#requeue(jobs, group, reason)) return
    if (jobs.length > 1) this.#queue.unshift(...jobs.map((job) => ({ ...job, isBatched: false })))
    else for (const job of jobs) job.reject(error)
  }

  /** Requeues commands that hit a lock, unless their retries are used up. Returns true when requeued. */
  #requeue(jobs: readonly Job[], group: Group, reason: unknown): boolean {
    const fall = this.#connection.lockConflictOf(reason)
    if (fall === undefined) return false
    group.full = true
    const now = this.#monotonic()
    const again = jobs.map((job) =>
      fall === 'deadlock'
        ? { ...job, deadlocks: job.deadlocks + 1 }
        : { ...job, waitingSince: job.waitingSince ?? now },
    )
    if (again.some((job) => isOutOfRetries(job, now))) return false
    if (fall === 'deadlock' || group.done.length > 0) this.#queue.unshift(...again)
    else this.#queue.push(...again)
    return true
  }
}
