/** Makes signed requests of a client, as values of the server's OAuth code. */
import { type Credentials, type RequestFacts, readCredentials } from '../../../src/auth/oauth1/credentials.ts'
import { SigningKey, verify } from '../../../src/auth/oauth1/signature.ts'
import { baseStringByTheRfc, headerByTheRfc, type NameAndValue, signByTheRfc } from './oauth-reference.ts'

export const CONSUMER_SECRET = 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw'
export const TOKEN_SECRET = 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE'

export const PROTOCOL: Readonly<Record<string, string>> = {
  oauth_consumer_key: 'xvz1evFS4wEEPTGEFPHBog',
  oauth_nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
  oauth_signature_method: 'HMAC-SHA1',
  oauth_timestamp: '1318622958',
  oauth_token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  oauth_version: '1.0',
}

/** A request to sign and send. */
export interface Unsigned {
  readonly method: string
  readonly scheme: 'http' | 'https'
  /** The host in lower case, without the default port. */
  readonly host: string
  readonly path: string
  readonly query: readonly NameAndValue[]
  readonly form: readonly NameAndValue[]
  /** All protocol parameters except the signature. */
  readonly protocol: Readonly<Record<string, string>>
  /** The part of the request that contains the credentials. */
  readonly place: 'header' | 'query' | 'form'
  readonly separator: string
}

const DEFAULT_FACTS: Unsigned = {
  method: 'POST',
  scheme: 'https',
  host: 'api.example.com',
  path: '/1.1/statuses/update.json',
  query: [['include_entities', 'true']],
  form: [['status', 'Hello Ladies + Gentlemen']],
  protocol: PROTOCOL,
  place: 'header',
  separator: ', ',
}

/** A correctly signed request. `changes` replace parts of a default request before signing. */
export function signedFacts(changes: Partial<Unsigned> = {}): RequestFacts {
  const unsigned = { ...DEFAULT_FACTS, ...changes }
  const { method, scheme, host, path, place, separator } = unsigned
  const protocol: NameAndValue[] = Object.entries(unsigned.protocol)
  const baseString = baseStringByTheRfc(unsigned, [...unsigned.query, ...unsigned.form, ...protocol])
  protocol.push(['oauth_signature', signByTheRfc(baseString, CONSUMER_SECRET, TOKEN_SECRET)])
  const query = place === 'query' ? [...unsigned.query, ...protocol] : unsigned.query
  const form = place === 'form' ? [...unsigned.form, ...protocol] : unsigned.form
  return {
    method,
    scheme,
    host,
    target: query.length === 0 ? path : `${path}?${formText(query)}`,
    authorization: place === 'header' ? [headerByTheRfc(protocol, separator)] : [],
    contentType: form.length === 0 ? undefined : 'application/x-www-form-urlencoded',
    form: form.length === 0 ? undefined : formText(form),
  }
}

/** Encodes pairs as browsers do: a space becomes `+`. */
export function formText(pairs: readonly NameAndValue[]): string {
  return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
}

/** True if the request has credentials whose signature was made with these secrets. */
export function isVerified(
  credentials: Credentials,
  consumerSecret = CONSUMER_SECRET,
  tokenSecret = TOKEN_SECRET,
): boolean {
  return credentials.kind === 'signed' && verify(credentials, new SigningKey(consumerSecret, tokenSecret))
}

/**
 * True if the server accepts a request of {@link signedFacts}, which may have been changed after it was
 * signed.
 */
export function isAccepted(request: RequestFacts): boolean {
  return isVerified(readCredentials(request))
}
