/**
 * Reads the OAuth 1.0a credentials of a request from header, query or form, and builds the base string. The functions
 * are pure: keys, tokens and nonces are checked elsewhere.
 *
 * Spec: spec/errors.md#authentication-order, spec/signatures.md#credentials, spec/clients.md#signed-requests, RFC 5849
 * sections 3.1 to 3.5.
 */

import { MalformedEncoding } from '../../lib/percent.ts'
import {
  type Addressee,
  baseStringBound,
  canonicalAuthority,
  isFormType,
  type Scheme,
  splitTarget,
  writeBaseString,
} from './base-string.ts'
import { readForm } from './form.ts'
import { isOAuthScheme, MAX_HEADER_LENGTH, readHeader } from './header.ts'
import { type Pair, type ParameterLocation, type ProtocolName, Source } from './pairs.ts'
import { sortForSigning } from './sort.ts'

/** The parts of a request that matter for authentication, as received. */
export interface RequestFacts {
  readonly method: string
  /** The scheme that the client used; `https` if a trusted proxy reports it. */
  readonly scheme: Scheme
  /** The `Host` header or `:authority` of the client, with port; `''` if it is missing. */
  readonly host: string
  /** Path and query as received, neither decoded nor normalised. */
  readonly target: string
  /** All `Authorization` header lines; Node's `headers.authorization` has only the first line. */
  readonly authorization: readonly string[]
  readonly contentType: string | undefined
  /** The body if it is a form; undefined if there is none or it was not read. */
  readonly form: string | undefined
}

/** Complete, well-formed credentials; signature, tokens, timestamp and nonce are not checked yet. */
export interface SignedRequest {
  readonly kind: 'signed'
  readonly consumerKey: string
  /** Undefined if `oauth_token` is missing or empty. An empty `oauth_token` is still signed. */
  readonly token: string | undefined
  readonly nonce: string
  /** Unix seconds as sent; the nonce store checks that they are within the window. */
  readonly timestamp: number
  /** The base64 text after percent-decoding. */
  readonly signature: string
  /** `oauth_callback`, from any location. */
  readonly callback: string | undefined
  /** `oauth_verifier`, from any location. */
  readonly verifier: string | undefined
  /** The base string that the server signs; `explain` masks its secrets. */
  readonly baseString: string
}

/**
 * The result of reading credentials. `reason` is for the developer of the client and contains no value of the request.
 */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly consumerKey: string }
  | SignedRequest

/** Maximum parameters of a request in all locations together; a request with more is unreadable. */
export const MAX_PARAMETERS = 1000
/** Maximum characters of a nonce; clients send 17 to 42 (spec/clients.md#signed-requests). */
export const MAX_NONCE_LENGTH = 128

const REQUIRED: readonly ProtocolName[] = [
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
]
/** Parameters that may be in another location than the other `oauth_*` parameters. */
const MOBILE: readonly ProtocolName[] = ['oauth_callback', 'oauth_verifier']
const MOBILE_WITH_TOKEN: readonly ProtocolName[] = [...MOBILE, 'oauth_token']
/** Accepted values of `oauth_version` in lower case: `1.0` of RFC 5849, and `1.0a`, which node-oauth sends. */
const VERSIONS: readonly string[] = ['1.0', '1.0a']

type Values = Record<ProtocolName, string | undefined>

/** The location of the credentials (`home`), and the parameters that may be elsewhere. */
interface CredentialLocations {
  readonly home: ParameterLocation
  /** Names of parameters that may be in any location. */
  readonly mobile: readonly ProtocolName[]
}

interface Received {
  readonly path: string
  readonly pairs: Pair[]
}

const NONE: Credentials = { kind: 'none' }
const DIGITS = /^[0-9]{1,15}$/
const NOT_ASCII = /[^\0-\x7f]/

/**
 * Finds and reads the credentials of a request. Never throws, for any input.
 *
 * Consumer key, token, nonce, signature, method, timestamp and version must all be in one location: the header, the
 * query, or the form. Another location may only repeat one of these parameters with the same value. `oauth_verifier`,
 * `oauth_callback` and unknown `oauth_*` parameters may be anywhere.
 *
 * The kinds of results (spec/errors.md#authentication-order):
 * - `none`: the request has no `OAuth` header and no `oauth_*` parameter, or its header has another scheme, which other
 *   code reads. If there is no `Authorization` header, the response is 400/215.
 * - `unreadable`, response 400/215: the credentials cannot be interpreted. The `Authorization` header, an encoding,
 *   `Host` or the request target is malformed; or the header is sent twice; or a required `oauth_*` parameter is
 *   missing, empty or not a number; or a parameter has two values or is in another location. RFC 5849 section 3.2 also
 *   recommends status 400.
 * - `refused`, response 401/32: the credentials are readable, but no secret could make the signature valid. The
 *   signature method is not HMAC-SHA1 (PLAINTEXT would send the secret itself), the version is neither 1.0 nor 1.0A, or
 *   the nonce is not ASCII or too long.
 * - `signed`: the credentials are complete. The signature, the tokens and the nonce are checked later.
 *
 * With `mayMoveToken`, `oauth_token` may also be in another location: the client twitter-lite sends it together with
 * the verifier in the query. A token in the query is signed like any parameter.
 */
