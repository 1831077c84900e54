/** The signature base string (RFC 5849 section 3.4.1; common.md section 5, clients.md "Signatures"). */
import type { Parameter } from './parameters.ts'
import { encodePercent } from './percent.ts'

/** The outer scheme of a request: `https` also when a proxy ends TLS. */
export type Scheme = 'http' | 'https'

const AUTHORITY = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4})?)?$/
const DEFAULT_PORT: Record<Scheme, string> = { http: '80', https: '443' }
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * The base URI: scheme and host in lower case, port unless it is the scheme's default, path exactly as sent.
 *
 * Returns `undefined` when `host` (a `Host` header or `:authority`, port included) is not just a host and
 * port. This matters: a `Host` of `example.com/1.1` with the path `/a` would otherwise carry the signature
 * of `/1.1/a` to another endpoint.
 */
export function baseUri(scheme: Scheme, host: string, path: string): string | undefined {
  const authority = AUTHORITY.exec(host.toLowerCase())
  if (authority === null) return undefined
  const [, name, port] = authority
  const shown = port === undefined || port === DEFAULT_PORT[scheme] ? name : `${name}:${port}`
  return `${scheme}://${shown}${path}`
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

/** Joins method, base URI and sorted parameters to the base string. */
export function joinBaseString(method: string, uri: string, sorted: readonly Parameter[]): string {
  return `${encodePercent(method.toUpperCase())}&${encodePercent(uri)}&${joinParameters(sorted)}`
}

/** The third part of a base string: the sorted parameters, joined and encoded once more. */
export function joinParameters(sorted: readonly Parameter[]): string {
  let joined = ''
  for (const { name, value, encodedName, encodedValue } of sorted) {
    if (joined !== '') joined += '%26'
    joined += encodedName === name ? name : encodeAgain(encodedName)
    joined += '%3D'
    joined += encodedValue === value ? value : encodeAgain(encodedValue)
  }
  return joined
}

// Of the characters in encoded text only the percent sign needs encoding again.
function encodeAgain(encoded: string): string {
  return encoded.replaceAll('%', '%25')
}
