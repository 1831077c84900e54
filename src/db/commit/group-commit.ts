/**
 * Gathers writing verbs that wait at the same time into one transaction, so that they share one sync of the
 * disk (SQLite) or one commit round trip and one turn at the log (PostgreSQL).
 *
 *   begin
 *     savepoint · verb 1 · release
 *     savepoint · verb 2 · rollback to      <- threw: undoes only itself
 *     savepoint · verb 3 · release
 *     events of verbs 1 and 3, in that order
 *   commit                                  <- then, and only then, every verb is answered
 *
 * What is by itself in its transaction, on an engine where verbs never wait, needs no savepoint: the transaction is undone.
 *
 * A verb that falls to another process's locks leads the next group, where nothing is held while it waits; its own
 * group ends at once, so that whoever waits for what it holds can go on. One that waited in vain at the head of a
 * group lets the others pass and tries again, for 5 s in all.
 *
 * Inputs that wait for the same gathered verb run as one verb, with one savepoint: they share its statements too.
 *
 * Invariants: a verb is answered after the commit that holds it is durable; when the commit fails, every verb
 * of the group is refused and none is stored; verbs never run side by side on the one writing connection.
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
import { type Group, isOutOfRetries, type Job, requireSettled, run } from './group-job.ts'

/** Told of every commit, once it is durable. */
export interface CommitWatcher {
  committed(commands: number, milliseconds: number): void
  /** Events were among it. */
  readonly appended: AppendListener
  /** A verb was refused, by itself or by the database. */
  refused?(error: unknown): void
  readonly logger: StoreLogger
}

export interface GroupLimits {
  /** Most verbs of one group. */
  readonly commands: number
  /** Milliseconds after which a group takes no further verb, from the end of its first: that one may have had to wait. */
  readonly milliseconds: number
}

/** Inputs of one run of a gathered verb: on SQLite it holds the event loop from its first statement to its last. */
const MAX_BATCH_INPUTS = 64

/**
 * How long a group waits for more at most, in milliseconds; what is computed for requests meanwhile is part of it. With ten,
 * no more was written.
 */
const GATHER_WAIT_MS = 2

interface Committed {
  readonly commands: number
  readonly started: number
  /** Where the log ends, if there were events. */
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

  /** Runs `verb` in the next group, or in a transaction of its own when `alone`. */
  submit<T>(command: WriteCommand<T>, alone: boolean): Promise<T> {
    const single = async (tx: Tx) => [{ value: await command(tx) }]
    return this.#submit({ command: single, input: undefined, isBatched: false, alone })
  }

  /** Runs `verb` in the next group, for all inputs that wait for it. */
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
        isCareful: false,
        waitingSince: undefined,
      })
      this.#draining ??= this.#drain()
    })
  }

  /** Refuses further verbs and waits for those that were accepted. */
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
   * A turn of the event loop before each group: requests that arrived together join it, and on SQLite, where nothing
   * else waits for anything, timers and sockets get their turn. There nobody can join once a group runs, and those who
   * were answered by the last one come back one by one: as long as a turn brings more, a sync is worth waiting for them.
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
      // Nothing can be written now: whoever waits is told, rather than waiting for as long again.
      for (const job of this.#queue.splice(0)) job.reject(error)
      return
    }
    try {
      await this.#runCommands(writer, group)
      await this.#end(writer, group)
    } catch (error) {
      await this.#connection.rollback().catch(() => undefined) // Refused is what it had to be rolled back for.
      const jobs = group.done.map(({ job }) => job)
      if (this.#requeueCarefully(jobs, group)) return
      // Whoever has waited in vain for its turn at the log has waited long enough.
      const isHasty = this.#connection.lockConflictOf(error) === 'deadlock'
      if (!isHasty || !this.#requeue(jobs, group, error)) for (const job of jobs) job.reject(error)
    }
  }

  /** Reports a group that is durable and answered. */
  #announce({ commands, started, position, drafts }: Committed): void {
    try {
      this.#watcher.committed(commands, this.#monotonic() - started)
      if (position !== undefined) this.#watcher.appended(position, drafts)
    } catch (error) {
      // The group is durable and answered: a listener that throws must not stop the next one.
      this.#watcher.logger.error({ err: error }, 'a listener of commits failed')
    }
  }

  /** Whether all that waits is one run: it needs no savepoint. */
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

  /** Queues the jobs of a group again of which a statement that was not waited for has failed; whether one has. */
  #requeueCarefully(jobs: readonly Job[], { trailing }: Group): boolean {
    // A transaction of which a statement failed cannot have been committed; of a lost one nobody knows.
    if (trailing?.failure === undefined || this.#connection.transactionLost()) return false
    this.#queue.unshift(...jobs.map((job) => ({ ...job, isCareful: true })))
    return true
  }

  async #runCommands(writer: Writer, group: Group): Promise<void> {
    do {
      const [job] = this.#queue
      if (job === undefined || (job.alone && !group.alone)) return
      this.#queue.shift()
      const most = Math.min(MAX_BATCH_INPUTS, this.#limits.commands - group.done.length)
      await this.#runCommand(writer, [job, ...this.#takeSameCommand(job, most - 1)], group)
      const now = this.#monotonic()
      group.until ??= now + this.#limits.milliseconds
      if (group.done.length >= this.#limits.commands || now >= group.until) group.full = true
    } while (!group.full)
  }

  /** Takes further inputs of the same verb from the head of the queue: verbs keep their order. */
  #takeSameCommand({ isBatched, command }: Job, most: number): Job[] {
    if (!isBatched) return []
    const next = this.#queue.slice(0, most)
    const other = next.findIndex((job) => !job.isBatched || job.command !== command)
    return this.#queue.splice(0, other < 0 ? next.length : other)
  }

  /** @param jobs of one verb */
  async #runCommand(writer: Writer, jobs: readonly Job[], group: Group): Promise<void> {
    const tx = new CommandTx(writer)
    try {
      // Alone, the transaction itself is undone: for a savepoint SQLite keeps a copy of every page that changes.
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

  /** Whether the last statements of a verb may travel with the commit: nobody waits behind it, and they only write. */
  #sendsWithCommit(jobs: readonly Job[], tx: CommandTx): boolean {
    if (this.#connection.isImmediate || this.#queue.length > 0) return false
    return tx.isWriting && tx.failure === undefined && !jobs.some(({ isCareful }) => isCareful)
  }

  /** @param reason what went wrong in the database, if it was that */
  #undo(jobs: readonly Job[], group: Group, error: unknown, reason: unknown): void {
    try {
      if (this.#connection.transactionLost()) throw reason
      if (!group.alone) this.#connection.rollbackToSavepoint()
    } catch (lost) {
      for (const job of jobs) job.reject(error)
      throw lost
    }
    if (this.#requeue(jobs, group, reason)) return
    if (jobs.length > 1) this.#queue.unshift(...jobs.map((job) => ({ ...job, isBatched: false })))
    else for (const job of jobs) job.reject(error)
  }

  /** Queues jobs again that fell to locks, unless they have fallen too often; whether it did. */
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
