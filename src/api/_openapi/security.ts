/** Kinds of authentication as security schemes of the API document. */
import type { AuthKind } from '../../http/endpoint.ts'
import type { Json } from './components.ts'

/**
 * OpenAPI has no word for OAuth 1.0a. A key in the `authorization` header is the nearest: the value as a whole is the
 * caller's own work, which no tool puts together of a name and a password.
 */
const SIGNATURE = { type: 'apiKey', in: 'header', name: 'authorization' } as const

const SIGNED =
  'The value is `OAuth oauth_consumer_key="…", …, oauth_signature="…"` (RFC 5849 section 3.5.1), new for each ' +
  'request; the parameters may as well stand in a form body or in the query, all in one place.'

interface Scheme {
  readonly name: string
  readonly form: Json
  readonly description: string
}

const SCHEMES: Readonly<Record<Exclude<AuthKind, 'none'>, Scheme>> = {
  user: {
    name: 'userSignature',
    form: SIGNATURE,
    description: `OAuth 1.0a with the consumer key of an app and the access token of a user. ${SIGNED}`,
  },
  app: {
    name: 'bearerToken',
    form: { type: 'http', scheme: 'bearer' },
    description: 'The bearer token of an app, from `oauth2/token`.',
  },
  consumer: {
    name: 'appSignature',
    form: SIGNATURE,
    description: `OAuth 1.0a with a consumer key and no token; \`oauth_callback\` may be signed too. ${SIGNED}`,
  },
  'request-token': {
    name: 'requestTokenSignature',
    form: SIGNATURE,
    description: `OAuth 1.0a with a consumer key, a request token and its \`oauth_verifier\`. ${SIGNED}`,
  },
  basic: {
    name: 'consumerKeyAndSecret',
    form: { type: 'http', scheme: 'basic' },
    description: 'The consumer key and secret of an app.',
  },
}

/** The schemes that endpoints of these kinds need. */
export function securitySchemes(kinds: ReadonlySet<AuthKind>): Json {
  const needed = Object.entries(SCHEMES).filter(([kind]) => kinds.has(kind as AuthKind))
  return Object.fromEntries(needed.map(([, { name, form, description }]) => [name, { ...form, description }]))
}

/** Alternative authentications of an endpoint; empty for a public endpoint. */
export function securityOf(auth: readonly AuthKind[]): Json[] {
  return auth.flatMap((kind) => (kind === 'none' ? [] : [{ [SCHEMES[kind].name]: [] }]))
}
