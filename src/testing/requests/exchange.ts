/** Records one request with its response, and applies the faults that a plan injects into it. */
import type { IncomingMessage } from 'node:http'
import type { Answer, CallerFacts } from '../../http/endpoint.ts'
import type { Exchange, Exchanges, Routed } from '../../http/exchange.ts'
import type { ChargeResult } from '../../http/rate-limit/charge.ts'
import type { Outgoing, SendResponse, StreamBody } from '../../http/stream-response.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry, LoggedLimits, LoggedRequest, Refused, StreamRecord } from './entry.ts'
import type { RequestLog } from './log.ts'
import { copyOf, loggedHeaders, loggedMessage, loggedRequest } from './message.ts'
import { CountingSink } from './observed-stream.ts'
import { refusedBy } from './refusal.ts'
import { type BodyCopy, tapBody } from './tap-body.ts'

/** The app and the user of a caller. */
export interface CallerIds {
  readonly appId: bigint | undefined
  readonly userId: bigint | undefined
}

export interface ExchangeParts<Caller extends CallerFacts> {
  readonly requests: RequestLog
  /** The clock of the server. */
  readonly clock: Pick<Clock, 'now'>
  /** The clock of the machine, which clients wait by. */
  readonly machine: Pick<Clock, 'monotonic'>
  idsOf(caller: Caller): CallerIds
  originOf(request: IncomingMessage): { readonly scheme: string; readonly host: string }
}

const NO_IDS: CallerIds = { appId: undefined, userId: undefined }

export class LoggedExchanges<Caller extends CallerFacts> implements Exchanges<Caller> {
  readonly #parts: ExchangeParts<Caller>

  constructor(parts: ExchangeParts<Caller>) {
    this.#parts = parts
  }

  begin(request: IncomingMessage, routed: Routed<Caller>): Exchange<Caller> {
    return new LoggedExchange(this.#parts, request, routed)
  }
}

class LoggedExchange<Caller extends CallerFacts> implements Exchange<Caller> {
  readonly #parts: ExchangeParts<Caller>
  readonly #routed: Routed<Caller>
  readonly #id: number
  readonly #at: number
  readonly #started: number
  /** Copied, because a stream does not retain its request. */
  readonly #request: () => LoggedRequest
  #ids = NO_IDS
  #refusal: Refused | undefined
  #limits: LoggedLimits | undefined
  #answer: Answer | undefined

  constructor(parts: ExchangeParts<Caller>, request: IncomingMessage, routed: Routed<Caller>) {
    this.#parts = parts
    this.#routed = routed
    this.#id = parts.requests.nextId()
    this.#at = parts.clock.now()
    this.#started = parts.machine.monotonic()
    const { rawHeaders } = request
    const body: BodyCopy | undefined = tapBody(request)
    const { scheme, host } = parts.originOf(request)
    const { method = '', url: target = '/', httpVersion } = request
    const line = { method, origin: `${scheme}://${host}`, target, httpVersion }
    this.#request = () => loggedRequest(line, rawHeaders, body)
  }

  async called(caller: Caller): Promise<void> {
    this.#ids = this.#parts.idsOf(caller)
  }

  async failed(error: unknown): Promise<unknown> {
    this.#refusal = refusedBy(error)
    return error
  }

  answered(
    answer: Answer,
    charge: ChargeResult,
  ): { readonly answer: Answer; readonly decision: ChargeResult } {
    this.#answer = answer
    if (charge !== undefined) {
      const { limit, remaining, reset } = charge
      this.#limits = { limit, remaining, reset }
    }
    return { answer, decision: charge }
  }

  sending(head: string[], { status, text, bytes }: Outgoing): SendResponse | undefined {
    this.#add(head, status, bytes === undefined ? undefined : copyOf(text))
    return undefined
  }

  streaming(head: string[], status: number, body: StreamBody): StreamBody {
    const stream: StreamRecord = { bytes: 0, messages: 0, keepAlives: 0, ms: undefined, ended: undefined }
    const isEndless = this.#answer?.streamLength === undefined
    const isGzip = this.#answer?.headers?.['content-encoding'] === 'gzip'
    const entry = this.#add(head, status, undefined, stream)
    const { machine, requests } = this.#parts
    const started = machine.monotonic()
    const end = (reason: string) => {
      stream.ms = machine.monotonic() - started
      stream.ended = reason
      requests.emit(entry)
    }
    return async (sink) => {
      try {
        const reason = await body(new CountingSink(sink, stream, { isGzip, hasMessages: isEndless }))
        end(typeof reason === 'string' ? reason : sink.isGone ? 'client' : 'complete')
        return reason
      } catch (error) {
        end('failure')
        throw error
      }
    }
  }

  #add(head: string[], status: number, body: BodyCopy | undefined, stream?: StreamRecord): LogEntry {
    const { requests, machine } = this.#parts
    const entry: LogEntry = {
      id: this.#id,
      kind: stream === undefined ? 'request' : 'stream',
      at: this.#at,
      family: this.#routed.family.name,
      endpoint: this.#routed.endpoint,
      ...this.#ids,
      request: this.#request(),
      response: { status, ...loggedMessage(loggedHeaders(head), body) },
      ms: machine.monotonic() - this.#started,
      limits: this.#limits,
      refusal: this.#refusal,
      faults: [],
      stream,
      delivery: undefined,
    }
    requests.add(entry)
    return entry
  }
}
