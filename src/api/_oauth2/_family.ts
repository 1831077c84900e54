/** The family of calls with which clients obtain and revoke tokens of users (spec/oauth2.md#token). */
import { Type } from 'typebox'
import type { Caller } from '../../auth/caller.ts'
import { isStoreFailure } from '../../db/errors.ts'
import {
  type Answer,
  documentedErrors,
  EdgeError,
  type EdgeReason,
  type Endpoint,
  type ErrorEntry,
  type Family,
} from '../../http/endpoint.ts'
import { must } from '../../lib/assert.ts'
import type { Services } from '../_services.ts'
import { TOKEN_ERRORS, TokenError, type TokenErrorEntry, type TokenErrorName } from './_errors.ts'

export function userTokenFamily(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  return {
    name: '2/oauth2',
    owns: (path) => /^\/2\/oauth2(\/|$)/.test(path),
    endpoints,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-xss-protection': '0',
    },
    windowBy: 'token',
    renderError: (error) => answerOf(TOKEN_ERRORS[nameOf(error)]),
    description: {
      text: 'OAuth 2.0 tokens of users. Parameters are read from the query, a form and a JSON body.',
      errorBody: Type.Object(
        { error: Type.String(), error_description: Type.String() },
        { title: 'TokenError', description: 'RFC 6749 section 5.2.' },
      ),
      renderEntry: (entry) => answerOf(entryOf(entry)),
      errors: documentedErrors(TOKEN_ERRORS, (name) => new TokenError(name), 'without codes'),
    },
  }
}

function entryOf({ status, code }: ErrorEntry): TokenErrorEntry {
  const entry = Object.values(TOKEN_ERRORS).find((each) => each.status === status && each.code === code)
  return must(entry, `a token error ${status}/${code}`)
}

function answerOf({ status, error, message }: TokenErrorEntry): Answer {
  const headers = error === 'invalid_client' || error === 'unauthorized_client' ? CHALLENGE : {}
  return { status, body: JSON.stringify({ error, error_description: message }), headers }
}

/** The challenge in a 401 response (RFC 6749 section 5.2). */
const CHALLENGE = { 'www-authenticate': 'Basic realm="OAuth 2.0"' }

const EDGE_ERRORS: Readonly<Record<EdgeReason, TokenErrorName>> = {
  'unknown-path': 'unknownPath',
  'version-inactive': 'unknownPath',
  'endpoint-retired': 'unknownPath',
  'api-date-invalid': 'apiDateInvalid',
  'bad-request': 'requestInvalid',
  'unacceptable-format': 'requestInvalid',
  'body-too-large': 'tooLarge',
  'request-timeout': 'tooSlow',
  'headers-too-large': 'headersTooLarge',
  'tls-required': 'insecure',
  'rate-limited': 'tooManyRequests',
  'over-capacity': 'overCapacity',
  'user-context-only': 'clientInvalid',
  'app-context-only': 'clientInvalid',
  'no-write-permission': 'clientInvalid',
  'no-message-permission': 'clientInvalid',
  'no-scope': 'clientInvalid',
}

function nameOf(error: unknown): TokenErrorName {
  if (error instanceof TokenError) {
    const names = Object.keys(TOKEN_ERRORS) as TokenErrorName[]
    return must(
      names.find((name) => TOKEN_ERRORS[name] === error.entry),
      'the entry of an error',
    )
  }
  if (error instanceof EdgeError) return EDGE_ERRORS[error.reason]
  if (error instanceof Error && error.name === 'MalformedEncoding') return 'requestInvalid'
  return isStoreFailure(error) ? 'overCapacity' : 'internal'
}