export function readCredentials(
  request: RequestFacts,
  { mayMoveToken = false }: { readonly mayMoveToken?: boolean } = {},
): Credentials {
  if (request.authorization.length > 1) return unreadable('there is more than one Authorization header')
  const [header] = request.authorization
  const isOAuth = header !== undefined && isOAuthScheme(header)
  const received = splitRequest(request, isOAuth ? header : '')
  if (typeof received === 'string') return isOAuth || mentionsOAuth(request) ? unreadable(received) : NONE
  const { pairs } = received
  const home = pairs.find(isRequired)?.source.location
  if (header !== undefined && !isOAuth) {
    return home === undefined ? NONE : unreadable('there are credentials in addition to those of the header')
  }
  const mobile = mayMoveToken ? MOBILE_WITH_TOKEN : MOBILE
  if (home !== undefined) return readHome(request, received, { home, mobile })
  const isNone = !isOAuth && !pairs.some((pair) => pair.isProtocol)
  return isNone ? NONE : unreadable('oauth_consumer_key, oauth_signature and the rest are missing')
}

function unreadable(reason: string): Credentials {
  return { kind: 'unreadable', reason }
}

/**
 * Splits a request into path and parameters.
 * @param header the `Authorization` header; `''` if there is none
 * @returns the parts, or the reason why they are unreadable
 */
function splitRequest(request: RequestFacts, header: string): Received | string {
  if (header.length > MAX_HEADER_LENGTH) return 'the Authorization header is too long'
  const target = splitTarget(request.target)
  if (target === undefined) return 'the request target is not a path with a query'
  const { path, query } = target
  const form = request.form !== undefined && isFormType(request.contentType) ? request.form : ''
  const octets = Buffer.allocUnsafe(3 * (header.length + query.length + form.length + 1))
  const pairs: Pair[] = []
  const inHeader = Source.write('header', octets, 0, header)
  if (header !== '' && !readHeader(inHeader, pairs)) return 'the Authorization header cannot be parsed'
  try {
    const inQuery = Source.write('query', octets, inHeader.end + 1, query)
    readForm(inQuery, pairs, MAX_PARAMETERS)
    if (form !== '') readForm(Source.write('form', octets, inQuery.end + 1, form), pairs, MAX_PARAMETERS)
  } catch (error) {
    if (error instanceof MalformedEncoding) return `in the query or form, ${error.message}`
    throw error
  }
  return pairs.length > MAX_PARAMETERS ? 'there are too many parameters' : { path, pairs }
}

/** True if the request contains `oauth_`. This is a text search, because the request cannot be decoded. */
function mentionsOAuth(request: RequestFacts): boolean {
  return request.target.includes('oauth_') || (request.form?.includes('oauth_') ?? false)
}

function isRequired({ protocolName }: Pair): boolean {
  return protocolName !== '' && REQUIRED.includes(protocolName)
}

/** Reads the credentials in the location `home`. The base string covers the parameters of all locations. */
function readHome(
  request: RequestFacts,
  { path, pairs }: Received,
  { home, mobile }: CredentialLocations,
): Credentials {
  const values = valuesOf(pairs, { home, mobile })
  if (pairs.some((pair) => isStray(pair, home, values))) {
    return unreadable('the credentials are split over two locations')
  }
  if (!sortForSigning(pairs)) return unreadable('an oauth_ parameter has two different values')
  const { oauth_consumer_key: consumerKey, oauth_nonce: nonce, oauth_signature: signature } = values
  const { oauth_signature_method: method, oauth_timestamp: timestamp } = values
  if (!consumerKey || !nonce || !signature || !method || !timestamp) {
    return unreadable(`${REQUIRED.find((name) => !values[name])} is missing`)
  }
  if (!DIGITS.test(timestamp)) return unreadable('oauth_timestamp is not a number of seconds')
  const authority = canonicalAuthority(request.scheme, request.host)
  if (authority === undefined) return unreadable('the Host header is not a host with an optional port')
  const refusal = reasonToRefuse(method, values.oauth_version, nonce)
  if (refusal !== undefined) return { kind: 'refused', reason: refusal, consumerKey }
  return {
    kind: 'signed',
    consumerKey,
    token: values.oauth_token || undefined,
    nonce,
    timestamp: Number(timestamp),
    signature,
    callback: values.oauth_callback,
    verifier: values.oauth_verifier,
    baseString: baseStringOf(
      { method: request.method.toUpperCase(), scheme: request.scheme, authority, path },
      pairs,
    ),
  }
}

function baseStringOf(addressee: Addressee, sorted: readonly Pair[]): string {
  const octets = Buffer.allocUnsafe(baseStringBound(addressee, sorted))
  return octets.toString('latin1', 0, writeBaseString(octets, 0, addressee, sorted))
}

function valuesOf(pairs: readonly Pair[], { home, mobile }: CredentialLocations): Values {
  const values: Values = {
    oauth_callback: undefined,
    oauth_consumer_key: undefined,
    oauth_nonce: undefined,
    oauth_signature: undefined,
    oauth_signature_method: undefined,
    oauth_timestamp: undefined,
    oauth_token: undefined,
    oauth_verifier: undefined,
    oauth_version: undefined,
  }
  pairs.forEach((pair) => {
    const name = pair.protocolName
    if (name !== '' && (pair.source.location === home || mobile.includes(name))) values[name] = pair.value
  })
  return values
}

/** True for a parameter that must be in the location `home`, but is only in another location. */
function isStray({ source, protocolName }: Pair, home: ParameterLocation, values: Values): boolean {
  return source.location !== home && protocolName !== '' && values[protocolName] === undefined
}

function reasonToRefuse(method: string, version: string | undefined, nonce: string): string | undefined {
  if (method !== 'HMAC-SHA1') return 'oauth_signature_method is not HMAC-SHA1'
  if (version !== undefined && !VERSIONS.includes(version.toLowerCase())) {
    return 'oauth_version is neither 1.0 nor 1.0A'
  }
  if (nonce.length > MAX_NONCE_LENGTH) return 'oauth_nonce is too long'
  return NOT_ASCII.test(nonce) ? 'oauth_nonce is not ASCII' : undefined
}
