/** Observes requests and may change their responses. Only test mode has an observer; without one this costs nothing. */
import type { IncomingMessage } from 'node:http'
import type { Answer, CallerFacts, Family } from './endpoint.ts'
import type { ChargeResult } from './rate-limit/charge.ts'
import type { ResponseObserver } from './stream-response.ts'

/** Facts about a request that the router found. */
export interface Routed<Caller extends CallerFacts> {
  /** The id that the response states as `x-transaction`. */
  readonly transaction: string
  readonly family: Pick<Family<Caller, never>, 'name' | 'description'>
  /** The declared path, such as `/2/tweets/:id`; undefined for a request without an endpoint. */
  readonly endpoint: string | undefined
}

export interface Exchanges<Caller extends CallerFacts> {
  /** Called at the beginning of every request. */
  begin(request: IncomingMessage, routed: Routed<Caller>): Exchange<Caller>
}

/** One request with its response. Methods are called in this order, each at most once. */
export interface Exchange<Caller extends CallerFacts> extends ResponseObserver {
  /** Called when the caller was charged, before the handler. @throws an error that is answered in place of the handler's */
  called(caller: Caller): Promise<void>
  /** Called with the error that is about to be answered. @returns the error that is answered */
  failed(error: unknown): Promise<unknown>
  /** Called with the answer. @returns the answer to send, and the charge that its headers state */
  answered(answer: Answer, charge: ChargeResult): { readonly answer: Answer; readonly decision: ChargeResult }
}
