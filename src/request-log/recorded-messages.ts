/** Copies the headers and bodies of a request whose app is being recorded. */
import type { IncomingMessage } from 'node:http'
import type { Outgoing, ResponseObserver, StreamBody } from '../http/stream-response.ts'
import type { LoggedRequest, LoggedResponse } from './entry.ts'
import { copyOf, loggedHeaders, loggedMessage, loggedRequest } from './message.ts'
import { type BodyCopy, tapBody } from './tap-body.ts'

/** Maximum number of bytes of each body that are stored. */
export const MAX_RECORDED_BODY_BYTES: number = 16 * 1024

/** Returns the scheme and host of a request, in the form in which the client used them. */
export type OriginOf = (request: IncomingMessage) => { readonly scheme: string; readonly host: string }

/** A request and its response, with masked secrets. */
export interface Messages {
  readonly request: LoggedRequest
  readonly response: LoggedResponse
}

/**
 * Copies and masks the messages of a request only if {@link RecordedMessages.store} is set. For most requests it is
 * not set, because their apps have no recording.
 */
export class RecordedMessages implements ResponseObserver {
  readonly #line: Pick<LoggedRequest, 'method' | 'origin' | 'target' | 'httpVersion'>
  readonly #rawHeaders: string[]
  readonly #body: BodyCopy | undefined
  /** Called with the messages before the response is written. If it is undefined, nothing is recorded. */
  store: ((messages: Messages) => void) | undefined

  constructor(request: IncomingMessage, originOf: OriginOf) {
    const { method = '', url: target = '/', httpVersion } = request
    const { scheme, host } = originOf(request)
    this.#line = { method, origin: `${scheme}://${host}`, target, httpVersion }
    this.#rawHeaders = request.rawHeaders
    this.#body = tapBody(request, MAX_RECORDED_BODY_BYTES)
  }

  sending(head: string[], { status, text, bytes }: Outgoing): undefined {
    this.#store(head, status, bytes === undefined ? undefined : text)
  }

  streaming(head: string[], status: number, body: StreamBody): StreamBody {
    this.#store(head, status, undefined)
    return body
  }

  #store(head: readonly string[], status: number, body: string | Uint8Array | undefined): void {
    if (this.store === undefined) return
    const copy = body === undefined ? undefined : copyOf(body, MAX_RECORDED_BODY_BYTES)
    const request = loggedRequest(this.#line, this.#rawHeaders, this.#body)
    this.store({ request, response: { status, ...loggedMessage(loggedHeaders(head), copy) } })
  }
}
