/**
 * Sends signed requests as bytes. Tests can set every part, and can send parts that differ from the signed
 * parts.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Credential } from './signed-request.ts'
import { exchange, requestText, type WireAnswer } from './wire.ts'

/** The parts of a request that are signed. */
export interface Signing {
  readonly method: string
  readonly scheme: 'http' | 'https'
  /** The host, with the port unless it is the default port. */
  readonly host: string
  /** Path and query. */
  readonly target: string
  /** A form body, in the bytes that are sent. */
  readonly form?: string
  readonly consumer: Credential
  readonly token?: Credential
  /** Seconds since the Unix epoch. */
  readonly timestamp: number
  /** Replacements of derived parameters. Undefined omits a parameter. */
  readonly oauth?: Readonly<Record<string, string | undefined>>
}

/** All `oauth_…` parameters of a signed request. The signature is the last parameter. */
export type Protocol = Readonly<Record<string, string>>

/** A direct implementation of RFC 5849, section 3.4. */
export function signed(signing: Signing): Protocol {
  const { method, scheme, host, target, form = '', consumer, token, timestamp } = signing
  const protocol = defined({
    oauth_consumer_key: consumer.key,
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(timestamp),
    oauth_token: token?.key,
    oauth_version: '1.0',
    ...signing.oauth,
  })
  const [path = '', query = ''] = target.split('?')
  const pairs = [...new URLSearchParams(query), ...new URLSearchParams(form), ...Object.entries(protocol)]
  const parameters = pairs
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join('='))
  const base = [method, `${scheme}://${host.toLowerCase()}${path}`, parameters.join('&')]
    .map(encode)
    .join('&')
  const key = `${encode(consumer.secret)}&${encode(token?.secret ?? '')}`
  return { ...protocol, oauth_signature: createHmac('sha1', key).update(base).digest('base64') }
}

/** Value of an `authorization` header. */
export function authorization(protocol: Protocol): string {
  const pairs = Object.entries(protocol).map(([name, value]) => `${encode(name)}="${encode(value)}"`)
  return `OAuth ${pairs.join(', ')}`
}

/** The parts for which a test sends other values than the signed values. */
export interface Sending {
  readonly method?: string
  readonly host?: string
  readonly target?: string
  readonly form?: string
  readonly contentType?: string
  readonly headers?: readonly (readonly [string, string])[]
}

/** Sends a signed request with the changes of `sending`. @param url URL of the listener */
export function sendSigned(
  url: string,
  signing: Signing,
  protocol: Protocol,
  sending: Sending = {},
): Promise<WireAnswer> {
  const { method, host, target, form, headers, contentType = FORM } = { ...signing, ...sending }
  const body = form === undefined ? [] : bodyHeaders(form, contentType)
  const own = headers ?? [['authorization', authorization(protocol)] as const]
  return exchange(url, requestText(`${method} ${target} HTTP/1.1`, [['host', host], ...own, ...body], form))
}

const FORM = 'application/x-www-form-urlencoded'

function bodyHeaders(body: string, type: string): (readonly [string, string])[] {
  return [
    ['content-type', type],
    ['content-length', String(body.length)],
  ]
}

function defined(record: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
