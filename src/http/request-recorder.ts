/** Records requests for the owners of the apps that made them. Called for every request, so a recorder must be cheap. */
import type { IncomingMessage } from 'node:http'
import type { CallerFacts } from './endpoint.ts'
import type { ChargeResult } from './rate-limit/charge.ts'
import type { ResponseObserver } from './stream-response.ts'

export interface RequestRecorder<Caller extends CallerFacts> {
  /** Called at the beginning of a request. @returns undefined while the messages of no app are recorded */
  begin(request: IncomingMessage): ResponseObserver | undefined
  /** Called once, before the response is sent. */
  answered(request: AnsweredRequest<Caller>): void
}

export interface AnsweredRequest<Caller extends CallerFacts> {
  /** The id that the response states as `x-transaction`. */
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
  /** Undefined for a request that was not authenticated. */
  readonly caller: Caller | undefined
  /** The reason of a refusal; undefined for a success. */
  readonly error: unknown
  /** The body of the answer, if it is a text. */
  readonly body: string | undefined
  readonly charge: ChargeResult
  /** The result of {@link RequestRecorder.begin}. */
  readonly messages: ResponseObserver | undefined
}

/** An observer that calls both, the second one with the body of the first one. */
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
