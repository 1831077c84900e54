/**
 * Errors of the console: problems with a reason for programs and a message for people (spec/console.md#console-problems).
 * Each reason of a refusal has a line here.
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
import { TooManyTries } from '../_password-checks.ts'

interface ConsoleEntry {
  readonly status: number
  readonly message: string
  /** The member of the body that is at fault. */
  readonly field?: string
  /** True if the refusal's own message says more. */
  readonly isDetailed?: true
}

/** Reasons that only the console has. */
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

export type ConsoleReason = RefusalReason | OwnReason

/** Object that does not exist, or belongs to another developer: both get the same answer. */
function missing(message: string): ConsoleEntry {
  return { status: 404, message }
}

function invalid(field: string, message: string): ConsoleEntry {
  return { status: 400, message, field }
}

/** Invalid value; the message of the refusal describes the mistake. */
function detailed(field: string, message: string): ConsoleEntry {
  return { status: 400, message, field, isDetailed: true }
}

function conflict(message: string): ConsoleEntry {
  return { status: 409, message }
}

function forbidden(message: string): ConsoleEntry {
  return { status: 403, message }
}

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
  'check-not-found': missing('There is no such check. Checks are kept for a day.'),
  failure: {
    status: 500,
    message: 'The server failed to process the request. Try again; the log of the server has the reason.',
  },
}

const NO_POST = 'There is no such post. It may have been deleted.'
const TOO_MANY_OF_TODAY = 'The limit of this day is used up. Try again tomorrow.'

