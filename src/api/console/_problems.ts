/**
 * Errors of the console: each problem has a reason for programs and a message for people
 * (spec/console.md#console-problems). The problems for refusals of the domain are in `_refusals/_problems.ts`.
 */
import { AuthError } from '../../auth/errors.ts'
import { isBlobFailure } from '../../blobs/store.ts'
import { isStoreFailure } from '../../db/errors.ts'
import { Refusal, type RefusalReason } from '../../domain/context.ts'
import { type Answer, BadBody, EdgeError, type EdgeReason, type ErrorEntry } from '../../http/endpoint.ts'
import { BadParameter } from '../../http/params.ts'
import { SemaphoreFull } from '../../lib/async/semaphore.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import { isDiskFailure } from '../../lib/files/disk-failure.ts'
import { asSentence } from '../../text/sentence.ts'
import { TooManyTries } from '../_password-checks.ts'
import { type ConsoleEntry, conflict, forbidden, invalid, missing, REFUSALS } from './_refusals/_problems.ts'
import { TRANSFER_PROBLEMS, type TransferReason } from './_transfers/_problems.ts'

/** Reasons that are not refusals of the domain. */
type OwnReason =
  | 'session-ended'
  | 'credentials-wrong'
  | 'too-many-tries'
  | 'foreign-origin'
  | 'no-network-user'
  | 'password-wrong'
  | 'user-closed'
  | 'not-allowed'
  | 'field-invalid'
  | 'request-invalid'
  | 'page-not-found'
  | 'request-not-found'
  | 'failure-not-found'
  | 'try-path-invalid'
  | 'too-large'
  | 'too-slow'
  | 'too-many-requests'
  | 'too-many-readers'
  | 'rule-invalid'
  | 'rule-exists'
  | 'tls-required'
  | 'over-capacity'
  | 'failure'
  | 'stream-not-found'
  | 'stream-exists'
  | 'connection-not-found'
  | 'check-not-found'
  | 'webhook-invalid'
  | 'message-token-missing'
  | 'passkeys-unavailable'
  | 'sign-in-too-old'
  | 'operators-only'
  | 'entry-not-found'
  | 'undo-impossible'
  | 'no-test-controls'
  | 'control-invalid'
  | 'control-conflict'
  | 'snapshot-not-found'
  | 'grade-not-found'
  | TransferReason

export type ConsoleReason = RefusalReason | OwnReason

const OWN: Readonly<Record<OwnReason, ConsoleEntry>> = {
  'session-ended': { status: 401, message: 'You are not signed in. Sign in to continue.' },
  'credentials-wrong': {
    status: 401,
    message: 'The e-mail address or the password is wrong. Try again.',
  },
  'too-many-tries': { status: 429, message: 'There were too many failed attempts. Wait, then try again.' },
  'foreign-origin': forbidden('The request came from another site. Use the console at its own address.'),
  'password-wrong': { status: 403, message: 'The current password is wrong.', field: 'current_password' },
  'user-closed': forbidden('This user is suspended or deactivated. Choose another one.'),
  'no-network-user': conflict('Your account has no user of the network yet. Create or link one first.'),
  'not-allowed': forbidden('Your role does not allow this. Ask an administrator of your account.'),
  'field-invalid': { status: 400, message: 'A value is missing or invalid. Correct it, then try again.' },
  'request-invalid': { status: 400, message: 'The request cannot be read. Load the page again.' },
  'try-path-invalid': invalid('path', 'Only paths of v1.1, of Labs and of API v2 can be tried.'),
  'page-not-found': missing('This address does not exist. Check the address.'),
  'request-not-found': missing('There is no such request. The list has the last 500 of the app.'),
  'failure-not-found': missing('There is no such refused signature. The list has the last 10 of the app.'),
  'too-large': { status: 413, message: 'The request is too large. Send less.' },
  'too-slow': { status: 408, message: 'The request did not arrive in time. Try again.' },
  'too-many-requests': { status: 429, message: 'There are too many requests. Wait, then try again.' },
  'too-many-readers': {
    status: 429,
    message: 'Too many live pages are open. Close one of them, then try again.',
  },
  'rule-invalid': invalid('value', 'The rule is invalid. Correct it.'),
  'rule-exists': { status: 409, message: 'The app has a rule with this text already.', field: 'value' },
  'tls-required': forbidden('This server needs HTTPS. Use an address that begins with https.'),
  'over-capacity': { status: 503, message: 'The server has too much to do. Try again in a moment.' },
  'stream-not-found': missing(
    'Your account has no such stream. An administrator of the account can add one.',
  ),
  'stream-exists': { status: 409, message: 'Your account has this stream already.', field: 'label' },
  'connection-not-found': missing('There is no such connection. It may have ended.'),
  'webhook-invalid': conflict('This webhook is not valid. Challenge its receiver again first.'),
  'message-token-missing': conflict(
    'The app has no token of yours for direct messages. Set its permissions to read, write and direct messages, then make an access token under Keys and tokens.',
  ),
  'passkeys-unavailable': conflict(
    'Passkeys need HTTPS and a host name instead of an IP address. Open the console at such a URL, or at localhost.',
  ),
  'sign-in-too-old': forbidden(
    'You signed in more than 15 minutes ago. Sign in again with your passkey, then make this change.',
  ),
  'operators-only': forbidden(
    'Only operators of this server may do this. An operator can make you one with "aviary console operator grant".',
  ),
  'entry-not-found': missing('There is no such entry in the audit log. Old entries are removed.'),
  'undo-impossible': conflict('This action cannot be undone: the data are gone.'),
  'no-test-controls': missing(
    'This server runs without test controls. Start it with the setting test_controls to use them.',
  ),
  'control-invalid': { status: 400, message: 'The value cannot be used. Correct it, then try again.' },
  'control-conflict': conflict('The state of the server does not allow this now. Try again later.'),
  'snapshot-not-found': missing('There is no such snapshot. Choose one from the list.'),
  'grade-not-found': missing('There is no such report. The server keeps the newest 50 until it stops.'),
  'check-not-found': missing('There is no such check. Checks are kept for a day.'),
  failure: {
    status: 500,
    message: 'The server failed to process the request. Try again; the log of the server has the reason.',
  },
  ...TRANSFER_PROBLEMS,
}

