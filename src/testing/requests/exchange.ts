/** Records a request with its response, and applies faults to it. */
import type { IncomingMessage } from 'node:http'
import type { Answer, CallerFacts } from '../../http/endpoint.ts'
import type { Exchange, Exchanges, Routed } from '../../http/exchange.ts'
import type { ChargeResult } from '../../http/rate-limit/charge.ts'
import {
  type Outgoing,
  runWithoutReader,
  type SendResponse,
  type StreamBody,
} from '../../http/stream-response.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry, LoggedLimits, LoggedRequest, Refused, StreamRecord } from '../../request-log/entry.ts'
import { copyOf, loggedHeaders, loggedMessage, loggedRequest } from '../../request-log/message.ts'
import { refusedBy } from '../../request-log/refusal.ts'
import { type BodyCopy, tapBody } from '../../request-log/tap-body.ts'
import { ExchangeFaults, type FaultedCall, type FaultParts } from '../faults/exchange-faults.ts'
import { FaultySink } from '../faults/faulty-sink.ts'
import type { RequestLog } from './log.ts'
import { CountingSink } from './observed-stream.ts'

/** The app and the user that the caller of a request has. */
export interface CallerIds {
  readonly appId: bigint | undefined
  readonly userId: bigint | undefined
}

export interface ExchangeParts<Caller extends CallerFacts> extends FaultParts {
  readonly requests: RequestLog
  /** The server's clock. */
  readonly clock: Pick<Clock, 'now'>
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

interface Streamed {
  readonly stream: StreamRecord
  /** True for a stream; false for the download of a file. */
  readonly hasMessages: boolean
}

function reasonOf(reason: unknown, isOfFault: boolean, isGone: boolean): string {
  if (isOfFault) return 'fault'
  return typeof reason === 'string' ? reason : isGone ? 'client' : 'complete'
}

class LoggedExchange<Caller extends CallerFacts> implements Exchange<Caller> {
  readonly #parts: ExchangeParts<Caller>
  readonly #routed: Routed<Caller>
  readonly #id: number
  readonly #at: number
  readonly #started: number
  /**
   * Makes the logged request. Called when the response begins, because the body is copied while the request is read.
   */
  readonly #request: () => LoggedRequest
  #ids = NO_IDS
  #refusal: Refused | undefined
  #limits: LoggedLimits | undefined
  #answer: Answer | undefined
  readonly #line: Pick<LoggedRequest, 'method' | 'target'>
  readonly #faults: ExchangeFaults

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
    this.#line = line
    this.#faults = new ExchangeFaults(parts, request)
    this.#request = () => loggedRequest(line, rawHeaders, body)
  }

  async called(caller: Caller): Promise<void> {
    this.#ids = this.#parts.idsOf(caller)
    const error = await this.#inject()
    if (error !== undefined) throw error
  }

  async failed(reason: unknown): Promise<unknown> {
    // Faults also apply to a request that fails before its caller is known.
    const error = this.#faults.isSelected ? reason : ((await this.#inject()) ?? reason)
    this.#refusal = refusedBy(error)
    return error
  }

  #inject(): Promise<Error | undefined> {
    return this.#faults.inject(this.#routed.family, this.#call())
  }

  #call(): FaultedCall {
    return { ...this.#line, endpoint: this.#routed.endpoint, ...this.#ids }
  }

  answered(
    answer: Answer,
    charge: ChargeResult,
  ): { readonly answer: Answer; readonly decision: ChargeResult } {
    this.#answer = answer
    const decision = this.#faults.charged(answer, charge)
    if (decision !== undefined) {
      const { limit, remaining, reset } = decision
      this.#limits = { limit, remaining, reset }
    }
    return { answer: this.#faults.shaped(answer), decision }
  }

  sending(head: string[], outgoing: Outgoing): SendResponse | undefined {
    const { status, text, bytes } = outgoing
    this.#faults.changeHead(head)
    this.#add(head, status, bytes === undefined ? undefined : copyOf(text))
    return this.#faults.send(head, outgoing)
  }

  streaming(head: string[], status: number, body: StreamBody): StreamBody {
    const stream: StreamRecord = { bytes: 0, messages: 0, keepAlives: 0, ms: undefined, ended: undefined }
    this.#faults.changeHead(head)
    const { disconnects } = this.#answer ?? {}
    const hasMessages = disconnects !== undefined
    const isGzip = this.#answer?.headers?.['content-encoding'] === 'gzip'
    const actions = hasMessages ? this.#faults.ofStream(this.#call()) : undefined
    const entry = this.#add(head, status, undefined, { stream, hasMessages })
    const { machine, requests } = this.#parts
    const started = machine.monotonic()
    const end = (reason: string) => {
      stream.ms = machine.monotonic() - started
      stream.ended = reason
      requests.emit(entry)
    }
    return async (sink) => {
      if (this.#faults.isCutSomewhere) {
        await runWithoutReader(body)
        return end('fault')
      }
      const counting = new CountingSink(sink, stream, { isGzip, hasMessages })
      try {
        const faulty =
          actions && disconnects && new FaultySink(counting, actions, { machine, isGzip, disconnects })
        const reason = await body(faulty ?? counting)
        await faulty?.finished()
        end(reasonOf(reason, faulty?.isOver === true, sink.isGone))
        return reason
      } catch (error) {
        end('failure')
        throw error
      }
    }
  }

  #add(head: string[], status: number, body: BodyCopy | undefined, streamed?: Streamed): LogEntry {
    const { requests, machine } = this.#parts
    const entry: LogEntry = {
      id: this.#id,
      kind: streamed?.hasMessages === true ? 'stream' : 'request',
      at: this.#at,
      family: this.#routed.family.name,
      endpoint: this.#routed.endpoint,
      ...this.#ids,
      request: this.#request(),
      response: this.#faults.isCut ? undefined : { status, ...loggedMessage(loggedHeaders(head), body) },
      ms: machine.monotonic() - this.#started,
      limits: this.#limits,
      refusal: this.#refusal,
      faults: this.#faults.names,
      stream: streamed?.stream,
      delivery: undefined,
    }
    requests.add(entry)
    return entry
  }
}
