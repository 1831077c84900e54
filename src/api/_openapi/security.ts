/** Kinds of authentication as security schemes of the API document. */
import type { EndpointAuth } from '../../auth/caller.ts'
import { BASE_SCOPES } from '../../domain/apps/oauth2/scopes.ts'
import type { AuthKind } from '../../http/endpoint.ts'
import { SCOPES, type ScopeRequirement } from '../../lib/scopes.ts'
import type { Json } from './components.ts'

/**
 * OpenAPI has no scheme for OAuth 1.0a. The nearest scheme is an API key in the header `authorization`: the client
 * computes the value of the header.
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
  console: {
    name: 'consoleSession',
    form: { type: 'apiKey', in: 'cookie', name: '__Host-aviary_console' },
    description: 'A session of the console, from `console/api/session`. Without TLS the name has no prefix.',
  },
}

/** Name of the scheme for OAuth 2.0 tokens of users in API v2. */
const USER_TOKEN = 'oauth2UserToken'

const USER_TOKEN_SCHEME = {
  type: 'oauth2',
  description: 'The access token of a user, from `2/oauth2/token`, by an authorization code with PKCE.',
  flows: {
    authorizationCode: {
      authorizationUrl: '/i/oauth2/authorize',
      tokenUrl: '/2/oauth2/token',
      refreshUrl: '/2/oauth2/token',
      scopes: Object.fromEntries(SCOPES.map((scope) => [scope, `Scope \`${scope}\`.`])),
    },
  },
} as const

/** The security schemes for endpoints with these kinds of authentication. */
export function securitySchemes(kinds: ReadonlySet<AuthKind>): Json {
  const needed = Object.entries(SCHEMES).filter(([kind]) => kinds.has(kind as AuthKind))
  const schemes = needed.map(([, { name, form, description }]) => [name, { ...form, description }])
  return { ...Object.fromEntries(schemes), ...(kinds.has('user') ? { [USER_TOKEN]: USER_TOKEN_SCHEME } : {}) }
}

/** Alternative authentications of an endpoint; empty for a public endpoint. */
export function securityOf({ auth, scopes }: EndpointAuth): Json[] {
  return [
    ...auth.flatMap((kind) => (kind === 'none' ? [] : [{ [SCHEMES[kind].name]: [] }])),
    ...(scopes === undefined ? [] : scopeLists(scopes).map((list) => ({ [USER_TOKEN]: list }))),
  ]
}

/** Every list of scopes that satisfies the requirements. */
function scopeLists(required: readonly ScopeRequirement[]): string[][] {
  return required.reduce<string[][]>(
    (lists, each) => {
      const choices = typeof each === 'string' ? [each] : each.anyOf
      return lists.flatMap((list) => choices.map((choice) => [...list, choice]))
    },
    [[...BASE_SCOPES]],
  )
}
