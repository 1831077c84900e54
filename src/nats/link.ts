/**
 * Keeps a node connected to NATS. The node retries the connection for ever, because NATS may be unreachable when the
 * node starts, or later. The client packages are optional (docs/decisions/0140-relay-on-nats.md).
 */
import type { NatsConnection } from '@nats-io/transport-node'
import type { NatsAddress } from '../lib/hosts/nats-address.ts'
import { Outage } from '../lib/outage.ts'
import { requireOptionalPackages } from '../lib/package/optional-package.ts'
import { type Clock, sleep } from '../lib/time/clock.ts'

export type { NatsConnection }

/** Milliseconds within which a server must respond. */
const ANSWER_MS = 3_000
/** Milliseconds between two attempts to connect. */
const AGAIN_MS = 500
/** Milliseconds between two pings; a server that does not respond to two pings is unreachable. */
const PING_MS = 3_000

const PACKAGES = ['@nats-io/transport-node', '@nats-io/jetstream']

/** Thrown or logged while NATS is unreachable or refuses this node. */
export class NatsUnavailable extends Outage {
  override readonly name = 'NatsUnavailable'
}

export interface LinkOptions {
  readonly address: NatsAddress
  /** The name that NATS shows for this node in its list of connections. */
  readonly name: string
  /** The clock of the machine. */
  readonly clock: Clock
  readonly logger: { warn(facts: object, message: string): void }
}

export class NatsLink {
  readonly #options: LinkOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #connection: NatsConnection | undefined
  #problem: string | undefined = 'NATS has not answered yet'
  #waiting: (() => void)[] = []
  readonly #listeners = new Set<(connection: NatsConnection) => void>()

  /** Begins to connect. @throws {Error} when the packages are missing, with the command that installs them */
  constructor(options: LinkOptions) {
    requireOptionalPackages(PACKAGES, 'the setting relay')
    this.#options = options
    this.#running = this.#run()
  }

  /** The open connection; undefined while NATS is unreachable. */
  get connection(): NatsConnection | undefined {
    return this.#connection
  }

  /** The reason why there is no connection; undefined while there is a connection. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Calls `listener` for each new connection, and immediately if a connection is open. */
  onConnect(listener: (connection: NatsConnection) => void): () => void {
    this.#listeners.add(listener)
    if (this.#connection !== undefined) listener(this.#connection)
    return () => void this.#listeners.delete(listener)
  }

  /** Waits for a connection. @returns undefined when `signal` is aborted or the link is closed first */
  async connected(signal: AbortSignal): Promise<NatsConnection | undefined> {
    const wake = () => this.#wake()
    signal.addEventListener('abort', wake, { once: true })
    while (this.#connection === undefined && !signal.aborted && !this.#stopping.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    signal.removeEventListener('abort', wake)
    return signal.aborted ? undefined : this.#connection
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#connection?.close()
    await this.#running
  }

  async #run(): Promise<void> {
    const { clock, logger } = this.#options
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        const connection = await this.#open()
        if (signal.aborted) {
          await connection.close()
          return
        }
        const ended = connection.closed()
        this.#connected(connection)
        const error = await ended
        this.#lost(error instanceof Error ? error : new Error('NATS has closed the connection'))
      } catch (error) {
        this.#lost(error)
      }
      if (signal.aborted) return
      logger.warn({ err: new NatsUnavailable(this.#problem ?? ''), retryMs: AGAIN_MS }, 'NATS is away')
      await sleep(clock, AGAIN_MS, signal)
    }
  }

  async #open(): Promise<NatsConnection> {
    const { servers, user, password, token, usesTls } = this.#options.address
    const { connect } = await import('@nats-io/transport-node')
    return connect({
      servers: [...servers],
      name: this.#options.name,
      timeout: ANSWER_MS,
      // The users of a connection notice its end and start again on the next connection.
      reconnect: false,
      pingInterval: PING_MS,
      maxPingOut: 2,
      ...(user === undefined ? {} : { user, pass: password ?? '' }),
      ...(token === undefined ? {} : { token }),
      ...(usesTls ? { tls: {} } : {}),
    })
  }

  #connected(connection: NatsConnection): void {
    this.#connection = connection
    this.#problem = undefined
    for (const listener of this.#listeners) listener(connection)
    this.#wake()
  }

  #lost(error: unknown): void {
    this.#connection = undefined
    this.#problem = problemOf(error, this.#options.address)
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** The error as a sentence without secrets. */
function problemOf(error: unknown, { servers }: NatsAddress): string {
  const where = servers.join(', ')
  const message = error instanceof Error ? error.message : String(error)
  if (/auth/i.test(message))
    return `NATS at ${where} refuses the credentials of the setting relay; correct its user and password`
  return `NATS at ${where} does not answer: ${message}`
}
