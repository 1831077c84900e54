/** What every request must get right before anything of it is looked at: its target, its host, its headers. */
import type { IncomingMessage } from 'node:http'
import { EdgeError } from './endpoint.ts'

/** Most headers of a request; HTTP/2 is told the same number. */
export const MAX_HEADERS = 100

/** A path with a query, in visible ASCII. With a fragment, router and signature would not mean the same path. */
const TARGET = /^\/[!-"$-~]*$/

/**
 * Every `authorization` line of a well-formed request, in order: Node's parsed headers show only the first.
 * @throws {EdgeError} `bad-request` for a target that is no path, and unless there is one host (RFC 9112 section
 *   3.2; an `:authority` and a `host` must agree); `headers-too-large` for too many headers
 */
export function readHead(request: IncomingMessage): readonly string[] {
  if (!TARGET.test(request.url ?? '')) throw bad('the request target is not a path with a query')
  const { rawHeaders } = request
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    throw new EdgeError('headers-too-large', `there are more than ${MAX_HEADERS} headers`)
  }
  const authorization: string[] = []
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
    else if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) {
      authorization.push(rawHeaders[at + 1] ?? '')
    }
  }
  requireHost(request, hosts)
  return authorization
}

const HOST = 'host'
const AUTHORIZATION = 'authorization'

function requireHost({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage, hosts: number): void {
  if (hosts > 1) throw bad('there is more than one Host header')
  const authority = headers[':authority']
  if (authority !== undefined) {
    if (hosts === 1 && headers.host !== authority) throw bad('Host and :authority do not agree')
  } else if (hosts === 0 && (httpVersionMajor > 1 || httpVersionMinor > 0))
    throw bad('there is no Host header')
}

function bad(message: string): EdgeError {
  return new EdgeError('bad-request', message)
}

/**
 * Turns a target that is a whole URL (RFC 9112 section 3.2.2) into a path, and lets its authority go before the
 * `Host` header; for the framework's `rewriteUrl`.
 */
export function originForm(request: IncomingMessage): string {
  const target = request.url ?? '/'
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? []
  if (authority === undefined) return target
  request.headers.host = authority
  return rest.startsWith('/') ? rest : `/${rest}`
}
