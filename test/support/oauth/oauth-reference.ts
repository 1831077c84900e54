/**
 * A reference implementation of OAuth 1.0a signing, step by step from RFC 5849 and without the code of the
 * server. Tests compare the server with this implementation.
 */
import { createHmac } from 'node:crypto'

export type NameAndValue = readonly [name: string, value: string]

/** Percent-encodes a text byte by byte (section 3.6). */
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
 * The base string (section 3.4.1). `host` includes the signed port, if there is one. `parameters` are decoded
 * and do not include `realm` and `oauth_signature`.
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

/** The signature: base64 of the HMAC-SHA1 (section 3.4.2). */
export function signByTheRfc(baseString: string, consumerSecret: string, tokenSecret: string): string {
  const key = `${encodeByTheRfc(consumerSecret)}&${encodeByTheRfc(tokenSecret)}`
  return createHmac('sha1', key).update(baseString).digest('base64')
}

/** The header (section 3.5.1), with any separator between the parameters. */
export function headerByTheRfc(parameters: readonly NameAndValue[], separator = ', '): string {
  const pairs = parameters.map(([name, value]) => `${encodeByTheRfc(name)}="${encodeByTheRfc(value)}"`)
  return `OAuth ${pairs.join(separator)}`
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
