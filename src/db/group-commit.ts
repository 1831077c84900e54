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
 * Invariants: a verb is answered after the commit that holds it is durable; when the commit fails, every verb
 * of the group is refused and none is stored; verbs never run side by side on the one writing connection.
 */
import { StoreUnavailable } from './errors.ts'
import type { EventDraft, Tx, Verb } from './store.ts'

/** One engine's writing connection. Its methods are called one at a time. */
export interface GroupConnection {
  /** Begins a transaction, waiting for other processes if need be. */
  begin(): Promise<Tx>
  savepoint(): Promise<void>
  release(): Promise<void>
  rollbackToSavepoint(): Promise<void>
  /** Stores the drafts and commits durably; returns the last position, if there were drafts. */
  commit(tx: Tx, drafts: readonly EventDraft[]): Promise<bigint | undefined>
  rollback(): Promise<void>
  /** Whether the engine gave up the whole transaction by itself (a full disk, a lost connection). */
  transactionLost(): boolean
  /** Whether the verb fell to a deadlock and deserves another turn by itself. */
  deservesRerun(error: unknown): boolean
}

export interface GroupLimits {
  /** Most verbs of one group. */
  readonly verbs: number
  /** Milliseconds after which a group takes no further verb. */
  readonly milliseconds: number
}

interface Job {
  readonly verb: Verb<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  alone: boolean
  reruns: number
}

interface Done {
  readonly job: Job
  readonly value: unknown
}

const RERUNS = 5

export class GroupCommit {
  readonly #connection: GroupConnection
  readonly #limits: GroupLimits
  readonly #monotonic: () => number
  readonly #onCommit: (verbs: number, milliseconds: number, position: bigint | undefined) => void
  #queue: Job[] = []
  #draining: Promise<void> | undefined
  #closed = false

  constructor(
    connection: GroupConnection,
    limits: GroupLimits,
    monotonic: () => number,
    onCommit: (verbs: number, milliseconds: number, position: bigint | undefined) => void,
  ) {
    this.#connection = connection
    this.#limits = limits
    this.#monotonic = monotonic
    this.#onCommit = onCommit
  }

  /** Runs `verb` in the next group, or in a transaction of its own when `alone`. */
  submit<T>(verb: Verb<T>, alone: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(new StoreUnavailable('the store is closed'))
      this.#queue.push({ verb, resolve: resolve as (value: unknown) => void, reject, alone, reruns: 0 })
      this.#draining ??= this.#drain()
    })
  }

  /** Refuses further verbs and waits for those that were accepted. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  async #drain(): Promise<void> {
    // One turn of the event loop lets every request that arrived together join the first group.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) await this.#runGroup()
    this.#draining = undefined
  }

  async #runGroup(): Promise<void> {
    const started = this.#monotonic()
    const done: Done[] = []
    const drafts: EventDraft[] = []
    let tx: Tx
    try {
      tx = await this.#connection.begin()
    } catch (error) {
      // Nothing can be written now: whoever waits is told, rather than waiting for as long again.
      for (const job of this.#queue.splice(0)) job.reject(error)
      return
    }
    try {
      await this.#runVerbs(tx, started, done, drafts)
      const position = await this.#connection.commit(tx, drafts)
      this.#onCommit(done.length, this.#monotonic() - started, position)
      for (const { job, value } of done) job.resolve(value)
    } catch (error) {
      await this.#connection.rollback().catch(() => undefined)
      for (const { job } of done) job.reject(error)
    }
  }

  async #runVerbs(tx: Tx, started: number, done: Done[], drafts: EventDraft[]): Promise<void> {
    for (;;) {
      const job = this.#queue.shift()
      if (job === undefined) return
      if (job.alone && done.length > 0) {
        this.#queue.unshift(job)
        return
      }
      await this.#runVerb(tx, job, done, drafts)
      const full = done.length >= this.#limits.verbs
      if (job.alone || full || this.#monotonic() - started >= this.#limits.milliseconds) return
    }
  }

  async #runVerb(tx: Tx, job: Job, done: Done[], drafts: EventDraft[]): Promise<void> {
    try {
      await this.#connection.savepoint()
      const value = await job.verb(tx)
      await this.#connection.release()
      drafts.push(...tx.drafts.splice(0))
      done.push({ job, value })
    } catch (error) {
      tx.drafts.length = 0
      if (this.#connection.transactionLost()) {
        job.reject(error)
        throw error
      }
      await this.#connection.rollbackToSavepoint()
      if (this.#connection.deservesRerun(error) && job.reruns < RERUNS) {
        this.#queue.push({ ...job, alone: true, reruns: job.reruns + 1 })
      } else job.reject(error)
    }
  }
}
