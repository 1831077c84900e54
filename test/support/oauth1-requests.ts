/**
 * OAuth 1.0a requests as the server sees them, signed by a plain reading of RFC 5849 that shares no code with
 * the server. Where a test tampers with one, it changes what {@link signedFacts} returns.
 */
import { createHmac } from 'node:crypto'
import type { RequestFacts } from '../../src/auth/oauth1/credentials.ts'

export const CONSUMER_SECRET = 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw'
export const TOKEN_SECRET = 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

export type Pairs = readonly (readonly [name: string, value: string])[]

export interface Draft {
  readonly method?: string
  readonly scheme?: 'http' | 'https'
  readonly host?: string
  readonly target?: string
  readonly contentType?: string
  readonly form?: string
  /** Changes to the usual `oauth_*` parameters; `undefined` leaves one out. */
  readonly oauth?: Readonly<Record<string, string | undefined>>
  /** Where the `oauth_*` parameters go; the header by default. */
  readonly place?: 'header' | 'query' | 'form'
  readonly consumerSecret?: string
  readonly tokenSecret?: string
}

const USUAL = {
  oauth_consumer_key: 'xvz1evFS4wEEPTGEFPHBog',
  oauth_nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
  oauth_signature_method: 'HMAC-SHA1',
  oauth_timestamp: '1318622958',
  oauth_token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  oauth_version: '1.0',
}

/** A request that carries everything its sender signed. */
export function signedFacts(draft: Draft = {}): RequestFacts {
  const unsigned = facts(draft)
  const oauth = Object.entries({ ...USUAL, ...draft.oauth }).filter(isPresent)
  const { consumerSecret = CONSUMER_SECRET, tokenSecret = TOKEN_SECRET } = draft
  const text = baseString(unsigned, [...sentPairs(unsigned), ...oauth])
  const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`
  const signature = createHmac('sha1', key).update(text).digest('base64')
  return carrying(unsigned, draft.place ?? 'header', [...oauth, ['oauth_signature', signature]])
}

function isPresent(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}

/** A request without credentials. */
export function facts({
  method = 'GET',
  scheme = 'https',
  host = 'api.example.com',
  ...draft
}: Draft): RequestFacts {
  const { target = '/1.1/followers/ids.json', form } = draft
  const contentType = draft.contentType ?? (form === undefined ? undefined : FORM_TYPE)
  return { method, scheme, host, target, authorization: [], contentType, form }
}

/** The same request with these pairs added in one place. */
export function carrying(
  request: RequestFacts,
  place: 'header' | 'query' | 'form',
  pairs: Pairs,
): RequestFacts {
  const { target, form } = request
  const text = formText(pairs)
  switch (place) {
    case 'header':
      return { ...request, authorization: [header(pairs)] }
    case 'query':
      return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${text}` }
    case 'form':
      return { ...request, contentType: FORM_TYPE, form: form === undefined ? text : `${form}&${text}` }
  }
}

/** An `Authorization` header of these pairs. */
export function header(pairs: Pairs, separator = ', '): string {
  return `OAuth ${pairs.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(separator)}`
}

/** `a=1&b=2`, encoded as in a base string. */
export function formText(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

/** The pairs of query and form as any decoder of forms sees them. */
export function sentPairs({ target, contentType, form }: RequestFacts): Pairs {
  const query = target.split('?').slice(1).join('?')
  const signedForm = contentType?.startsWith(FORM_TYPE) ? (form ?? '') : ''
  return [...new URLSearchParams(query), ...new URLSearchParams(signedForm)]
}

/** The base string of RFC 5849 section 3.4.1. */
export function baseString({ method, scheme, host, target }: RequestFacts, pairs: Pairs): string {
  const { origin } = new URL(`${scheme}://${host}`)
  const [path = ''] = target.split('?', 1)
  const parameters = pairs
    .map(([name, value]) => [Buffer.from(encode(name)), Buffer.from(encode(value))] as const)
    .sort(([a, x], [b, y]) => Buffer.compare(a, b) || Buffer.compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return [method.toUpperCase(), origin + path, parameters].map(encode).join('&')
}

/** RFC 3986 encoding, octet by octet. */
export function encode(text: string): string {
  return [...Buffer.from(text)]
    .map((octet) => {
      const character = String.fromCharCode(octet)
      return /[A-Za-z0-9\-._~]/.test(character)
        ? character
        : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}
