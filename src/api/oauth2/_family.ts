/**
 * The family of the endpoints with which apps get and invalidate bearer tokens. Every refusal is 403/99, so that
 * the response does not reveal which part of the credentials is wrong (spec/oauth.md#bearer-token).
 */

import { Type } from 'typebox'
import type { Caller } from '../../auth/caller.ts'
import { AuthError } from '../../auth/errors.ts'
import { type Answer, EdgeError, type EdgeReason, type Endpoint, type Family } from '../../http/endpoint.ts'
import type { Services } from '../_services.ts'
import { V11_ERRORS, V11Error } from '../1.1/_errors.ts'
import { renderV11Entry, renderV11Error, V11_DOCUMENTED, V11_HEADERS } from '../1.1/_family.ts'

export function oauth2Family(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  return {
    name: 'oauth2',
    owns: (path) => /^\/oauth2(\/|$)/.test(path),
    endpoints,
    headers: V11_HEADERS,
    windowBy: 'token',
    renderError: (error, call) => (isAboutCredentials(error) ? refusal() : renderV11Error(error, call)),
    description: {
      text: 'Bearer tokens of apps. All invalid credentials get error 99.',
      errorBody: ERROR_BODY,
      renderEntry: (entry) => (entry === V11_ERRORS.unableToVerify ? refusal() : renderV11Entry(entry)),
      errors: V11_DOCUMENTED,
    },
  }
}

const ERROR_BODY = Type.Object(
  {
    errors: Type.Array(
      Type.Object({
        code: Type.Integer(),
        label: Type.Optional(Type.Literal('authenticity_token_error')),
        message: Type.String(),
      }),
    ),
  },
  { title: 'TokenErrors' },
)

/** The error for any invalid credentials and requests. */
export function unableToVerify(): V11Error {
  return new V11Error('unableToVerify')
}

const WRONG_KIND: readonly EdgeReason[] = ['user-context-only', 'app-context-only']

function isAboutCredentials(error: unknown): boolean {
  if (error instanceof AuthError) return true
  if (error instanceof V11Error) return error.entry === V11_ERRORS.unableToVerify
  return error instanceof EdgeError && WRONG_KIND.includes(error.reason)
}

function refusal(): Answer {
  const { code, status, message } = V11_ERRORS.unableToVerify
  const errors = [{ code, label: 'authenticity_token_error', message }]
  return { status, body: JSON.stringify({ errors }) }
}
