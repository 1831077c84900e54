/** Reads the parameters of an authorization request (spec/oauth2.md#authorization). */
import { requireUser } from '../../domain/accounts/user.ts'
import type { App } from '../../domain/apps/app.ts'
import { callbackWith } from '../../domain/apps/callbacks.ts'
import { type Challenge, readChallenge } from '../../domain/apps/oauth2/challenge.ts'
import { findClient } from '../../domain/apps/oauth2/client.ts'
import { isRegisteredRedirect } from '../../domain/apps/oauth2/redirect.ts'
import { type GrantedScope, readScopes } from '../../domain/apps/oauth2/scopes.ts'
import type { Context } from '../../domain/context.ts'
import type { Sent } from '../../http/form.ts'
import { optionalText } from '../../http/params.ts'
import { PageError } from '../_pages/_errors.ts'
import { isRepeatedUnequally, singleOf } from './single-values.ts'

/** Parameters of the request, for the API document; {@link readAuthorization} reads them. */
export const AUTHORIZATION_PARAMS = {
  response_type: optionalText('`code`.'),
  client_id: optionalText('The id of the client.'),
  redirect_uri: optionalText('A registered redirect URI.'),
  scope: optionalText('Scopes with spaces between them.'),
  state: optionalText('Up to 500 characters, returned unchanged.'),
  code_challenge: optionalText('The challenge of the verifier.'),
  code_challenge_method: optionalText('`S256` or `plain`, in upper or lower case; default: `plain`.'),
}

const NAMES = Object.keys(AUTHORIZATION_PARAMS) as readonly (keyof typeof AUTHORIZATION_PARAMS)[]

/** Maximum characters of `state`. */
const MAX_STATE_LENGTH = 500

/** A valid request, which a user can approve. */
export interface Authorization {
  readonly app: App
  /** Screen name of the app's owner. */
  readonly owner: string
  readonly redirectUri: string
  readonly scopes: readonly GrantedScope[]
  readonly state: string | undefined
  readonly challenge: Challenge
  /** The parameters that were sent. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Errors that the client receives at its redirect URI (RFC 6749 section 4.1.2.1). */
export type AuthorizationError =
  | 'invalid_request'
  | 'invalid_scope'
  | 'unsupported_response_type'
  | 'access_denied'

/**
 * The result for an invalid request. The user is redirected to the client, and the URL of the redirect has
 * the error.
 */
export interface Rejected {
  readonly location: string
}

/**
 * Reads and checks a request. An invalid request with a known client and redirect URI gives a
 * {@link Rejected}.
 * @throws {PageError} for an unknown client, a suspended app and an unregistered redirect URI. The page shows
 * this error, because users are never redirected to an unregistered URI.
 */
export async function readAuthorization(context: Context, sent: Sent): Promise<Authorization | Rejected> {
  const parameters = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = singleOf(sent, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
  const { app, redirectUri } = await requireClient(context, sent, parameters)
  const { state, scope = '', code_challenge: value = '', code_challenge_method: method } = parameters
  const reject = (error: AuthorizationError) => ({ location: errorLocation(redirectUri, error, state) })
  if (NAMES.some((name) => isRepeatedUnequally(sent, name))) return reject('invalid_request')
  if (state !== undefined && state.length > MAX_STATE_LENGTH) {
    return { location: errorLocation(redirectUri, 'invalid_request', undefined) }
  }
  if (parameters['response_type'] === undefined) return reject('invalid_request')
  if (parameters['response_type'] !== 'code') return reject('unsupported_response_type')
  const challenge = readChallenge(value, method)
  if (challenge === undefined) return reject('invalid_request')
  const scopes = readScopes(scope)
  if (scopes === undefined) return reject('invalid_scope')
  const { screenName: owner } = await requireUser(context.store, { id: app.ownerId })
  return { app, owner, redirectUri, scopes, state, challenge, parameters }
}

/** The redirect URI with an error. */
export function errorLocation(
  redirectUri: string,
  error: AuthorizationError,
  state: string | undefined,
): string {
  return callbackWith(redirectUri, { error, ...(state === undefined ? {} : { state }) })
}

async function requireClient(
  { store }: Context,
  sent: Sent,
  { client_id: clientId, redirect_uri: redirectUri }: Readonly<Record<string, string>>,
): Promise<{ readonly app: App; readonly redirectUri: string }> {
  const isClear = !isRepeatedUnequally(sent, 'client_id') && !isRepeatedUnequally(sent, 'redirect_uri')
  const found = isClear && clientId !== undefined ? await findClient(store, clientId) : undefined
  if (found === undefined) throw new PageError('unknownClient')
  const { app } = found
  if (app.suspendedAt !== null) throw new PageError('suspendedApp')
  if (redirectUri === undefined || !isRegisteredRedirect(app, redirectUri)) {
    throw new PageError('redirectMismatch')
  }
  return { app, redirectUri }
}
