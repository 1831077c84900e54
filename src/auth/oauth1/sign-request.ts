/** Signs requests as a client does (RFC 5849 section 3; spec/signatures.md#base-string). */
import { encodePercent } from '../../lib/percent.ts'
import { type Addressee, canonicalAuthority } from './base-string.ts'
import { SigningKey, sign } from './signature.ts'

export interface SigningCredentials {
  readonly consumerKey: string
  readonly consumerSecret: string
  /** The token and its secret; undefined for a request without a token. */
  readonly token: { readonly token: string; readonly secret: string } | undefined
}

export interface RequestToSign extends Omit<Addressee, 'authority'> {
  /** Host and port as in the header `host`. */
  readonly host: string
  /** Decoded parameters of the query and of a form. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

export interface SignedHeader {
  /** Value of the header `authorization`. */
  readonly authorization: string
  readonly baseString: string
  /** The signature as in the header, percent-encoded. */
  readonly signature: string
}

/**
 * The header that signs a request.
 * @param nonce a value that no other request of this second has
 * @param timestamp Unix seconds
 */
export function signRequest(
  { method, scheme, host, path, parameters }: RequestToSign,
  { consumerKey, consumerSecret, token }: SigningCredentials,
  nonce: string,
  timestamp: number,
): SignedHeader {
  const protocol: readonly (readonly [string, string])[] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(timestamp)],
    ...(token === undefined ? [] : [['oauth_token', token.token] as const]),
    ['oauth_version', '1.0'],
  ]
  const url = `${scheme}://${canonicalAuthority(scheme, host) ?? host}${path}`
  const baseString = [method, url, normalized([...parameters, ...protocol])].map(encodePercent).join('&')
  const signature = encodePercent(sign(baseString, new SigningKey(consumerSecret, token?.secret ?? '')))
  const fields = protocol.map(([name, value]) => `${name}="${encodePercent(value)}"`)
  const authorization = `OAuth ${[...fields, `oauth_signature="${signature}"`].join(', ')}`
  return { authorization, baseString, signature }
}

/**
 * The encoded parameters as one text, sorted by encoded name and then by encoded value (RFC 5849 section
 * 3.4.1.3.2).
 */
function normalized(parameters: readonly (readonly [string, string])[]): string {
  return parameters
    .map(([name, value]) => [encodePercent(name), encodePercent(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/**
 * Compares encoded texts. The order of the texts is the order of their bytes, because encoded texts are
 * ASCII.
 */
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
