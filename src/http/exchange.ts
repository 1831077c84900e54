/**
 * Observers of requests. `Exchanges` exists only in test mode, and may change the responses. A `RequestRecorder`
 * records requests for the owners of apps. A recorder is called for every request, so it must be fast.
 */
import type { IncomingMessage } from 'node:http'
import type { Answer, CallerFacts, Family } from './endpoint.ts'
import type { ChargeResult } from './rate-limit/charge.ts'
import type { ResponseObserver } from './stream-response.ts'

/** Facts that the router found about a request. */
export interface Routed<Caller extends CallerFacts> {
  /** The id in the response header `x-transaction`. */
  readonly transaction: string
  readonly family: Pick<Family<Caller, never>, 'name' | 'description'>
  /** The declared path, such as `/2/tweets/:id`; undefined for a request without an endpoint. */
  readonly endpoint: string | undefined
}

export interface Exchanges<Caller extends CallerFacts> {
  /** Called at the beginning of every request. */
  begin(request: IncomingMessage, routed: Routed<Caller>): Exchange<Caller>
}

/**
 * One request with its response. The methods are called in the order in which they are declared here, each at
 * most once.
 */
export interface Exchange<Caller extends CallerFacts> extends ResponseObserver {
  /**
   * Called after the rate limit charge and before the handler.
   * @throws the error to send in place of the handler's response
   */
  called(caller: Caller): Promise<void>
  /** Called with an error before the response to it is sent. @returns the error to use instead */
  failed(error: unknown): Promise<unknown>
  /** Called with the response. @returns the response to send, and the charge that the rate limit headers show */
  answered(answer: Answer, charge: ChargeResult): { readonly answer: Answer; readonly decision: ChargeResult }
}

export interface RequestRecorder<Caller extends CallerFacts> {
  /** Called at the beginning of a request. @returns undefined while no app records its requests and responses */
  begin(request: IncomingMessage): ResponseObserver | undefined
  /** Called once, before the response is sent. */
  answered(request: AnsweredRequest<Caller>): void
}

export interface AnsweredRequest<Caller extends CallerFacts> {
  /** The id in the response header `x-transaction`. */
  readonly transaction: string
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  /** Name of the family. */
  readonly family: string
  /** The declared path. */
  readonly endpoint: string
  readonly status: number
  readonly milliseconds: number
  /** The caller; undefined for a request that was not authenticated. */
  readonly caller: Caller | undefined
  /** The error that the response reports; undefined for a success. */
  readonly error: unknown
  /** The body of the response, if it is a text. */
  readonly body: string | undefined
  readonly charge: ChargeResult
  /** The result of {@link RequestRecorder.begin}. */
  readonly messages: ResponseObserver | undefined
}

/**
 * Returns an observer that calls both observers. The second observer gets the stream body that the first one returned.
 * If both return a function that sends the response, the function of the second observer is used.
 */
export function bothObservers(
  first: ResponseObserver | undefined,
  second: ResponseObserver | undefined,
): ResponseObserver | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return {
    sending(head, outgoing) {
      const send = first.sending(head, outgoing)
      return second.sending(head, outgoing) ?? send
    },
    streaming: (head, status, body) => second.streaming(head, status, first.streaming(head, status, body)),
  }
}
