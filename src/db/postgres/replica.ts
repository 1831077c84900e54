/**
 * Reads on a standby (docs/decisions/0154-read-replicas.md). A read goes to the standby only when the standby has
 * replayed all events that this process knew when the read began. All other reads go to the primary, and so do all
 * reads while the standby is unreachable. So a client reads its own writes, and a value that was removed from a cache
 * is not cached again.
 *
 *   read ─▶ known position ─▶ replayed? ── yes ──▶ standby
 *                                 │ no: ask the standby once, for all reads that wait
 *                                 ╰─ still no ──▶ primary
 */
import type { Clock } from '../../lib/time/clock.ts'
import { StoreUnavailable } from '../errors.ts'
import type { Query } from '../query.ts'
import type { Reader, StoreLogger } from '../store.ts'
import { Pool } from './pool.ts'

/** After a failure, the standby is not asked for this many milliseconds. */
const AWAY_MS = 1_000
/** Milliseconds within which the standby must report its position. */
const ANSWER_MS = 2_000
const READ_MS = 10_000
/** Milliseconds for a login. */
const OPEN_MS = 2_000

export interface ReplicaOptions {
  readonly url: string
  /** Maximum number of connections. */
  readonly pool: number
  readonly primary: Reader & { readonly engine: 'sqlite' | 'postgres' }
  /**
   * The last position of the event log in the database of `standby`; `unknown` when the primary does not respond.
   * @throws when the database is not a standby of the primary
   */
  readonly replayed: (standby: Pick<Reader, 'first'>) => Promise<bigint | 'unknown'>
  /** A number that grows when another server becomes the primary; undefined when the primary cannot change. */
  readonly timeline?: (() => number) | undefined
  /** The last position of the event log that this process knows. */
  readonly known: () => bigint
  readonly clock: Clock
  readonly logger: StoreLogger
}

export class Replica implements Reader {
  readonly engine = 'postgres'
  readonly #options: ReplicaOptions
  #pool: Pool
  readonly #standby: Reader
  /** The last position that the standby is known to have replayed since the last change of the primary. */
  #replayed = 0n
  #timeline: number | undefined
  #asking: Promise<void> | undefined
  /** True after a failure, until the standby responds again. */
  #isAway = false
  #nextQuestionAt = Number.NEGATIVE_INFINITY
  #isClosed = false
  readonly #reads = { standby: 0, primary: 0 }

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.#timeline = options.timeline?.()
    this.#pool = this.#openPool()
    this.#standby = {
      rows: (query, parameters) => this.#pool.rows(query, parameters),
      first: async (query, parameters) => (await this.#pool.rows(query, parameters))[0],
    }
  }

  /**
   * The numbers of reads on the standby and on the primary, and the last position that the standby is known to have.
   */
  get status(): { readonly standby: number; readonly primary: number; readonly replayed: bigint } {
    return { ...this.#reads, replayed: this.#replayed }
  }

  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    if (await this.#isCurrent()) {
      try {
        const rows = await this.#within(READ_MS, this.#standby.rows(query, parameters))
        this.#reads.standby += 1
        return rows
      } catch (error) {
        // A standby cancels statements that conflict with its replay, so such an error also sends the read to the
        // primary.
        this.#failed(error)
      }
    }
    this.#reads.primary += 1
    return this.#options.primary.rows(query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await this.rows(query, parameters))[0]
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#pool.close()
  }

  async #isCurrent(): Promise<boolean> {
    if (this.#isClosed) return false
    if (this.#isAway) {
      // No read waits for a standby that has failed. The standby is asked in the background.
      if (this.#options.clock.monotonic() >= this.#nextQuestionAt) void this.#ask()
      return false
    }
    const position = this.#options.known()
    if (this.#has(position)) return true
    // Waits for the question in progress. This question may have been sent before the standby had the position, so a
    // further question may follow.
    await this.#asking
    if (!this.#has(position) && !this.#isAway) await this.#ask()
    return this.#has(position)
  }

  /**
   * True if the standby is known to have replayed the position. Forgets the known position after a change of
   * the primary, because the standby may have replayed events that the new primary lacks.
   */
  #has(position: bigint): boolean {
    const timeline = this.#options.timeline?.()
    if (timeline !== this.#timeline) {
      this.#timeline = timeline
      this.#replayed = 0n
    }
    return this.#replayed >= position
  }

  #ask(): Promise<void> {
    this.#asking ??= this.#askNow().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #askNow(): Promise<void> {
    const { timeline, replayed } = this.#options
    const before = timeline?.()
    const standby: Pick<Reader, 'first'> = {
      first: (query, parameters) => this.#within(ANSWER_MS, this.#standby.first(query, parameters)),
    }
    try {
      const position = await replayed(standby)
      // The primary changed during the question, or did not respond. The next read asks again.
      if (position === 'unknown' || timeline?.() !== before) return
      if (!this.#has(position)) this.#replayed = position
      this.#isAway = false
    } catch (error) {
      this.#failed(error)
    }
  }

  /** @throws {StoreUnavailable} when the work takes longer */
  async #within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
    let cancel: () => void = () => undefined
    const late = new Promise<never>((_, reject) => {
      cancel = this.#options.clock.after(milliseconds, () =>
        reject(new StoreUnavailable(`the replica has not answered for ${milliseconds} ms`)),
      )
    })
    // If `work` fails after the time limit, no caller handles the error.
    work.catch(() => undefined)
    return Promise.race([work, late]).finally(cancel)
  }

  #failed(error: unknown): void {
    const { clock, logger } = this.#options
    this.#nextQuestionAt = clock.monotonic() + AWAY_MS
    this.#replayed = 0n
    // Several reads may fail together, but only the first failure opens another pool.
    if (this.#isAway || this.#isClosed) return
    this.#isAway = true
    logger.warn({ err: error }, 'the replica does not answer; the primary answers in its place')
    const former = this.#pool
    this.#pool = this.#openPool()
    former.close().catch(() => undefined) // Connections that do not respond are closed after their time limit.
  }

  #openPool(): Pool {
    const { url, pool } = this.#options
    return new Pool({ url, name: 'aviary replica', openMs: OPEN_MS }, pool)
  }
}
