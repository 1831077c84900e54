/**
 * Reference implementation of OAuth 1.0a signing, step by step from RFC 5849, without any code of the server. Tests
 * compare the server with it.
 */
import { createHmac } from 'node:crypto'

export type NameAndValue = readonly [name: string, value: string]

/** Section 3.6: octet by octet. */
export function encodeByTheRfc(text: string): string {
  let encoded = ''
  for (const octet of Buffer.from(text, 'utf8')) {
    const character = String.fromCharCode(octet)
    const isUnreserved = octet < 0x80 && /[A-Za-z0-9._~-]/.test(character)
    encoded += isUnreserved ? character : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return encoded
}

/**
 * Section 3.4.1. `host` includes the port to be signed, if any; `parameters` are decoded, without `realm` and
 * `oauth_signature`.
 */
export function baseStringByTheRfc(
  { method, scheme, host, path }: { method: string; scheme: string; host: string; path: string },
  parameters: readonly NameAndValue[],
): string {
  const encoded = parameters.map(([name, value]) => [encodeByTheRfc(name), encodeByTheRfc(value)] as const)
  encoded.sort(([a, b], [c, d]) => compare(a, c) || compare(b, d))
  return [
    method.toUpperCase(),
    `${scheme}://${host.toLowerCase()}${path}`,
    encoded.map(([name, value]) => `${name}=${value}`).join('&'),
  ]
    .map(encodeByTheRfc)
    .join('&')
}

/** Section 3.4.2: base64 of the HMAC-SHA1. */
export function signByTheRfc(baseString: string, consumerSecret: string, tokenSecret: string): string {
  const key = `${encodeByTheRfc(consumerSecret)}&${encodeByTheRfc(tokenSecret)}`
  return createHmac('sha1', key).update(baseString).digest('base64')
}

/** Section 3.5.1, with any separator. */
export function headerByTheRfc(parameters: readonly NameAndValue[], separator = ', '): string {
  const pairs = parameters.map(([name, value]) => `${encodeByTheRfc(name)}="${encodeByTheRfc(value)}"`)
  return `OAuth ${pairs.join(separator)}`
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
