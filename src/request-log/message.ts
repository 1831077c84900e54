/** Converts requests and responses to log entries, with masked secrets. */
import type { IncomingMessage } from 'node:http'
import type { HeaderList } from '../http/headers.ts'
import type { LoggedHeader, LoggedMessage, LoggedRequest } from './entry.ts'
import { maskBody, maskHeader, maskUrl } from './mask.ts'
import { BodyCopy } from './tap-body.ts'

/** @param head header names and values, alternating */
export function loggedHeaders(head: HeaderList): readonly LoggedHeader[] {
  const headers: LoggedHeader[] = []
  for (let at = 0; at < head.length; at += 2) {
    const name = head[at] ?? ''
    headers.push({ name, value: maskHeader(name, head[at + 1] ?? '') })
  }
  return headers
}

/** @param body undefined for a message without a body */
export function loggedMessage(headers: readonly LoggedHeader[], body: BodyCopy | undefined): LoggedMessage {
  if (body === undefined) return { headers, body: undefined, bodyBytes: 0, isCut: false }
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
  const text = isText(type) ? maskBody(body.text(), type) : undefined
  return { headers, body: text, bodyBytes: body.size, isCut: text !== undefined && body.isCut }
}

/** Bodies that are not text, such as pictures, are counted and not stored. */
function isText(type = 'text/plain'): boolean {
  return /^(text|multipart)\/|json|x-www-form-urlencoded|javascript|xml/i.test(type)
}

/** A copy of a complete body. @param max maximum number of bytes to store */
export function copyOf(body: string | Uint8Array, max?: number): BodyCopy {
  const copy = new BodyCopy(max)
  copy.add(typeof body === 'string' ? Buffer.from(body) : body)
  return copy
}

/** The request of an entry. @param body the part of the body that the server has read */
export function loggedRequest(
  request: Pick<LoggedRequest, 'method' | 'origin' | 'target' | 'httpVersion'>,
  rawHeaders: IncomingMessage['rawHeaders'],
  body: BodyCopy | undefined,
): LoggedRequest {
  const message = loggedMessage(loggedHeaders(rawHeaders), body)
  return { ...request, target: maskUrl(request.target), ...message }
}
