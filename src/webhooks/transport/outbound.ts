/**
 * Requests that this server makes to receivers of webhooks, none of which it may trust: where they lead is looked at
 * when the connection is made, redirects are answers like any other, time and octets are bounded.
 */
import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { Line } from '../../lib/async/line.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { Deadlines } from '../deadlines.ts'
import { type Airspace, Flight, TimedOut, type Times } from '../flight.ts'
import { Connections } from './connections.ts'
import type { Answer } from './exchange.ts'
import { type AddressPolicy, AddressRefused } from './safe-address.ts'

/** Milliseconds in which a connection must stand. */
const CONNECT_MS = 3_000

export interface OutboundOptions {
  readonly clock: Clock
  readonly policy: AddressPolicy
  /** In place of the system's resolver. */
  readonly lookup?: LookupFunction | undefined
  /** PEM of authorities that are trusted besides the usual ones. */
  readonly ca?: string | undefined
}

/** Where a request goes. */
export interface Target {
  readonly origin: string
  /** With the query. */
  readonly path: string
}

export function targetOf({ origin, pathname, search }: URL): Target {
  return { origin, path: `${pathname}${search}` }
}

export interface OutboundRequest extends Times {
  readonly method: 'GET' | 'POST'
  readonly target: Target
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

export type Hindrance = 'timed-out' | 'address-refused' | 'not-connected' | 'certificate' | 'broken'

/** Thrown when there is no answer. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly hindrance: Hindrance
  /** Milliseconds. */
  readonly tookMs: number

  constructor(hindrance: Hindrance, message: string, tookMs: number) {
    super(message)
    this.hindrance = hindrance
    this.tookMs = tookMs
  }
}

export class Outbound implements Airspace {
  readonly #clock: Clock
  readonly #connections: Connections
  readonly #running = new Line<Flight>()
  /** By their milliseconds, of which there are few. */
  readonly #deadlines = new Map<number, Deadlines>()
  #stopped: Error | undefined

  constructor(options: OutboundOptions) {
    this.#clock = options.clock
    this.#connections = new Connections(guardedConnector(options))
  }

  /**
   * Sends a request and reads its answer. Rejected with {@link Unanswered}, and with what {@link stop} was told.
   * @throws {TypeError} at once, when the target's origin is none of HTTP
   */
  send(request: OutboundRequest): Promise<Answer> {
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped)
    const { method, headers, body } = request
    const { origin, path } = request.target
    const flight = new Flight(this, this.#connections.take(origin), request)
    flight.place = this.#running.add(flight)
    // Whatever it throws, it tells the exchange.
    flight.connection.client.dispatch({ origin, path, method, headers, body }, flight.exchange)
    return flight.exchange.answer
  }

  errorOf(reason: unknown, tookMs: number): Error {
    return this.#stopped ?? new Unanswered(hindranceOf(reason), messageOf(reason), tookMs)
  }

  monotonic(): number {
    return this.#clock.monotonic()
  }

  leave({ place, exchange, connection }: Flight): void {
    if (place !== undefined) this.#running.remove(place)
    if (exchange.isWhole) this.#connections.giveBack(connection)
    else this.#connections.drop(connection)
  }

  deadlinesIn(ms: number): Deadlines {
    const known = this.#deadlines.get(ms)
    if (known !== undefined) return known
    const deadlines = new Deadlines(this.#clock, ms)
    this.#deadlines.set(ms, deadlines)
    return deadlines
  }

  /** Gives up what is being sent, and whatever is to be sent from now on. @param reason what senders are told */
  stop(reason: Error): void {
    this.#stopped ??= reason
    for (const { exchange } of this.#running.all()) exchange.giveUp(reason)
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await this.#connections.close()
  }
}

/** Looks at every address before a connection to it is made, and at the one that it was made to. */
function guardedConnector({
  policy,
  lookup = systemLookup as LookupFunction,
  ca,
}: OutboundOptions): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_MS,
    lookup: guardedLookup(policy, lookup),
    ...(ca === undefined ? {} : { ca }),
  })
  return (options, callback) => {
    const { hostname } = options
    // Addresses in URLs are not resolved, so nobody else would look at them.
    if (isAddress(hostname) && !policy.mayConnect(hostname, hostname)) {
      callback(refusedAddress(hostname), null)
      return
    }
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null)
      const address = socket.remoteAddress ?? ''
      if (policy.mayConnect(hostname, address)) return callback(null, socket)
      socket.destroy()
      callback(refusedAddress(address), null)
    })
  }
}

/** A resolver whose every answer is looked at: one address that is refused refuses the name. */
function guardedLookup(policy: AddressPolicy, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const addresses = Array.isArray(found) ? found : []
      const refused = addresses.find(({ address }) => !policy.mayConnect(hostname, address))
      if (refused !== undefined) return callback(refusedAddress(refused.address), '')
      const [first] = addresses
      if (first === undefined) return callback(new Error(`${hostname} has no address`), '')
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function isAddress(hostname: string): boolean {
  return hostname.includes(':') || /^[\d.]+$/.test(hostname)
}

function refusedAddress(address: string): AddressRefused {
  return new AddressRefused(`${address} is no address that webhooks may have`)
}

/** Codes by which Node tells that a certificate is not good. */
const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/

const NOT_CONNECTED =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

function hindranceOf(error: unknown): Hindrance {
  if (error instanceof TimedOut) return 'timed-out'
  const causes = causesOf(error)
  if (causes.some((cause) => cause instanceof AddressRefused)) return 'address-refused'
  const codes = causes.map((cause) => String((cause as NodeJS.ErrnoException).code ?? ''))
  if (codes.some((code) => CERTIFICATE.test(code))) return 'certificate'
  return codes.some((code) => NOT_CONNECTED.test(code)) ? 'not-connected' : 'broken'
}

/** An error with those that it was made of. */
function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...inner].flatMap(causesOf)]
}

function messageOf(error: unknown): string {
  const last = causesOf(error).at(-1)
  return last instanceof Error ? last.message : String(error)
}