const REFUSALS: Readonly<Record<RefusalReason, ConsoleEntry>> = {
  'user-not-found': missing('There is no such user. Check the screen name.'),
  'app-not-found': missing('There is no such app. Choose one from the list.'),
  'app-name-not-confirmed': invalid('name', 'This is not the name of the app. Type it exactly.'),
  'apps-too-many': { status: 409, message: 'There are too many apps. Delete one first.', isDetailed: true },
  'credentials-changed': conflict(
    'These credentials were changed in another tab or by a colleague after you loaded the page. Nothing was changed now. Reload the page.',
  ),
  'terms-url-invalid': detailed('terms_url', 'Use a whole address that begins with http or https.'),
  'privacy-url-invalid': detailed('privacy_url', 'Use a whole address that begins with http or https.'),
  'organisation-invalid': detailed('organisation', 'The name of the organisation cannot be used.'),
  'organisation-url-invalid': detailed(
    'organisation_url',
    'Use a whole address that begins with http or https.',
  ),
  'app-suspended': forbidden('This app is suspended. Ask the operator of the server.'),
  'token-not-found': missing('There is no such token. It may have been revoked.'),
  'verifier-wrong': invalid('verifier', 'The PIN is wrong. Check it, or start again.'),
  'scope-invalid': detailed('scope', 'A scope is unknown. Choose scopes from the list.'),
  'client-not-confidential': conflict('This app is a public client, which has no client secret.'),
  'invitation-invalid': missing('There is no such unused invitation.'),
  'sign-up-not-found': missing('This sign-up does not wait any more.'),
  'sign-ups-too-many': conflict('Too many sign-ups wait. Decide about some of them.'),
  'screen-name-taken': { status: 409, message: 'Another user has this screen name.', field: 'screen_name' },
  'screen-name-invalid': invalid('screen_name', 'Use 1 to 15 letters, digits and underscores.'),
  'email-taken': { status: 409, message: 'Another account has this e-mail address.', field: 'email' },
  'email-invalid': invalid('email', 'This is not an e-mail address. Check it.'),
  'password-too-short': invalid('password', 'Use at least 8 characters.'),
  'name-too-long': detailed('name', 'The name is too long. Shorten it.'),
  'name-invalid': detailed('name', 'This name cannot be used. Choose another one.'),
  'profile-invalid': detailed('profile', 'A value of the profile is invalid. Correct it.'),
  'user-suspended': forbidden('This user is suspended.'),
  'user-deactivated': forbidden('This user is deactivated.'),
  'user-without-email': conflict('This user has no e-mail address, and cannot sign in.'),
  'user-gone': missing('This user has left the network.'),
  'not-authorized': forbidden('You may not see this.'),
  'follows-oneself': conflict('A user cannot follow itself.'),
  'follows-too-many': conflict('This user follows too many others already.'),
  'follow-requested-already': conflict('This user has been asked already.'),
  'follow-request-not-found': missing('There is no such request to follow.'),
  'not-following': conflict('This user is not followed.'),
  'blocked-by-target': forbidden('This user has blocked you.'),
  'blocks-target': conflict('You have blocked this user. Unblock it first.'),
  'blocks-oneself': conflict('A user cannot block itself.'),
  'mutes-oneself': conflict('A user cannot mute itself.'),
  'not-muting': conflict('This user is not muted.'),
  'state-already-so': conflict('The object already has this state. Reload the page.'),
  'moderated-meanwhile': conflict(
    'Another operator acted after you loaded the page. Nothing was changed now. Reload the page.',
  ),
  'country-code-invalid': detailed('countries', 'Use country codes of two letters.'),
  'callback-invalid': detailed('callback_urls', 'A callback address is invalid. Correct it.'),
  'app-url-invalid': detailed('url', 'Use a whole address that begins with http or https.'),
  'description-invalid': detailed('description', 'The description cannot be used. Change it.'),
  'account-name-invalid': detailed('account_name', 'Use 1 to 50 letters, digits, hyphens and underscores.'),
  'account-not-found': missing('There is no such account.'),
  'console-user-not-found': missing('There is no such user of the console.'),
  'link-invalid': missing(
    'This link was used, or has expired. Make a new one with "aviary console link" on the server.',
  ),
  'challenge-invalid': conflict('This attempt has expired, or was used already. Start again.'),
  'passkey-unknown': {
    status: 401,
    message: 'This server does not know the passkey. It may have been removed. Sign in in another way.',
  },
  'passkey-refused': {
    status: 401,
    message: 'The passkey was not accepted: its answer is not for this address. Try again.',
  },
  'passkey-copied': forbidden(
    'The passkey was used more often elsewhere: it may have been copied. Sign in in another way, and remove it.',
  ),
  'passkey-invalid': {
    status: 400,
    message: 'The passkey was not accepted: its answer is not for this address. Try again.',
  },
  'passkey-exists': conflict('This passkey is registered already. Use it, or remove it first.'),
  'passkeys-too-many': conflict('There are too many passkeys. Remove one first.'),
  'passkey-not-found': missing('There is no such passkey. It may have been removed.'),
  'stream-name-invalid': detailed('label', 'Use letters, digits, hyphens and underscores.'),
  'project-not-found': missing('There is no such project. Choose one from the list.'),
  'project-not-empty': conflict('The project has apps. Move or delete them first.'),
  'projects-too-many': conflict('There are too many projects. Delete an empty one first.'),
  'use-case-invalid': detailed('use_case', 'The use case is too long. Shorten it.'),
  'webhook-not-found': missing('There is no such webhook. Choose one from the list.'),
  'webhook-url-invalid': detailed('url', 'The address of the webhook is invalid. Correct it.'),
  'environment-in-use': conflict('The environment has a webhook. Remove the webhook first.'),
  'environment-unknown': missing('There is no such environment. Choose one from the list.'),
  'environment-invalid': detailed('environment', 'Use letters, digits, hyphens and underscores.'),
  'too-many-webhooks': conflict('There are too many webhooks. Remove one first.'),
  'too-many-subscriptions': conflict('There are too many subscriptions. Remove one first.'),
  'subscribed-already': conflict('This user is subscribed already.'),
  'subscription-not-found': missing('There is no such subscription.'),
  'delivery-not-found': missing('There is no such delivery. Old ones are removed.'),
  'replay-in-progress': conflict('A replay is running. Wait until it ends.'),
  'message-not-found': missing('There is no such message.'),
  'message-empty': invalid('text', 'Enter a text.'),
  'message-too-long': invalid('text', 'The message is too long. Shorten it.'),
  'message-repeated': conflict('This message has been sent already.'),
  'messages-too-many': conflict(TOO_MANY_OF_TODAY),
  'message-invalid': detailed('text', 'The message is invalid. Correct it.'),
  'messages-of-followers-only': forbidden('This user accepts messages only from users that it follows.'),
  'cannot-message': forbidden('You cannot send messages to this user.'),
  'blocks-recipient': conflict('You have blocked this user. Unblock it before you write.'),
  'not-a-member': missing('You are not a member of this conversation.'),
  'group-invalid': detailed('members', 'The group is invalid. Correct its members.'),
  'saved-searches-too-many': conflict('There are too many saved searches. Remove one first.'),
  'saved-search-not-found': missing('There is no such saved search.'),
  'reports-oneself': conflict('A user cannot report itself.'),
  'welcome-message-not-found': missing('There is no such welcome message.'),
  'welcome-rule-not-found': missing('There is no such rule of welcome messages.'),
  'welcome-rule-exists': conflict('There is a rule of welcome messages already.'),
  'rule-not-found': missing('There is no such rule. It may have been deleted or replaced.'),
  'rules-too-many': conflict('There are too many rules. Remove some first.'),
  'post-not-found': missing(NO_POST),
  'post-not-visible': missing(NO_POST),
  'post-not-own': forbidden('This post belongs to another user.'),
  'post-superseded': conflict('There is a newer version of this post.'),
  'post-duplicate': conflict('This post has been written already.'),
  'post-empty': invalid('text', 'Enter a text for the post.'),
  'post-too-long': invalid('text', 'The post is too long. Shorten it.'),
  'post-text-invalid': detailed('text', 'The text cannot be used. Change it.'),
  'post-looks-like-message': invalid('text', 'The text looks like a command for a message.'),
  'posts-too-many': conflict(TOO_MANY_OF_TODAY),
  'likes-too-many': conflict(TOO_MANY_OF_TODAY),
  'reply-target-unseen': missing('There is no post to reply to.'),
  'reply-not-allowed': forbidden('The author has limited who may reply.'),
  'attachment-invalid': detailed('media_ids', 'An attachment is invalid. Remove it.'),
  'attachments-too-many': invalid('media_ids', 'There are too many attachments. Remove some.'),
  'coordinates-invalid': invalid('coordinates', 'These are not valid coordinates.'),
  'reposted-already': conflict('This post has been reposted already.'),
  'liked-already': conflict('This post has been liked already.'),
  'edit-not-allowed': conflict('This post can no longer be edited.'),
  'list-not-found': missing('There is no such list.'),
  'list-not-own': forbidden('This list belongs to another user.'),
  'list-name-invalid': detailed('name', 'The name of the list cannot be used.'),
  'list-description-invalid': detailed('description', 'The description of the list cannot be used.'),
  'lists-too-many': conflict('There are too many lists. Remove one first.'),
  'list-members-too-many': conflict('The list has too many members.'),
  'list-pins-too-many': conflict('There are too many pinned lists.'),
  'list-member-blocks-owner': forbidden('This user has blocked the owner of the list.'),
  'media-not-found': missing('There is no such file. It may have expired.'),
  'media-invalid': detailed('media', 'The file cannot be used. Choose another one.'),
  'media-mixed': invalid('media', 'These files cannot be used together.'),
  'job-running': conflict('A job is running. Wait until it ends.'),
  'job-not-waiting': conflict('This job no longer accepts an upload.'),
  'job-not-complete': conflict('This job is not complete. Wait until it ends.'),
}

