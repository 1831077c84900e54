/**
 * Sends HTTP requests to receivers of webhooks. Receivers are not trusted. Therefore the address is checked when the
 * connection is made, redirects are not followed, and time and size are limited. The class `Agent` of the library
 * undici makes the connections. The library is loaded at the first request, because it loads slowly.
 */
import type { Agent, Dispatcher } from 'undici'
import type { Clock } from '../../lib/time/clock.ts'
import type { ConnectorOptions } from './guarded-connector.ts'
import { AddressRefused } from './safe-address.ts'

/** Maximum bytes of a response body that are read; further bytes are discarded. */
const MAX_BODY_BYTES = 64 * 1024

export interface OutboundOptions extends ConnectorOptions {
  readonly clock: Clock
}

/** The URL of a request, divided in the way that undici requires. */
export interface Target {
  readonly origin: string
  /** The path with the query. */
  readonly path: string
}

export function targetOf({ origin, pathname, search }: URL): Target {
  return { origin, path: `${pathname}${search}` }
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly target: Target
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  /**
   * Maximum milliseconds from the call to the response headers. `totalMs` is the maximum from the call to the end of
   * the body, and is not smaller.
   */
  readonly answerMs: number
  readonly totalMs: number
}

/** The response of a receiver. */
export interface OutboundResponse {
  readonly status: number
  /** The first 64 KiB of the body, decoded as UTF-8. */
  readonly text: string
  /** True if the body ended early or exceeded its time. */
  readonly isCut: boolean
  /** Duration in whole milliseconds. */
  readonly tookMs: number
}

export type RequestFailure = 'timed-out' | 'address-refused' | 'not-connected' | 'certificate' | 'broken'

/** Thrown when a request gets no response. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  readonly failure: RequestFailure
  /** Duration in milliseconds. */
  readonly tookMs: number

  constructor(failure: RequestFailure, message: string, tookMs: number) {
    super(message)
    this.failure = failure
    this.tookMs = tookMs
  }
}

/** The abort reason for a timeout. */
class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

export class Outbound {
  readonly #clock: Clock
  readonly #connector: ConnectorOptions
  #opening: Promise<Agent> | undefined
  #stopped: Error | undefined

  constructor({ clock, ...connector }: OutboundOptions) {
    this.#clock = clock
    this.#connector = connector
  }

  /**
   * Sends a request and reads the response. A body that ends early is not an error ({@link OutboundResponse.isCut}).
   * @throws {RequestFailed}
   * @throws the reason of {@link stop}
   */
  async send({ target, answerMs, totalMs, ...request }: OutboundRequest): Promise<OutboundResponse> {
    const started = this.#clock.monotonic()
    const tookMs = () => Math.round(this.#clock.monotonic() - started)
    const late = new AbortController()
    const isLate = aborted(late.signal)
    isLate.catch(() => undefined) // A timeout after the races below is not an unhandled error.
    const cancelAnswerTimer = this.#abortAfter(late, answerMs, `no response in ${answerMs} ms`)
    const cancelTotalTimer = this.#abortAfter(late, totalMs, `not over in ${totalMs} ms`)
    try {
      if (this.#stopped !== undefined) throw this.#stopped
      const agent = await Promise.race([this.#agent(), isLate])
      const response = agent.request({ ...target, ...request, signal: late.signal })
      const { statusCode, body } = await Promise.race([response, isLate])
      cancelAnswerTimer()
      const { text, isCut } = await readBody(body)
      if (isCut && this.#stopped !== undefined) throw this.#stopped
      return { status: statusCode, text, isCut, tookMs: tookMs() }
    } catch (error) {
      throw this.#stopped ?? new RequestFailed(failureOf(error), messageOf(error), tookMs())
    } finally {
      cancelAnswerTimer()
      cancelTotalTimer()
    }
  }

  /** Aborts the current and all later requests. @param reason thrown to their callers */
  stop(reason: Error): void {
    this.#stopped ??= reason
    void this.#opening?.then((agent) => agent.destroy(reason))
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await (await this.#opening)?.destroy()
  }

  #agent(): Promise<Agent> {
    this.#opening ??= import('./agent.ts').then(({ createAgent }) => createAgent(this.#connector))
    return this.#opening
  }

  #abortAfter(controller: AbortController, ms: number, message: string): () => void {
    return this.#clock.after(ms, () => controller.abort(new TimedOut(message)))
  }
}

/**
 * Rejects when the signal is aborted. The promise is needed because undici checks a signal only after the connection
 * is made.
 */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Reads the beginning of a body. Leaving the loop early closes the connection. */
async function readBody(
  body: Dispatcher.ResponseData['body'],
): Promise<Pick<OutboundResponse, 'text' | 'isCut'>> {
  const pieces: Buffer[] = []
  let length = 0
  let isCut = false
  try {
    for await (const piece of body) {
      pieces.push(piece)
      length += piece.length
      if (length >= MAX_BODY_BYTES) break
    }
  } catch {
    // The status determines the result, and the body is marked as cut.
    isCut = true
  }
  return { text: Buffer.concat(pieces).subarray(0, MAX_BODY_BYTES).toString('utf8'), isCut }
}

/** Node's error codes for certificates that are not accepted. */
const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/

const NOT_CONNECTED =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

function failureOf(error: unknown): RequestFailure {
  if (error instanceof TimedOut) return 'timed-out'
  const causes = causesOf(error)
  if (causes.some((cause) => cause instanceof AddressRefused)) return 'address-refused'
  const codes = causes.map((cause) => String((cause as NodeJS.ErrnoException).code ?? ''))
  if (codes.some((code) => CERTIFICATE.test(code))) return 'certificate'
  return codes.some((code) => NOT_CONNECTED.test(code)) ? 'not-connected' : 'broken'
}

/** An error, followed by all its causes. */
function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...inner].flatMap(causesOf)]
}

function messageOf(error: unknown): string {
  const last = causesOf(error).at(-1)
  return last instanceof Error ? last.message : String(error)
}
