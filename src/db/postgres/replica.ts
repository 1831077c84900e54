/**
 * Reads on a standby (docs/decisions/0154-read-replicas.md). A read goes to the standby only when the standby has
 * replayed all events that this process knew at the start of the read. Other reads, and all reads while the standby is
 * unreachable, go to the primary. So a reader finds its own writes, and nothing that memory has invalidated comes back.
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

/** Milliseconds without questions after a failure. */
const AWAY_MS = 1_000
/** Milliseconds for the standby to answer the question, and a read. */
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
   * The last position of the log in the database of the reader; `unknown` when the primary does not answer.
   * @throws for a database that is not a standby of the primary
   */
  readonly replayed: (standby: Pick<Reader, 'first'>) => Promise<bigint | 'unknown'>
  /** A number that grows when another server becomes the primary; undefined when none can. */
  readonly timeline?: (() => number) | undefined
  /** The last position that this process knows. */
  readonly known: () => bigint
  readonly clock: Clock
  readonly logger: StoreLogger
}

export class Replica implements Reader {
  readonly engine = 'postgres'
  readonly #options: ReplicaOptions
  #pool: Pool
  readonly #standby: Reader
  /** The last position that the standby is known to have of the history of {@link #timeline}. */
  #replayed = 0n
  #timeline: number | undefined
  #asking: Promise<void> | undefined
  /** True after a failure, until the standby answers again. */
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

  /** Numbers of reads by the server that answered, and the last position that the standby is known to have. */
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
        // A standby also cancels statements that its replay conflicts with.
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
      // No read waits for a standby that has failed.
      if (this.#options.clock.monotonic() >= this.#nextQuestionAt) void this.#ask()
      return false
    }
    const position = this.#options.known()
    if (this.#has(position)) return true
    // The query in progress may have been sent before the standby had the position.
    await this.#asking
    if (!this.#has(position) && !this.#isAway) await this.#ask()
    return this.#has(position)
  }

  /** Another primary may lack what the standby has replayed of the former one. */
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
      // The result is about a former primary, or no primary was known: the next read asks again.
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
    // The result of the work comes too late after that.
    work.catch(() => undefined)
    return Promise.race([work, late]).finally(cancel)
  }

  #failed(error: unknown): void {
    const { clock, logger } = this.#options
    this.#nextQuestionAt = clock.monotonic() + AWAY_MS
    this.#replayed = 0n
    // Reads that were in progress together fail together.
    if (this.#isAway || this.#isClosed) return
    this.#isAway = true
    logger.warn({ err: error }, 'the replica does not answer; the primary answers in its place')
    const former = this.#pool
    this.#pool = this.#openPool()
    former.close().catch(() => undefined) // A connection that does not answer ends by its limit of time.
  }

  #openPool(): Pool {
    const { url, pool } = this.#options
    return new Pool({ url, name: 'aviary replica', openMs: OPEN_MS }, pool)
  }
}