/** Every problem by its reason. */
export const CONSOLE_PROBLEMS: Readonly<Record<ConsoleReason, ConsoleEntry>> = { ...OWN, ...REFUSALS }

export const CONSOLE_REASONS = Object.keys(CONSOLE_PROBLEMS) as readonly ConsoleReason[]

/** Parts of a problem that replace those of the table. */
export interface ProblemDetails {
  /** A sentence that says what to do next. */
  readonly message?: string
  readonly field?: string
  /** Seconds. */
  readonly retryAfter?: number
}

/** Thrown by endpoints of the console. */
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

/** A problem that endpoints declare. */
export function consoleEntry(reason: ConsoleReason): ErrorEntry {
  const { status, message } = CONSOLE_PROBLEMS[reason]
  return { status, code: reason, message }
}

/** The answer to an error of the console; never throws. */
export function renderConsoleProblem(error: unknown): Answer {
  const { reason, details } = problemOf(error)
  const { status, ...entry } = CONSOLE_PROBLEMS[reason]
  const { message = entry.message, field = entry.field, retryAfter } = details
  return {
    status,
    body: JSON.stringify({ status, reason, message, field }),
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
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
  if (error instanceof BadBody) return new ConsoleProblem('request-invalid', { message: sentence(error) })
  if (error instanceof EdgeError) return new ConsoleProblem(EDGE_REASONS[error.reason])
  if (error instanceof BadParameter) return new ConsoleProblem('field-invalid', { field: error.parameter })
  if (error instanceof Error && error.name === 'MalformedEncoding')
    return new ConsoleProblem('request-invalid')
  const isBusy = error instanceof SemaphoreFull || isStoreFailure(error)
  if (isBusy || isBlobFailure(error) || isDiskFailure(error)) return new ConsoleProblem('over-capacity')
  return new ConsoleProblem('failure')
}

function refusalProblem(refusal: Refusal): ConsoleProblem {
  const { isDetailed } = REFUSALS[refusal.reason]
  return new ConsoleProblem(refusal.reason, isDetailed ? { message: sentence(refusal) } : {})
}

/** Messages of the domain begin in lower case and have no stop. */
function sentence({ message }: Error): string {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
