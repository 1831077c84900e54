/** Validates the target, the host and the headers of every request before anything else. */
import type { IncomingMessage } from 'node:http'
import { EdgeError } from './endpoint.ts'

/** Headers of a request, for HTTP/1.1 and HTTP/2. */
export const MAX_HEADERS = 100

/** A path with a query, in visible ASCII. No fragment: router and signature would disagree about the path. */
const TARGET = /^\/[!-"$-~]*$/

/**
 * Every `authorization` line of a well-formed request, in order: Node's parsed headers contain only the first.
 * @throws {EdgeError} `bad-request` for a target that is not a path, and unless there is exactly one host (RFC 9112
 * section
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
 * Converts an absolute-form target (RFC 9112 section 3.2.2) into a path; its authority overrides the `Host` header.
 * For the framework's `rewriteUrl`.
 */
export function originForm(request: IncomingMessage): string {
  const target = request.url ?? '/'
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? []
  if (authority === undefined) return target
  request.headers.host = authority
  return rest.startsWith('/') ? rest : `/${rest}`
}
