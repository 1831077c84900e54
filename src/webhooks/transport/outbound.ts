/**
 * Requests to receivers of webhooks, none of which is trusted: the address is checked when the connection is made, redirects
 * are answers like any other, time and octets are bounded. Connections are those of undici's `Agent`.
 */
import { Agent, type Dispatcher } from 'undici'
import type { Clock } from '../../lib/time/clock.ts'
import { type ConnectorOptions, guardedConnector } from './guarded-connector.ts'
import { AddressRefused } from './safe-address.ts'

/** Octets of an answer that are read; the rest is not waited for. */
const MAX_ANSWER_BYTES = 64 * 1024

/** Octets of the headers of an answer. */
const MAX_HEADER_BYTES = 16 * 1024

export interface OutboundOptions extends ConnectorOptions {
  readonly clock: Clock
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

export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly target: Target
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  /** Milliseconds from the call to the status, and to the end of the body: no fewer. */
  readonly answerMs: number
  readonly totalMs: number
}

/** What a receiver answered. */
export interface Answer {
  readonly status: number
  /** The first 64 KiB, as UTF-8. */
  readonly text: string
  /** Whether the body broke off, or was not over in time. */
  readonly isCut: boolean
  /** Milliseconds, whole. */
  readonly tookMs: number
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

/** The reason of an abort when there was no answer in time. */
class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

export class Outbound {
  readonly #clock: Clock
  readonly #agent: Agent
  #stopped: Error | undefined

  constructor({ clock, ...connector }: OutboundOptions) {
    this.#clock = clock
    this.#agent = new Agent({
      connect: guardedConnector(connector),
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Times are kept by the clock, which tests can move.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /**
   * Sends a request and reads its answer. A body that breaks off after its status is no failure.
   * @throws {Unanswered}
   * @throws the reason of {@link stop}
   */
  async send({ target, answerMs, totalMs, ...request }: OutboundRequest): Promise<Answer> {
    const started = this.#clock.monotonic()
    const tookMs = () => Math.round(this.#clock.monotonic() - started)
    const late = new AbortController()
    const cancelAnswer = this.#abortAfter(late, answerMs, `no answer in ${answerMs} ms`)
    const cancelTotal = this.#abortAfter(late, totalMs, `not over in ${totalMs} ms`)
    try {
      if (this.#stopped !== undefined) throw this.#stopped
      const asked = this.#agent.request({ ...target, ...request, signal: late.signal })
      const { statusCode, body } = await Promise.race([asked, aborted(late.signal)])
      cancelAnswer()
      const { text, isCut } = await readBody(body)
      if (isCut && this.#stopped !== undefined) throw this.#stopped
      return { status: statusCode, text, isCut, tookMs: tookMs() }
    } catch (error) {
      throw this.#stopped ?? new Unanswered(hindranceOf(error), messageOf(error), tookMs())
    } finally {
      cancelAnswer()
      cancelTotal()
    }
  }

  /** Gives up what is being sent, and what is sent from now on. @param reason thrown to senders */
  stop(reason: Error): void {
    this.#stopped ??= reason
    void this.#agent.destroy(reason)
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  #abortAfter(controller: AbortController, ms: number, message: string): () => void {
    return this.#clock.after(ms, () => controller.abort(new TimedOut(message)))
  }
}

/** Rejects when the signal is aborted. undici looks at a signal only once the connection is made. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The first octets of a body. Reading no further breaks the connection. */
async function readBody(body: Dispatcher.ResponseData['body']): Promise<Pick<Answer, 'text' | 'isCut'>> {
  const pieces: Buffer[] = []
  let length = 0
  let isCut = false
  try {
    for await (const piece of body) {
      pieces.push(piece)
      length += piece.length
      if (length >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // The status decides; the answer is recorded as cut.
    isCut = true
  }
  return { text: Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString('utf8'), isCut }
}

/** Codes by which Node says that a certificate is not good. */
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
