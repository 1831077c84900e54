/**
 * The PostgreSQL engine. The engine has a pool for reads, a connection for write commands, which share transactions,
 * and a connection for commands that append no events.
 */
import type { Clock } from '../../lib/time/clock.ts'
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
import { storeError } from './errors.ts'
import { PostgresGroup } from './group.ts'
import { Link } from './link.ts'
import { Pool } from './pool.ts'
import type { Primary } from './primary.ts'

export interface PostgresOptions {
  readonly url: string
  /** Finds the primary for writes when the URL names several hosts. */
  readonly primary?: Primary | undefined
  readonly clock: Clock
  readonly appendDrafts: AppendDrafts
  /** Maximum number of connections for reads. */
  readonly pool: number
  readonly logger: StoreLogger
  readonly observer?: StoreObserver
}

const GROUP_MS = 20
const MAX_GROUP_COMMANDS = 512

export class PostgresStore implements Store {
  readonly engine = 'postgres'
  readonly logger: StoreLogger
  readonly #address: Pick<PostgresOptions, 'url' | 'primary'>
  readonly #pool: Pool
  readonly #connection: PostgresGroup
  readonly #group: GroupCommit
  readonly #asideConnection: PostgresGroup
  readonly #aside: GroupCommit
  readonly #listeners = new Set<AppendListener>()

  constructor(options: PostgresOptions) {
    this.logger = options.logger
    const { url, primary, clock, logger, observer } = options
    this.#address = { url, primary }
    this.#pool = new Pool({ ...this.#address, name: 'aviary' }, options.pool)
    const monotonic = () => clock.monotonic()
    this.#connection = new PostgresGroup({
      ...this.#address,
      name: 'aviary writer',
      appendDrafts: options.appendDrafts,
      monotonic,
    })
    this.#asideConnection = new PostgresGroup({
      ...this.#address,
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
        for (const listener of this.#listeners) listener(position, drafts)
      },
      logger,
    })
    this.#aside = new GroupCommit(this.#asideConnection, limits, monotonic, {
      // The commands of `writeAside` are not part of the group metrics.
      committed: () => undefined,
      appended: () => undefined,
      refused: (error) => observer?.refused?.(error),
      logger,
    })
  }

  /** Undefined, because only a query could find out whether another session has committed. */
  readonly version = undefined

  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return this.#pool.rows(query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await this.#pool.rows(query, parameters))[0]
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
    // The stream has a separate connection, because other statements on this connection wait for the end of
    // the stream.
    const link = new Link({ ...this.#address, name: 'aviary stream' }, () => undefined)
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

  async close(): Promise<void> {
    await Promise.all([this.#group.close(), this.#aside.close()])
    await Promise.all([this.#connection.close(), this.#asideConnection.close(), this.#pool.close()])
  }
}
