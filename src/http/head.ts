/**
 * Reads the head of a request. This module validates the target, host and headers before all other steps, and collects
 * facts that later steps need.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { EdgeError } from './endpoint.ts'
import type { RequestOrigin } from './request-origin.ts'

/** Maximum number of headers of a request, for HTTP/1.1 and HTTP/2. */
export const MAX_HEADERS = 100

/**
 * A path with an optional query, in visible ASCII. A fragment is refused, because the router and the signature would
 * use different paths.
 */
const TARGET = /^\/[!-"$-~]*$/

/**
 * Every `authorization` line of a well-formed request, in order. Node's parsed headers contain only the first line.
 * @throws {EdgeError} `bad-request` for a target that is not a path, for a missing host, and for several hosts (RFC
 *   9112 section 3.2; an `:authority` and a `host` must be equal)
 * @throws {EdgeError} `headers-too-large` for too many headers
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
 * Converts an absolute-form target (RFC 9112 section 3.2.2) into a path; its authority overrides the `Host` header. The
 * framework calls this function as `rewriteUrl`.
 */
export function originForm(request: IncomingMessage): string {
  const target = request.url ?? '/'
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? []
  if (authority === undefined) return target
  request.headers.host = authority
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The parts of a request that authentication needs. */
export interface RequestFacts {
  readonly method: string
  /** Scheme that the client used; `https` when a trusted proxy reports it. */
  readonly scheme: 'http' | 'https'
  /** The host as the client sent it, with its port. */
  readonly host: string
  /** Path and query as sent. */
  readonly target: string
  /** Every `authorization` header, in order. */
  readonly authorization: readonly string[]
  readonly contentType: string | undefined
  /** The body when it is a form. */
  readonly form: string | undefined
  /** The `cookie` header, for endpoints of the console. */
  readonly cookie?: string | undefined
}

/** The parts of a request that determine its API days, before authentication. */
export interface DatedRequest extends Omit<RequestFacts, 'form' | 'cookie'> {
  /** A request header by its lower-case name. */
  header(name: string): string | undefined
}

/** The head of a request. @param target path and query as sent */
export function headOf(
  request: FastifyRequest,
  { scheme, host }: RequestOrigin,
  target: string,
): DatedRequest {
  return {
    // Clients sign the method that they send, even when it is HEAD.
    method: request.method,
    scheme,
    host,
    target,
    authorization: readHead(request.raw),
    contentType: request.headers['content-type'],
    header: (name) => headerOf(request, name),
  }
}

/** The facts for authentication. @param form the body when it is a form */
export function factsOf(request: FastifyRequest, head: DatedRequest, form: string | undefined): RequestFacts {
  const { method, scheme, host, target, authorization, contentType } = head
  return { method, scheme, host, target, authorization, contentType, form, cookie: request.headers.cookie }
}

/**
 * A request header; undefined for `range` in a HEAD request, because range requests exist only for GET (RFC 9110
 * section 14.2).
 */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  return name === 'range' && request.method === 'HEAD' ? undefined : request.headers[name]?.toString()
}
