/**
 * Selects and applies the faults of one request. The faults are selected once for the request, and are then applied
 * to its response.
 */
import type { IncomingMessage } from 'node:http'
import { type Answer, EdgeError } from '../../http/endpoint.ts'
import { pathOf } from '../../http/form.ts'
import type { ChargeResult } from '../../http/rate-limit/charge.ts'
import type { Outgoing, SendResponse } from '../../http/stream-response.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { ControlRefused } from '../refused.ts'
import type { FaultInjector, FaultSubject } from './injector.ts'
import { parseFaultHeader } from './parse-plan.ts'
import type { Fault, RequestActions, StreamActions } from './plan.ts'
import {
  ConnectionCut,
  changeHeaders,
  combined,
  faultySend,
  type RequestFault,
  shaped,
  waitFor,
} from './request-faults.ts'
import { type FaultFamily, type FaultVocabulary, namedError } from './vocabulary.ts'

/** A request header with faults for this request only. */
export const FAULT_HEADER = 'aviary-fault'

/** A request header with faults for the stream that this request opens. */
export const STREAM_FAULT_HEADER = 'aviary-stream-fault'

/** A response header that contains the mistake in {@link FAULT_HEADER} or {@link STREAM_FAULT_HEADER}. */
const FAULT_ERROR_HEADER = 'aviary-fault-error'

export interface FaultParts {
  readonly faults: FaultInjector
  /** The clock that measures delays, in real time. */
  readonly machine: Pick<Clock, 'monotonic' | 'after'>
}

/** A request, with the properties by which faults select requests. */
export interface FaultedCall extends Omit<FaultSubject, 'path'> {
  /** Path and query. */
  readonly target: string
}

type StreamFault = Extract<Fault, { readonly on: 'streams' }>

/** The faults that the headers of a request contain. */
interface HeaderFaults {
  readonly request?: RequestFault
  readonly stream?: StreamFault
}

/** Reads the faults that headers contain. @throws {ControlRefused} with line and column */
function faultsOfHeaders({ headers }: IncomingMessage, vocabulary: FaultVocabulary): HeaderFaults {
  const [ofRequest, ofStream] = [headers[FAULT_HEADER], headers[STREAM_FAULT_HEADER]]
  return {
    ...(ofRequest === undefined
      ? {}
      : {
          request: parseFaultHeader(FAULT_HEADER, String(ofRequest), 'requests', vocabulary) as RequestFault,
        }),
    ...(ofStream === undefined
      ? {}
      : {
          stream: parseFaultHeader(
            STREAM_FAULT_HEADER,
            String(ofStream),
            'streams',
            vocabulary,
          ) as StreamFault,
        }),
  }
}

function subjectOf({ target, ...call }: FaultedCall): FaultSubject {
  return { ...call, path: pathOf(target) }
}

export class ExchangeFaults {
  readonly #parts: FaultParts
  readonly #request: IncomingMessage
  #actions: RequestActions = {}
  #names: string[] | undefined
  #headerError: string | undefined
  #ofHeader: HeaderFaults = {}

  constructor(parts: FaultParts, request: IncomingMessage) {
    this.#parts = parts
    this.#request = request
  }

  get names(): readonly string[] {
    return this.#names ?? []
  }

  get isSelected(): boolean {
    return this.#names !== undefined
  }

  /** True if a fault closes the connection before the response. */
  get isCut(): boolean {
    return this.#actions.cut === 'request' || this.#actions.cut === 'answer'
  }

  /** True if a fault closes the connection before or during the response. */
  get isCutSomewhere(): boolean {
    return this.#actions.cut !== undefined
  }

  /** Selects the faults and waits for their delay. @returns the error to send; undefined for the normal response */
  async inject(family: Pick<FaultFamily, 'description'>, call: FaultedCall): Promise<Error | undefined> {
    const { faults, machine } = this.#parts
    const selected: RequestFault[] = faults.isEmpty ? [] : [...faults.select('requests', subjectOf(call))]
    try {
      this.#ofHeader = faultsOfHeaders(this.#request, faults.vocabulary)
      if (this.#ofHeader.request !== undefined) selected.unshift(this.#ofHeader.request)
    } catch (error) {
      if (!(error instanceof ControlRefused)) throw error
      this.#headerError = error.message
      return new EdgeError('bad-request', `the header with a fault: ${error.message}`)
    } finally {
      this.#names = selected.map(({ name }) => name)
    }
    if (selected.length === 0) return undefined
    this.#actions = combined(selected)
    const { delay_ms, cut, error } = this.#actions
    if (delay_ms !== undefined) await waitFor(machine, delay_ms, this.#request)
    if (cut === 'request') return new ConnectionCut('the connection is closed by a fault')
    return error === undefined ? undefined : namedError(family, error)
  }

  /** Selects the faults of an open stream. @returns their actions; undefined if there are no faults */
  ofStream(call: FaultedCall): StreamActions | undefined {
    const { faults } = this.#parts
    const selected: StreamFault[] = faults.isEmpty ? [] : [...faults.select('streams', subjectOf(call))]
    if (this.#ofHeader.stream !== undefined) selected.unshift(this.#ofHeader.stream)
    if (selected.length === 0) return undefined
    this.#names = [...this.names, ...selected.map(({ name }) => name)]
    return Object.assign({}, ...selected.map((fault) => fault.do).reverse()) as StreamActions
  }

  /** The values of the rate-limit headers. After an injected rate-limit error, no requests remain. */
  charged({ status }: Answer, charge: ChargeResult): ChargeResult {
    const isLimited = this.#actions.error !== undefined && (status === 429 || status === 420)
    return isLimited && charge !== undefined ? { ...charge, allowed: false, remaining: 0 } : charge
  }

  shaped(answer: Answer): Answer {
    return shaped(answer, this.#actions.body)
  }

  /** Changes response headers. @param head header names and values, alternating */
  changeHead(head: string[]): void {
    changeHeaders(head, this.#actions.headers)
    if (this.#headerError === undefined) return
    head.push(FAULT_ERROR_HEADER, this.#headerError.replaceAll(/[^ -~]/g, '?'))
  }

  /** Like `ResponseObserver.sending`. */
  send(head: readonly string[], outgoing: Outgoing): SendResponse | undefined {
    return faultySend(this.#parts.machine, this.#actions, head, outgoing)
  }
}
