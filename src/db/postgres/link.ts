/**
 * A link is one connection of the `postgres` driver. A lost link is discarded.
 *
 * By default the driver (3.4.9) connects again, which would have three unwanted effects. First, it sends the queued
 * statements of the old session on the new session, outside of any transaction (github.com/porsager/postgres issue
 * 1216). Second, it reports the error of the old session for the next statement. Third, if data was still to be
 * written, it never writes again, so that every attempt ends in CONNECT_TIMEOUT (pull requests 1209 and 1215).
 * Therefore a lost link never connects again and refuses its pending statements, and the caller creates a new link.
 *
 * A peer may accept connections and end them before the login, like a proxy without a server. Then the driver retries
 * endlessly without a pause. So a link counts as lost when PostgreSQL does not accept its login in time.
 */
import type { Socket } from 'node:net'
import { systemClock } from '../../lib/time/clock.ts'
import type { BulkQuery, BulkRow } from '../bulk-query.ts'
import { StoreUnavailable } from '../errors.ts'
import type { Query } from '../query.ts'
import { NoPrimary } from './errors.ts'
import type { Primary } from './primary.ts'
import { changesOf, connect, eachOf, rowsOf, type Sql, type SqlOptions, streamOf } from './session.ts'

export interface LinkOptions extends Omit<SqlOptions, 'connections' | 'onClose' | 'onOpen' | 'socket'> {
  /** Milliseconds, from the first statement, within which PostgreSQL must accept the login; by default 10 s. */
  readonly openMs?: number
  /** Finds the host of the primary. Without this option the host of the URL is used. */
  readonly primary?: Pick<Primary, 'url' | 'waitMs' | 'dial' | 'suspect'> | undefined
}

/** Must be longer than the driver's own limit for a silent host (connect_timeout). */
const OPEN_MS = 10_000

/** Maximum number of further links to try when the chosen primary stops before it accepts the login. */
export const OPENINGS = 3

/** True when the link of a statement was lost before the login, and another server may run the statement. */
export function isReplaceable(link: Link, primary: LinkOptions['primary'], error: unknown): boolean {
  return (
    primary !== undefined &&
    !link.wasOpened &&
    error instanceof StoreUnavailable &&
    error.cause !== undefined &&
    !(error instanceof NoPrimary)
  )
}

export class Link {
  readonly #sql: Sql
  readonly #onLost: (link: Link) => void
  readonly #openMs: number
  #running = 0
  #lost = false
  #wasOpened = false
  /** Stops the timer that limits the login; undefined before the first statement. */
  #opened: (() => void) | undefined
  readonly #primary: LinkOptions['primary']
  #socket: Socket | undefined
  /** Ends the watch that reports the loss of the primary. */
  #leave: () => void = () => undefined

  /**
   * The link connects at its first statement. @param onLost called once, when the connection has ended for any reason
   */
  constructor(options: LinkOptions, onLost: (link: Link) => void) {
    this.#onLost = onLost
    this.#primary = options.primary
    const { primary } = options
    this.#openMs = (options.openMs ?? OPEN_MS) + (primary?.waitMs ?? 0)
    this.#sql = connect({
      ...options,
      url: primary?.url ?? options.url,
      socket: primary && (() => this.#dial(primary)),
      connections: 1,
      onOpen: () => {
        this.#wasOpened = true
        this.#opened?.()
      },
      onClose: () => this.#lose(),
    })
  }

  /** True after the connection has ended. The link then refuses every statement. */
  get lost(): boolean {
    return this.#lost
  }

  /** True once a statement may have reached PostgreSQL. */
  get wasOpened(): boolean {
    return this.#wasOpened
  }

  /** Number of running statements. */
  get running(): number {
    return this.#running
  }

  rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return this.#counted(rowsOf(this.#sql, query, parameters))
  }

  /** The number of rows that the statement changed. */
  run<Parameters extends object>(query: Query<Parameters, unknown>, parameters: Parameters): Promise<number> {
    return this.#counted(changesOf(this.#sql, query, parameters))
  }

  /** Runs a bulk statement. @returns the rows that changed data */
  each(query: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]> {
    return this.#counted(eachOf(this.#sql, query, rows))
  }

  /** Rows of a result of any size, in chunks. Other statements of the link wait until all rows were read. */
  stream<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): AsyncGenerator<readonly Row[]> {
    this.#awaitOpening()
    return streamOf(this.#sql, query, parameters)
  }

  /** Runs `work` with the driver directly, and does not map the errors of the driver. */
  use<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#counted(work(this.#sql))
  }

  /** Refuses running and later statements. */
  giveUp(): void {
    this.#lose()
  }

  /** Closes the link after waiting up to 5 s for running statements. */
  close(): Promise<void> {
    this.#opened?.()
    this.#leave()
    return this.#sql.end({ timeout: 5 })
  }

  async #counted<T>(work: Promise<T>): Promise<T> {
    this.#awaitOpening()
    this.#running += 1
    try {
      return await work
    } finally {
      this.#running -= 1
    }
  }

  async #dial(primary: Pick<Primary, 'dial'>): Promise<Socket> {
    try {
      const { socket, hold } = await primary.dial()
      if (this.#lost) {
        // The link was lost during the search. The driver would still log in, and keep the session open.
        socket.destroy()
        refuseToConnect()
      }
      this.#socket = socket
      this.#leave()
      this.#leave = hold(() => this.#lose())
      return socket
    } catch (error) {
      // The driver first refuses the first statement with this error. Then the link refuses the other statements.
      setImmediate(() => this.#lose())
      throw error
    }
  }

  /** The timer uses the system clock, because PostgreSQL does not follow an injected clock. */
  #awaitOpening(): void {
    this.#opened ??= systemClock.after(this.#openMs, () => this.#lose())
  }

  /** Ends the link. The driver calls this function before it would connect again for queued statements. */
  #lose(): void {
    if (this.#lost) return
    this.#lost = true
    this.#opened?.()
    this.#leave()
    this.#primary?.suspect()
    Object.assign(this.#sql.options, { socket: refuseToConnect })
    // The connection is lost already, so this call only rejects the waiting statements.
    this.#sql.end({ timeout: 0 }).catch(() => undefined)
    // If the host vanished, the socket would stay open.
    this.#socket?.destroy()
    this.#onLost(this)
  }
}

function refuseToConnect(): never {
  throw Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' })
}
