/** Messages of the log, with secrets masked. */
import type { IncomingMessage } from 'node:http'
import type { HeaderList } from '../http/headers.ts'
import type { LoggedHeader, LoggedMessage, LoggedRequest } from './entry.ts'
import { maskBody, maskHeader, maskUrl } from './mask.ts'
import { BodyCopy } from './tap-body.ts'

/** @param head names and values in turn */
export function loggedHeaders(head: HeaderList): readonly LoggedHeader[] {
  const headers: LoggedHeader[] = []
  for (let at = 0; at < head.length; at += 2) {
    const name = head[at] ?? ''
    headers.push({ name, value: maskHeader(name, head[at + 1] ?? '') })
  }
  return headers
}

/** @param body undefined for no body */
export function loggedMessage(headers: readonly LoggedHeader[], body: BodyCopy | undefined): LoggedMessage {
  if (body === undefined) return { headers, body: undefined, bodyBytes: 0, isCut: false }
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
  const text = isText(type) ? maskBody(body.text(), type) : undefined
  return { headers, body: text, bodyBytes: body.size, isCut: text !== undefined && body.isCut }
}

/** Pictures and other bytes are counted and not stored. */
function isText(type = 'text/plain'): boolean {
  return /^(text|multipart)\/|json|x-www-form-urlencoded|javascript|xml/i.test(type)
}

/** A body that is complete already. @param max bytes that are stored */
export function copyOf(body: string | Uint8Array, max?: number): BodyCopy {
  const copy = new BodyCopy(max)
  copy.add(typeof body === 'string' ? Buffer.from(body) : body)
  return copy
}

/** The request itself. @param body the part of the body that was read */
export function loggedRequest(
  request: Pick<LoggedRequest, 'method' | 'origin' | 'target' | 'httpVersion'>,
  rawHeaders: IncomingMessage['rawHeaders'],
  body: BodyCopy | undefined,
): LoggedRequest {
  const message = loggedMessage(loggedHeaders(rawHeaders), body)
  return { ...request, target: maskUrl(request.target), ...message }
}
