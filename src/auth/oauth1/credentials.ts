/**
 * The OAuth 1.0a credentials of a request, read from wherever the client put them, and the base string they
 * sign. Pure: what a key or token is worth, and whether a nonce was seen, is asked elsewhere.
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

/** What was received, as it was received. */
export interface RequestFacts {
  readonly method: string
  /** The outer scheme: `https` when a trusted proxy says so. */
  readonly scheme: Scheme
  /** The `Host` header or `:authority` as the client saw it, port included; `''` if there was none. */
  readonly host: string
  /** Path and query as sent: nothing decoded, nothing normalised. */
  readonly target: string
  /** Every `Authorization` header line; Node's `headers.authorization` hides the second one. */
  readonly authorization: readonly string[]
  readonly contentType: string | undefined
  /** The body when it is a form; `undefined` when there is none or it was not read. */
  readonly form: string | undefined
}

/** Complete, well-formed credentials whose signature, tokens, time and nonce are still to be checked. */
export interface SignedRequest {
  readonly kind: 'signed'
  readonly consumerKey: string
  /** `undefined` also when an empty `oauth_token` was sent (which is still signed). */
  readonly token: string | undefined
  readonly nonce: string
  /** Unix seconds as sent, in any range; the nonce store knows the window. */
  readonly timestamp: number
  /** Base64, decoded once. */
  readonly signature: string
  /** `oauth_callback`, from whichever place. */
  readonly callback: string | undefined
  /** `oauth_verifier`, from whichever place. */
  readonly verifier: string | undefined
  /** What the server signs; `explain` makes it fit to be shown. */
  readonly baseString: string
}

/** `reason` is for the developer of the client and holds no value that was sent. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly consumerKey: string }
  | SignedRequest

/** Most parameters of one request, all places together; more are unreadable. */
export const MAX_PARAMETERS = 1000
/** Longest nonce; clients send 17 to 42 characters (spec/clients.md#signed-requests). */
export const MAX_NONCE_LENGTH = 128

const REQUIRED: readonly ProtocolName[] = [
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
]
/** These may stand in another place than the rest. */
const MOBILE: readonly ProtocolName[] = ['oauth_callback', 'oauth_verifier']
const MOBILE_WITH_TOKEN: readonly ProtocolName[] = [...MOBILE, 'oauth_token']
/** Values of `oauth_version` in lower case: RFC 5849, and the name of its protocol, which node-oauth sends. */
const VERSIONS: readonly string[] = ['1.0', '1.0a']

type Values = Record<ProtocolName, string | undefined>

/** Where credentials are looked for. */
interface CredentialLocations {
  readonly home: ParameterLocation
  /** These may stand in any place. */
  readonly mobile: readonly ProtocolName[]
}

/** A request taken apart. */
interface Received {
  readonly path: string
  readonly pairs: Pair[]
}

const NONE: Credentials = { kind: 'none' }
const DIGITS = /^[0-9]{1,15}$/
const NOT_ASCII = /[^\0-\x7f]/

/**
 * Finds and reads the credentials of a request. Never throws, whatever was sent.
 *
 * All of consumer key, token, nonce, signature, method, timestamp and version must stand in one place: the
 * header, or the query, or the form. Other places may repeat such a pair only as it is. `oauth_verifier`,
 * `oauth_callback` and any other `oauth_*` may stand anywhere.
 *
 * What the kinds mean, and why a failure is of its kind (spec/errors.md#authentication-order):
 * - `none`: no `OAuth` header and no `oauth_*` anywhere; or the header is of another scheme, which is for
 *   others to read. Without such a header the answer is 400/215.
 * - `unreadable`, answered 400/215: it cannot be told what the client claims. The header cannot be parsed or
 *   there are two of them; an encoding, `Host` or request target is broken; a required `oauth_*` is missing,
 *   empty or no number; the credentials are of two kinds, lie in two places or contradict each other. RFC
 *   5849 section 3.2 also gives 400 for these.
 * - `refused`, answered 401/32: everything required is there and can be read, so 215 does not apply, but no
 *   secret can make it a good signature: another signature method than HMAC-SHA1 (PLAINTEXT would put the
 *   secret itself on the wire), another version than 1.0 or 1.0A, a nonce that is not ASCII or is too long.
 * - `signed`: to be checked by `verify`, the accounts and the nonce store.
 *
 * `mayMoveToken` lets `oauth_token` stand in another
 * place than the rest, too: twitter-lite sends it with the verifier in the query, where it is signed like any parameter.
 */
export function readCredentials(
  request: RequestFacts,
  { mayMoveToken = false }: { readonly mayMoveToken?: boolean } = {},
): Credentials {
  if (request.authorization.length > 1) return unreadable('there is more than one Authorization header')
  const [header] = request.authorization
  const isOAuth = header !== undefined && isOAuthScheme(header)
  const received = takeApart(request, isOAuth ? header : '')
  if (typeof received === 'string') return isOAuth || mentionsOAuth(request) ? unreadable(received) : NONE
  const { pairs } = received
  const home = pairs.find(isRequired)?.source.location
  if (header !== undefined && !isOAuth) {
    return home === undefined ? NONE : unreadable('there are credentials beside those of the header')
  }
  const mobile = mayMoveToken ? MOBILE_WITH_TOKEN : MOBILE
  if (home !== undefined) return readHome(request, received, { home, mobile })
  const isNone = !isOAuth && !pairs.some((pair) => pair.isProtocol)
  return isNone ? NONE : unreadable('oauth_consumer_key, oauth_signature and the rest are missing')
}

function unreadable(reason: string): Credentials {
  return { kind: 'unreadable', reason }
}

/** Finds the pairs of header (`''` for none), query and form, or says what is wrong with them. */
function takeApart(request: RequestFacts, header: string): Received | string {
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

/** Whether a request that cannot be decoded still looks as if it carried credentials outside the header. */
function mentionsOAuth(request: RequestFacts): boolean {
  return request.target.includes('oauth_') || (request.form?.includes('oauth_') ?? false)
}

function isRequired({ protocolName }: Pair): boolean {
  return protocolName !== '' && REQUIRED.includes(protocolName)
}

/** Reads the credentials in `home`, the place that has them, and signs what all places hold. */
function readHome(
  request: RequestFacts,
  { path, pairs }: Received,
  { home, mobile }: CredentialLocations,
): Credentials {
  const values = valuesOf(pairs, { home, mobile })
  if (pairs.some((pair) => isStray(pair, home, values))) {
    return unreadable('the credentials are split over two places')
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

/** The decoded values of the credentials in `home`, and of the `mobile` ones wherever they are. */
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

/** Whether a pair outside `home` is a credential that `home` lacks. */
function isStray({ source, protocolName }: Pair, home: ParameterLocation, values: Values): boolean {
  return source.location !== home && protocolName !== '' && values[protocolName] === undefined
}

/** Why credentials that can be read are refused, if they are. */
function reasonToRefuse(method: string, version: string | undefined, nonce: string): string | undefined {
  if (method !== 'HMAC-SHA1') return 'oauth_signature_method is not HMAC-SHA1'
  if (version !== undefined && !VERSIONS.includes(version.toLowerCase())) {
    return 'oauth_version is neither 1.0 nor 1.0A'
  }
  if (nonce.length > MAX_NONCE_LENGTH) return 'oauth_nonce is too long'
  return NOT_ASCII.test(nonce) ? 'oauth_nonce is not ASCII' : undefined
}
