/** Signs and sends OAuth 1.0a requests according to RFC 5849. Tests can set every part. */
import { createHmac, randomBytes } from 'node:crypto'

/** A key or token with its secret. */
export interface Credential {
  readonly key: string
  readonly secret: string
}

export interface SignedOptions {
  /** The method. The default is POST. */
  readonly method?: string
  readonly consumer: Credential
  readonly token?: Credential
  /** Further `oauth_…` parameters, in the header. */
  readonly oauth?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  /** The timestamp in Unix seconds. The default is the current time. */
  readonly timestamp?: number
}

/** Options of `fetch` for a signed request to `url`. The signature also covers the query. */
export function signedInit(url: string, options: SignedOptions): RequestInit {
  const { method = 'POST', consumer, token, oauth = {}, form } = options
  const protocol: Record<string, string> = {
    oauth_consumer_key: consumer.key,
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(options.timestamp ?? Math.floor(Date.now() / 1000)),
    oauth_version: '1.0',
    ...(token === undefined ? {} : { oauth_token: token.key }),
    ...oauth,
  }
  const { origin, pathname, searchParams } = new URL(url)
  const pairs = [...searchParams, ...Object.entries(form ?? {}), ...Object.entries(protocol)]
  const encoded = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`)
  // A protocol parameter in two locations is signed once, as clients do.
  const parameters = encoded
    .filter((pair, index) => !pair.startsWith('oauth_') || encoded.indexOf(pair) === index)
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&')
  const base = [method, origin + pathname, parameters].map(encode).join('&')
  const key = `${encode(consumer.secret)}&${encode(token?.secret ?? '')}`
  const signature = createHmac('sha1', key).update(base).digest('base64')
  const header = Object.entries({ ...protocol, oauth_signature: signature })
    .map(([name, value]) => `${encode(name)}="${encode(value)}"`)
    .join(', ')
  return {
    method,
    headers: { authorization: `OAuth ${header}` },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  }
}

/** Sends a signed request. */
export function signedFetch(url: string, options: SignedOptions): Promise<Response> {
  return fetch(url, signedInit(url, options))
}

/** The form-encoded values in a successful response, by key. */
export async function formBody(response: Response): Promise<Record<string, string>> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${text}`)
  return Object.fromEntries(new URLSearchParams(text))
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
