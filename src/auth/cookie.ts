/** Reads cookies (RFC 6265bis) by name, and sets them with the attributes of this server. */

/** The value of the first cookie with the given name in a `cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
}

/**
 * The name of a cookie in requests and responses. With TLS the name has a prefix that prevents other hosts of the same
 * domain from setting the cookie (RFC 6265bis section 4.1.3.2).
 */
export function cookieNameFor(scheme: 'http' | 'https', name: string): string {
  return scheme === 'https' ? `__Host-${name}` : name
}

/** Attributes that differ between cookies. */
export interface CookieAttributes {
  readonly scheme: 'http' | 'https'
  readonly sameSite: 'Lax' | 'Strict'
  /** Lifetime in seconds; 0 removes the cookie. If undefined, the cookie lasts until the browser closes. */
  readonly seconds: number | undefined
}

/**
 * The `set-cookie` header of a cookie that no script can read.
 * @param name the name of the cookie, without the prefix that {@link cookieNameFor} adds
 */
export function setCookie(
  name: string,
  value: string,
  { scheme, sameSite, seconds }: CookieAttributes,
): Readonly<Record<'set-cookie', string>> {
  const attributes = ['Path=/', 'HttpOnly', `SameSite=${sameSite}`]
  if (scheme === 'https') attributes.push('Secure')
  if (seconds !== undefined) attributes.push(`Max-Age=${seconds}`)
  return { 'set-cookie': [`${cookieNameFor(scheme, name)}=${value}`, ...attributes].join('; ') }
}
