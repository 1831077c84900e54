/**
 * The PostgreSQL engine: a pool for reads, one connection on which write commands share transactions, and another for
 * commands that append nothing.
 */
import { type Clock, systemClock } from '../../lib/time/clock.ts'
import { GroupCommit } from '../commit/group-commit.ts'
import { withoutEvents } from '../commit/without-events.ts'
import type { Query } from '../query.ts'
import type {
  AppendDrafts,
  AppendListener,
  BatchCommand,
  Store,
  StoreLogger,
  StoreObserver,
  WriteCommand,
} from '../store.ts'
import { Doorbell, notifyText } from './doorbell.ts'
import { storeError } from './errors.ts'
import { PostgresGroup } from './group.ts'
import { Link } from './link.ts'
import { Places } from './places.ts'
import { Pool } from './pool.ts'

export interface PostgresOptions {
  readonly url: string
  readonly clock: Clock
  readonly appendDrafts: AppendDrafts
  /** Maximum number of connections for reads. */
  readonly pool: number
  readonly logger: StoreLogger
  readonly observer?: StoreObserver
  /** Replaces the system clock for coordination with other processes; only for tests. */
  readonly machineClock?: Clock
}

/** Minimum milliseconds between two notifications of a process. */
const NOTIFY_EVERY_MS = 2

const GROUP_MS = 20
const MAX_GROUP_COMMANDS = 512

export class PostgresStore implements Store {
  readonly engine = 'postgres'
  readonly logger: StoreLogger
  readonly places: Places
  readonly #url: string
  readonly #pool: Pool
  readonly #connection: PostgresGroup
  readonly #group: GroupCommit
  readonly #asideConnection: PostgresGroup
  readonly #aside: GroupCommit
  readonly #clock: Clock
  readonly #listeners = new Set<AppendListener>()
  /** Functions that stop listening to other processes. */
  readonly #bells = new Set<() => void>()
  /** Last position of this process. */
  #head = 0n
  #notifyDue: (() => void) | undefined
  #notifiedAt = Number.NEGATIVE_INFINITY
  /** True when the commit that is being sent carries a notification. */
  #isRung = false

  constructor(options: PostgresOptions) {
    this.#clock = options.clock
    this.logger = options.logger
    this.#url = options.url
    this.#pool = new Pool({ url: options.url, name: 'aviary' }, options.pool)
    this.places = new Places(options.url, options.machineClock ?? systemClock)
    const { url, clock, logger, observer } = options
    const monotonic = () => clock.monotonic()
    this.#connection = new PostgresGroup({
      url,
      name: 'aviary writer',
      appendDrafts: options.appendDrafts,
      monotonic,
      bell: (head) => this.#bellFor(head),
    })
    this.#asideConnection = new PostgresGroup({
      url,
      name: 'aviary aside',
      appendDrafts: options.appendDrafts,
      monotonic,
    })
    const limits = { commands: MAX_GROUP_COMMANDS, milliseconds: GROUP_MS }
    this.#group = new GroupCommit(this.#connection, limits, monotonic, {
      committed: (commands, milliseconds) => observer?.group?.(commands, milliseconds),
      refused: (error) => observer?.refused?.(error),
      appended: (position, drafts) => {
        observer?.appended?.()
        this.#head = position
        for (const listener of this.#listeners) listener(position, drafts)
        if (!this.#isRung) this.#notifyLater()
      },
      logger,
    })
    this.#aside = new GroupCommit(this.#asideConnection, limits, monotonic, {
      // These commands run one by one, and are not part of the group metrics.
      committed: () => undefined,
      appended: () => undefined,
      refused: (error) => observer?.refused?.(error),
      logger,
    })
  }

  /** PostgreSQL does not report commits of other sessions without a query. */
  readonly version = undefined

  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return this.#pool.pick().rows(query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await this.#pool.pick().rows(query, parameters))[0]
  }

  write<T>(command: WriteCommand<T>): Promise<T> {
    return this.#group.submit(command, false)
  }

  writeBatched<Input, T>(command: BatchCommand<Input, T>, input: Input): Promise<T> {
    return this.#group.submitBatched(command, input)
  }

  writeAside<T>(command: WriteCommand<T>): Promise<T> {
    return this.#aside.submit(withoutEvents(command), false)
  }

  writeAlone<T>(command: WriteCommand<T>): Promise<T> {
    return this.#group.submit(command, true)
  }

  async *stream<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): AsyncGenerator<readonly Row[]> {
    // A separate connection: other statements on it would wait for the end of the stream.
    const link = new Link({ url: this.#url, name: 'aviary stream' }, () => undefined)
    try {
      yield* link.stream(query, parameters)
    } finally {
      await link.close()
    }
  }

  async analyze(): Promise<void> {
    try {
      await this.#pool.pick().use((sql) => sql.unsafe('analyze'))
    } catch (error) {
      throw storeError(error)
    }
  }

  onAppend(listener: AppendListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onForeignAppend(listener: (position: bigint | undefined) => void): () => void {
    const bell = new Doorbell(this.#url, this.#clock, listener, this.logger)
    const stop = () => {
      bell.close()
      this.#bells.delete(stop)
    }
    this.#bells.add(stop)
    return stop
  }

  async close(): Promise<void> {
    await Promise.all([this.#group.close(), this.#aside.close()])
    this.#notifyDue?.()
    await this.places.close()
    for (const stop of [...this.#bells]) stop()
    await Promise.all([this.#connection.close(), this.#asideConnection.close(), this.#pool.close()])
  }

  /** Notification for the commit that is being sent; undefined when too early, then {@link #notifyLater} sends one. */
  #bellFor(head: bigint): string | undefined {
    this.#isRung = this.#notifyDue === undefined && this.#untilNextBell() <= 0
    if (!this.#isRung) return undefined
    this.#notifiedAt = this.#clock.monotonic()
    return notifyText(head)
  }

  #untilNextBell(): number {
    return this.#notifiedAt + NOTIFY_EVERY_MS - this.#clock.monotonic()
  }

  #notifyLater(): void {
    if (this.#notifyDue !== undefined) return
    const cancel = this.#clock.after(Math.max(0, this.#untilNextBell()), () => this.#notifyDue?.())
    this.#notifyDue = () => {
      cancel()
      this.#notifyDue = undefined
      this.#ringNow()
    }
  }

  #ringNow(): void {
    this.#notifiedAt = this.#clock.monotonic()
    const text = notifyText(this.#head)
    this.#pool
      .pick()
      .use((sql) => sql.unsafe(text))
      .catch((error: unknown) =>
        this.logger.warn({ err: storeError(error) }, 'other processes could not be notified'),
      )
  }
}
