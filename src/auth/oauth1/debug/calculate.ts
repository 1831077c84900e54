/** Signs a request step by step, for developers who compare each step with their own (spec/signatures.md#base-string). */
import { encodePercent } from '../../../lib/percent.ts'
import { canonicalAuthority } from '../base-string.ts'
import { SigningKey, sign } from '../signature.ts'

export interface CalculatedRequest {
  readonly method: string
  readonly url: URL
  /** Names and values of a form body, in order. */
  readonly form: readonly (readonly [string, string])[]
  readonly consumerKey: string
  readonly token: string | undefined
  /** Unix seconds. */
  readonly timestamp: number
  readonly nonce: string
}

export interface SignedParameter {
  readonly name: string
  readonly value: string
  readonly from: 'header' | 'query' | 'body'
  /** Name and value, each encoded. */
  readonly encoded: string
}

export interface Calculation {
  /** In the order of the base string. */
  readonly parameters: readonly SignedParameter[]
  readonly parameterString: string
  readonly baseUrl: string
  readonly baseString: string
  readonly signature: string
  /** The whole `Authorization` header. */
  readonly authorization: string
}

/** Secrets of the key; `tokenSecret` is `''` without a token. */
export interface CalculatorSecrets {
  readonly consumerSecret: string
  readonly tokenSecret: string
}

export function calculate(request: CalculatedRequest, secrets: CalculatorSecrets): Calculation {
  const { method, url, form, consumerKey, token, timestamp, nonce } = request
  const protocol: readonly (readonly [string, string])[] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(timestamp)],
    ...(token === undefined ? [] : [['oauth_token', token] as const]),
    ['oauth_version', '1.0'],
  ]
  const parameters = [
    ...protocol.map((pair) => signed(pair, 'header')),
    ...[...url.searchParams].map((pair) => signed(pair, 'query')),
    ...form.map((pair) => signed(pair, 'body')),
  ].sort(byEncoded)
  const parameterString = parameters.map(({ encoded }) => encoded).join('&')
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const baseUrl = `${scheme}://${canonicalAuthority(scheme, url.host) ?? url.host}${url.pathname}`
  const baseString = [method.toUpperCase(), baseUrl, parameterString].map(encodePercent).join('&')
  const signature = sign(baseString, new SigningKey(secrets.consumerSecret, secrets.tokenSecret))
  const header = [...protocol, ['oauth_signature', signature] as const]
    .map(([name, value]) => `${encodePercent(name)}="${encodePercent(value)}"`)
    .join(', ')
  return { parameters, parameterString, baseUrl, baseString, signature, authorization: `OAuth ${header}` }
}

function signed([name, value]: readonly [string, string], from: SignedParameter['from']): SignedParameter {
  return { name, value, from, encoded: `${encodePercent(name)}=${encodePercent(value)}` }
}

/**
 * Sorts by encoded name, then by encoded value. Encoded texts are ASCII, so the order of their characters is the order
 * of their bytes.
 */
function byEncoded(a: SignedParameter, b: SignedParameter): number {
  const [one, other] = [encodePercent(a.name), encodePercent(b.name)]
  if (one !== other) return one < other ? -1 : 1
  const [value, next] = [encodePercent(a.value), encodePercent(b.value)]
  return value === next ? 0 : value < next ? -1 : 1
}
