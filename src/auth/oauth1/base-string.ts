/**
 * The signature base string (RFC 5849 section 3.4.1; spec/signatures.md#base-string, spec/clients.md#signed-requests).
 */
import { AMPERSAND, writeAscii, writeEncoded, writeEncodedAgain, writeEscape } from './octets.ts'
import type { Pair } from './pairs.ts'

/** The scheme that the client used: `https` also if a proxy terminates TLS. */
export type Scheme = 'http' | 'https'

/** The request method and the URL without query: the first two parts of a base string. */
export interface Addressee {
  /** In upper case. */
  readonly method: string
  readonly scheme: Scheme
  /** The authority in the form of {@link canonicalAuthority}. */
  readonly authority: string
  /** As received, without query. */
  readonly path: string
}

const HOST = /^[a-z0-9._-]+$/
const HOST_AND_PORT = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4})?)?$/
const DEFAULT_PORT: Record<Scheme, string> = { http: '80', https: '443' }
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * The authority in the base string: the host in lower case, and the port unless it is the scheme's default.
 *
 * Returns undefined unless `host` (a `Host` header or `:authority`) is exactly a host with an optional port. Otherwise
 * a `Host` of `example.com/1.1` with the path `/a` could reuse the signature of `/1.1/a` for another endpoint.
 */
export function canonicalAuthority(scheme: Scheme, host: string): string | undefined {
  if (HOST.test(host)) return host
  const parts = HOST_AND_PORT.exec(host.toLowerCase())
  if (parts === null) return undefined
  const [, name, port] = parts
  return port === undefined || port === DEFAULT_PORT[scheme] ? name : `${name}:${port}`
}

/**
 * Splits a request target into path and query. The query is `''` if the target has no `?` or ends in a bare `?`.
 *
 * Returns undefined if the target does not begin with `/` or contains `#`. RFC 9112 allows no fragment in a request
 * target, and a router that treats a fragment as a query would read unsigned parameters.
 */
export function splitTarget(target: string): { path: string; query: string } | undefined {
  if (!target.startsWith('/') || target.includes('#')) return undefined
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, query: '' }
  return { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** True if a body of this content type is part of the base string: only `application/x-www-form-urlencoded`. */
export function isFormType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  if (contentType === FORM_TYPE) return true
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === FORM_TYPE
}

/** Upper bound of the bytes that {@link writeBaseString} writes. */
export function baseStringBound(
  { method, scheme, authority, path }: Addressee,
  sorted: readonly Pair[],
): number {
  const address = 16 + 9 * (method.length + scheme.length + authority.length + path.length)
  return sorted.reduce((bound, pair) => bound + pairBound(pair), address)
}

function pairBound({ nameStart, nameEnd, valueStart, valueEnd }: Pair): number {
  return 6 + 2 * (nameEnd - nameStart + valueEnd - valueStart)
}

/**
 * Writes the base string of an addressee and sorted pairs as ASCII, from the position `at`.
 * @returns the end position
 */
export function writeBaseString(
  octets: Uint8Array,
  at: number,
  { method, scheme, authority, path }: Addressee,
  sorted: readonly Pair[],
): number {
  let end = writeEncoded(octets, at, method)
  octets[end] = AMPERSAND
  end = writeAscii(octets, end + 1, `${scheme}%3A%2F%2F`)
  end = writeEncoded(octets, end, authority)
  end = writeEncoded(octets, end, path)
  octets[end] = AMPERSAND
  return writePairs(octets, end + 1, sorted)
}

function writePairs(octets: Uint8Array, at: number, sorted: readonly Pair[]): number {
  let end = at
  // The loop uses an index, as in sort.ts, because for-of takes twice as long in this hot loop.
  for (let index = 0; index < sorted.length; index += 1) {
    const pair = sorted[index] as Pair
    if (index > 0) end = writeEscape(octets, end, 0x32, 0x36)
    end = writeEncodedAgain(octets, end, pair.octets, pair.nameStart, pair.nameEnd)
    end = writeEscape(octets, end, 0x33, 0x44)
    end = writeEncodedAgain(octets, end, pair.octets, pair.valueStart, pair.valueEnd)
  }
  return end
}
