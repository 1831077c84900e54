/** Errors of the token endpoints (spec/oauth2.md#token-errors, RFC 6749 section 5.2). */

import { API_DATE_ADVICE } from '../../http/api-date-header.ts'
import type { ErrorEntry } from '../../http/endpoint.ts'
import { ExpectedError } from '../../lib/expected-error.ts'

/** An error of a token endpoint. `message` is the `error_description`; clients compare its text. */
export interface TokenErrorEntry extends ErrorEntry {
  readonly error: string
}

const CODE_INVALID = 'Value passed for the authorization code was invalid.'
const TOKEN_INVALID = 'Value passed for the token was invalid.'
const NO_CREDENTIALS = 'Missing valid authorization header'

/** The errors by name. The code of an error distinguishes errors with the same status. */
export const TOKEN_ERRORS = {
  requestInvalid: {
    code: 1,
    status: 400,
    error: 'invalid_request',
    message: 'One or more parameters are missing, repeated with different values, or unreadable.',
  },
  codeInvalid: { code: 2, status: 400, error: 'invalid_request', message: CODE_INVALID },
  tokenInvalid: { code: 3, status: 400, error: 'invalid_request', message: TOKEN_INVALID },
  grantTypeUnsupported: {
    code: 4,
    status: 400,
    error: 'unsupported_grant_type',
    message: 'The grant type must be authorization_code or refresh_token.',
  },
  scopeInvalid: {
    code: 5,
    status: 400,
    error: 'invalid_scope',
    message: 'The grant does not have the requested scope.',
  },
  apiDateInvalid: { code: 6, status: 400, error: 'invalid_request', message: API_DATE_ADVICE },
  credentialsMissing: { code: 1, status: 401, error: 'unauthorized_client', message: NO_CREDENTIALS },
  clientInvalid: {
    code: 2,
    status: 401,
    error: 'invalid_client',
    message: 'The client is unknown or suspended, or its credentials are wrong.',
  },
  insecure: { code: 1, status: 403, error: 'invalid_request', message: 'A secure connection is required.' },
  unknownPath: { code: 1, status: 404, error: 'invalid_request', message: 'There is no such endpoint.' },
  tooSlow: { code: 1, status: 408, error: 'invalid_request', message: 'The request did not arrive in time.' },
  tooLarge: {
    code: 1,
    status: 413,
    error: 'invalid_request',
    message: 'The body of the request is too large.',
  },
  tooManyRequests: { code: 1, status: 429, error: 'slow_down', message: 'There are too many requests.' },
  headersTooLarge: {
    code: 1,
    status: 431,
    error: 'invalid_request',
    message: 'The request headers are too large.',
  },
  internal: { code: 1, status: 500, error: 'server_error', message: 'The server failed.' },
  overCapacity: {
    code: 1,
    status: 503,
    error: 'temporarily_unavailable',
    message: 'The server is overloaded. Try again later.',
  },
} as const satisfies Record<string, TokenErrorEntry>

export type TokenErrorName = keyof typeof TOKEN_ERRORS

/** Thrown by the token endpoints. */
export class TokenError extends ExpectedError {
  override readonly name = 'TokenError'
  readonly entry: TokenErrorEntry

  constructor(name: TokenErrorName) {
    super(TOKEN_ERRORS[name].message)
    this.entry = TOKEN_ERRORS[name]
  }
}