/** All problems, by reason. */
export const CONSOLE_PROBLEMS: Readonly<Record<ConsoleReason, ConsoleEntry>> = { ...OWN, ...REFUSALS }

export const CONSOLE_REASONS = Object.keys(CONSOLE_PROBLEMS) as readonly ConsoleReason[]

/** Parts of a problem that replace the defaults of its reason. */
export interface ProblemDetails {
  /** A sentence that tells the user what to do. */
  readonly message?: string
  readonly field?: string
  /** Seconds, for the header `retry-after`. */
  readonly retryAfter?: number
  readonly headers?: Answer['headers']
}

/** The error that endpoints of the console throw. */
export class ConsoleProblem extends ExpectedError {
  override readonly name = 'ConsoleProblem'
  readonly reason: ConsoleReason
  readonly details: ProblemDetails

  constructor(reason: ConsoleReason, details: ProblemDetails = {}) {
    super(details.message ?? CONSOLE_PROBLEMS[reason].message)
    this.reason = reason
    this.details = details
  }
}

/** The documentation of a problem, for the declarations of endpoints. */
export function consoleEntry(reason: ConsoleReason): ErrorEntry {
  const { status, message } = CONSOLE_PROBLEMS[reason]
  return { status, code: reason, message }
}

/** The response to an error of the console; never throws. */
export function renderConsoleProblem(error: unknown): Answer {
  const { reason, details } = problemOf(error)
  const { status, ...entry } = CONSOLE_PROBLEMS[reason]
  const { message = entry.message, field = entry.field, retryAfter, headers } = details
  return {
    status,
    body: JSON.stringify({ status, reason, message, field }),
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...headers,
    },
  }
}

const EDGE_REASONS: Readonly<Record<EdgeReason, OwnReason>> = {
  'unknown-path': 'page-not-found',
  'version-inactive': 'page-not-found',
  'endpoint-retired': 'page-not-found',
  'api-date-invalid': 'request-invalid',
  'bad-request': 'request-invalid',
  'unacceptable-format': 'request-invalid',
  'body-too-large': 'too-large',
  'headers-too-large': 'too-large',
  'request-timeout': 'too-slow',
  'rate-limited': 'too-many-requests',
  'tls-required': 'tls-required',
  'over-capacity': 'over-capacity',
  'user-context-only': 'session-ended',
  'app-context-only': 'session-ended',
  'no-write-permission': 'not-allowed',
  'no-message-permission': 'not-allowed',
  'no-scope': 'not-allowed',
}

function problemOf(error: unknown): ConsoleProblem {
  if (error instanceof ConsoleProblem) return error
  if (error instanceof Refusal) return refusalProblem(error)
  if (error instanceof AuthError) return new ConsoleProblem('session-ended')
  if (error instanceof TooManyTries) return new ConsoleProblem('too-many-tries', error)
  if (error instanceof BadBody)
    return new ConsoleProblem('request-invalid', { message: asSentence(error.message) })
  if (error instanceof EdgeError) return new ConsoleProblem(EDGE_REASONS[error.reason])
  if (error instanceof BadParameter) return new ConsoleProblem('field-invalid', { field: error.parameter })
  if (error instanceof Error && error.name === 'MalformedEncoding')
    return new ConsoleProblem('request-invalid')
  const isBusy = error instanceof SemaphoreFull || isStoreFailure(error)
  if (isBusy || isBlobFailure(error) || isDiskFailure(error)) return new ConsoleProblem('over-capacity')
  return new ConsoleProblem('failure')
}

/** The problem for a refusal of the domain, whose messages begin in lower case and have no full stop. */
function refusalProblem(refusal: Refusal): ConsoleProblem {
  const { isDetailed } = REFUSALS[refusal.reason]
  return new ConsoleProblem(refusal.reason, isDetailed ? { message: asSentence(refusal.message) } : {})
}
