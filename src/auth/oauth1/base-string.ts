/**
 * The signature base string (RFC 5849 section 3.4.1; spec/signatures.md#base-string, spec/clients.md#signed-requests).
 */
import { AMPERSAND, writeAscii, writeEncoded, writeEncodedAgain, writeEscape } from './octets.ts'
import type { Pair } from './pairs.ts'

/** The outer scheme of a request: `https` also when a proxy ends TLS. */
export type Scheme = 'http' | 'https'

/** The first two parts of a base string. */
export interface Addressee {
  /** In upper case. */
  readonly method: string
  readonly scheme: Scheme
  /** See {@link canonicalAuthority}. */
  readonly authority: string
  /** As sent, without query. */
  readonly path: string
}

const HOST = /^[a-z0-9._-]+$/
const HOST_AND_PORT = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4})?)?$/
const DEFAULT_PORT: Record<Scheme, string> = { http: '80', https: '443' }
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * The authority as it is signed: host in lower case, and the port unless it is the scheme's default.
 *
 * Returns `undefined` when `host` (a `Host` header or `:authority`, port included) is not just a host and
 * port. This matters: a `Host` of `example.com/1.1` with the path `/a` would otherwise carry the signature
 * of `/1.1/a` to another endpoint.
 */
export function canonicalAuthority(scheme: Scheme, host: string): string | undefined {
  if (HOST.test(host)) return host
  const parts = HOST_AND_PORT.exec(host.toLowerCase())
  if (parts === null) return undefined
  const [, name, port] = parts
  return port === undefined || port === DEFAULT_PORT[scheme] ? name : `${name}:${port}`
}

/**
 * Cuts a request target into path and query (`''` for none, and for a bare trailing `?`).
 *
 * Returns `undefined` unless it begins with `/`, and when it holds a `#`: RFC 9112 knows no fragment in a
 * request target, and a router that took one for a query would read parameters that nobody signed.
 */
export function splitTarget(target: string): { path: string; query: string } | undefined {
  if (!target.startsWith('/') || target.includes('#')) return undefined
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, query: '' }
  return { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** Whether a body of this content type enters the base string: only `application/x-www-form-urlencoded`. */
export function isFormType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  if (contentType === FORM_TYPE) return true
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === FORM_TYPE
}

/** Most octets that {@link writeBaseString} may write. */
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

/** Writes the base string of an addressee and of sorted pairs at `at`, as ASCII, and returns where it ends. */
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
  // By index, as in sort.ts: in this path for-of makes a loop twice as slow.
  for (let index = 0; index < sorted.length; index += 1) {
    const pair = sorted[index] as Pair
    if (index > 0) end = writeEscape(octets, end, 0x32, 0x36)
    end = writeEncodedAgain(octets, end, pair.octets, pair.nameStart, pair.nameEnd)
    end = writeEscape(octets, end, 0x33, 0x44)
    end = writeEncodedAgain(octets, end, pair.octets, pair.valueStart, pair.valueEnd)
  }
  return end
}
