/** The v1.1 family: its error bodies and headers. Unknown parameters are ignored. */
import { Type } from 'typebox'
import type { Caller } from '../../auth/caller.ts'
import { AuthError, type AuthReason } from '../../auth/errors.ts'
import { isBlobFailure } from '../../blobs/store.ts'
import { isStoreFailure } from '../../db/errors.ts'
import { Refusal, type RefusalReason } from '../../domain/context.ts'
import type { UploadFault } from '../../domain/media/facts.ts'
import { UploadRefused } from '../../domain/media/refused.ts'
import {
  type Answer,
  type AuthKind,
  type DocumentedError,
  documentedErrors,
  EdgeError,
  type EdgeReason,
  type Endpoint,
  type ErrorEntry,
  type Family,
  type MultipartSpec,
} from '../../http/endpoint.ts'
import { BadParameter, type ParamSpec } from '../../http/params.ts'
import { SemaphoreFull } from '../../lib/async/semaphore.ts'
import { isDiskFailure } from '../../lib/files/disk-failure.ts'
import { type BodyKind, defineEndpoint, type EndpointDeclaration } from '../_endpoint.ts'
import type { Services } from '../_services.ts'
import {
  type DeclaredV11Error,
  declaredEntry,
  NotAuthorized,
  UPLOAD_ERRORS,
  V11_ERRORS,
  V11Error,
  type V11ErrorName,
} from './_errors.ts'

interface V11Declaration<
  Kind extends AuthKind,
  Spec extends ParamSpec,
  Body extends BodyKind,
  Files extends MultipartSpec,
> extends Pick<
      EndpointDeclaration<Kind, Spec, Body, Files>,
      'paths' | 'summary' | 'answers' | 'params' | 'body' | 'multipart' | 'handle'
    >,
    Partial<
      Pick<
        EndpointDeclaration<Kind, Spec, Body, Files>,
        | 'auth'
        | 'scopes'
        | 'method'
        | 'writes'
        | 'isAboutMessages'
        | 'messageRightSince'
        | 'isEndless'
        | 'window'
      >
    > {
  /** Errors of the endpoint, in addition to those of authentication, limits and parameters. */
  readonly errors?: readonly DeclaredV11Error[]
  /** Upload errors, which have another format. */
  readonly uploadErrors?: readonly UploadFault[]
}

/**
 * Declares a v1.1 endpoint. Defaults: GET, read-only, for users and apps, 15 requests per 15 minutes for each kind
 * of caller.
 */
export function v11Endpoint<
  Spec extends ParamSpec,
  const Kind extends AuthKind = 'user' | 'app',
  const Body extends BodyKind = never,
  Files extends MultipartSpec = never,
>(declaration: V11Declaration<Kind, Spec, Body, Files>): Endpoint<Caller, Services> {
  const { errors = [], uploadErrors = [], ...rest } = declaration
  return defineEndpoint({
    method: 'GET',
    // The type assertion is correct, because the default of the type parameter `Kind` has the same values.
    auth: DEFAULT_CALLERS as readonly Kind[],
    writes: false,
    window: { user: 15, app: 15 },
    ...rest,
    errors: [...errors.map(declaredEntry), ...uploadErrors.map((fault) => UPLOAD_ERRORS[fault])],
  })
}

const DEFAULT_CALLERS: readonly AuthKind[] = ['user', 'app']

export function v11Family(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  return {
    name: 'v1.1',
    owns: (path) => /^\/(1\.1|1)(\/|$)/.test(path),
    endpoints,
    headers: V11_HEADERS,
    windowBy: 'token',
    renderError: renderV11Error,
    description: {
      text: 'Unknown parameters are ignored. Every id also exists as a string, in a field whose name ends in `_str`.',
      errorBody: V11_ERROR_BODY,
      renderEntry: renderV11Entry,
      errors: { ...V11_DOCUMENTED, ...DOCUMENTED_OF_V11_ALONE },
    },
    whyUnknown: unacceptableFormat(endpoints),
  }
}

/**
 * Returns a function that finds the error for a path with an unsupported ending. Only paths that would belong to an
 * endpoint with the ending `.json` get this error (spec/followers.md#paths-and-methods).
 */
function unacceptableFormat(
  endpoints: readonly Endpoint<Caller, Services>[],
): (path: string) => EdgeReason | undefined {
  let patterns: readonly RegExp[] | undefined
  return (path) => {
    if (path.endsWith('.json')) return undefined
    patterns ??= otherFormats(endpoints.flatMap(({ paths }) => paths))
    return patterns.some((pattern) => pattern.test(path)) ? 'unacceptable-format' : undefined
  }
}

/** Expressions for the paths that end in `.json`, with any other ending. */
function otherFormats(paths: readonly string[]): readonly RegExp[] {
  return paths
    .filter((path) => path.endsWith('.json'))
    .map((path) =>
      path
        .replace(/\.json$/, '')
        .replaceAll('.', '\\.')
        .replaceAll(/:[a-z_]+/g, '[^/.]+'),
    )
    .map((path) => new RegExp(`^${path}\\.[A-Za-z0-9]+$`))
}

/** Headers of every v1.1 response (spec/http.md#response-headers). */
export const V11_HEADERS = {
  'content-type': 'application/json;charset=utf-8',
  'content-disposition': 'attachment; filename=json.json',
  'cache-control': 'no-cache, no-store, must-revalidate, pre-check=0, post-check=0',
  pragma: 'no-cache',
  expires: 'Tue, 31 Mar 1981 05:00:00 GMT',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '0',
}

/**
 * The body of an error (spec/errors.md#v11-body), or the body without a list of errors (spec/followers.md#target,
 * spec/media.md#upload-errors).
 */
export const V11_ERROR_BODY = Type.Union(
  [
    Type.Object(
      { errors: Type.Array(Type.Object({ code: Type.Integer(), message: Type.String() })) },
      { title: 'Errors' },
    ),
    Type.Object(
      { request: Type.String({ description: 'The requested path.' }), error: Type.String() },
      {
        title: 'RequestError',
        description: 'The caller may not see the protected object, or the upload is invalid.',
      },
    ),
  ],
  { title: 'ErrorBody' },
)

const AUTH_ERRORS: Record<AuthReason, V11ErrorName> = {
  'no-credentials': 'badAuthenticationData',
  'unreadable-credentials': 'badAuthenticationData',
  'bad-signature': 'couldNotAuthenticate',
  'timestamp-out-of-range': 'timestampOutOfRange',
  'bad-token': 'invalidToken',
  'user-suspended': 'accountSuspended',
}

const EDGE_ERRORS: Record<EdgeReason, V11ErrorName> = {
  'unknown-path': 'pageDoesNotExist',
  'bad-request': 'badRequest',
  'body-too-large': 'requestTooLarge',
  'request-timeout': 'requestTimeout',
  'headers-too-large': 'headersTooLarge',
  'tls-required': 'sslRequired',
  'version-inactive': 'versionInactive',
  'endpoint-retired': 'endpointRetired',
  'api-date-invalid': 'apiDateInvalid',
  'rate-limited': 'rateLimitExceeded',
  'user-context-only': 'credentialsDoNotAllow',
  'app-context-only': 'credentialsDoNotAllow',
  'no-write-permission': 'cannotWrite',
  'no-message-permission': 'cannotReadMessages',
  'no-scope': 'invalidToken',
  'unacceptable-format': 'notAcceptable',
  'over-capacity': 'overCapacity',
}

/** Refusals that have the same error in all endpoints. Endpoints translate all other refusals themselves. */
const REFUSALS: Partial<Record<RefusalReason, V11ErrorName>> = {
  'user-not-found': 'userNotFound',
  'user-suspended': 'userSuspended',
  'user-deactivated': 'invalidToken',
  'follows-oneself': 'followsOneself',
  'follows-too-many': 'followsTooMany',
  'follow-request-not-found': 'pageDoesNotExist',
  'not-following': 'notFollowing',
  'blocked-by-target': 'blockedByTarget',
  'blocks-target': 'blocksTarget',
  'blocks-oneself': 'blocksOneself',
  'mutes-oneself': 'mutesOneself',
  'not-muting': 'notMuting',
  'webhook-not-found': 'pageDoesNotExist',
  'environment-unknown': 'noAccountActivity',
  'too-many-webhooks': 'webhookTooMany',
  'too-many-subscriptions': 'webhookTooMany',
  'subscribed-already': 'subscribedAlready',
  'subscription-not-found': 'pageDoesNotExist',
  'replay-in-progress': 'replayInProgress',
  'reports-oneself': 'reportsOneself',
  'reports-too-many': 'reportsTooMany',
  'post-not-found': 'postNotFound',
  'post-not-visible': 'postNotVisible',
  'post-not-own': 'postNotOwn',
  'post-duplicate': 'postDuplicate',
  'post-too-long': 'postTooLong',
  'post-looks-like-message': 'commandRefused',
  'posts-too-many': 'postsTooMany',
  'reply-target-unseen': 'replyTargetUnseen',
  'reply-not-allowed': 'replyNotAllowed',
  'attachment-invalid': 'attachmentInvalid',
  'attachments-too-many': 'attachmentsTooMany',
  'coordinates-invalid': 'coordinatesInvalid',
  'reposted-already': 'repostedAlready',
  'liked-already': 'likedAlready',
  'media-not-found': 'mediaNotFound',
  'media-invalid': 'mediaInvalid',
  'media-mixed': 'mediaMixed',
  'list-not-found': 'pageDoesNotExist',
  'lists-too-many': 'listsTooMany',
  'list-members-too-many': 'listMembersTooMany',
  'list-member-blocks-owner': 'listMemberBlocksOwner',
  'message-not-found': 'pageDoesNotExist',
  'message-too-long': 'messageTooLong',
  'message-repeated': 'messageRepeated',
  'messages-too-many': 'messagesTooMany',
  'messages-of-followers-only': 'messagesOfFollowersOnly',
  'cannot-message': 'cannotMessage',
  'blocks-recipient': 'cannotMessageBlocked',
  'welcome-message-not-found': 'pageDoesNotExist',
  'welcome-rule-not-found': 'pageDoesNotExist',
  'welcome-rule-exists': 'welcomeRuleExists',
}

/** The v1.1 response for an error. The OAuth endpoints also use this function. */
export function renderV11Error(error: unknown, { path }: { readonly path: string }): Answer {
  if (error instanceof NotAuthorized) {
    return { status: 401, body: JSON.stringify({ request: path, error: 'Not authorized.' }) }
  }
  if (error instanceof V11Error) return answerOf(error.entry, error.text)
  if (isEndOfUserStreams(error, path)) return USER_STREAMS_ENDED
  // A request for private media without a signature gets a separate error (spec/media.md#media-of-messages).
  if (error instanceof AuthError && error.reason === 'no-credentials' && path.startsWith('/1.1/ton/')) {
    return ANSWERS.couldNotAuthenticate
  }
  const uploadFault = uploadFaultOf(error, path)
  if (uploadFault !== undefined) return uploadAnswer(UPLOAD_ERRORS[uploadFault], path, subjectOf(error))
  if (error instanceof BadParameter) {
    const { entry, text } = new V11Error('parameterInvalid', error.parameter)
    return answerOf(entry, text)
  }
  return ANSWERS[nameOf(error)]
}

/**
 * The plain-text response after the end of user and site streams, as recorded
 * (spec/retired-endpoints.md#ended-v11-streams).
 */
const USER_STREAMS_ENDED: Answer = {
  status: 410,
  body: 'The Site Streams and User Streams endpoints have been turned off. Please migrate to alternate APIs. See https://t.co/usss\r\n',
  headers: { 'content-type': 'text/plain;charset=utf-8' },
}

function isEndOfUserStreams(error: unknown, path: string): boolean {
  const isEnd = error instanceof EdgeError && error.reason === 'endpoint-retired'
  return isEnd && (path === '/1.1/user.json' || path === '/1.1/site.json')
}

/**
 * Renders an entry of the error table for the API document. The text keeps `{name}` in place of a subject.
 */
export function renderV11Entry(entry: ErrorEntry): Answer {
  const isOfUpload = Object.values<ErrorEntry>(UPLOAD_ERRORS).includes(entry)
  return isOfUpload ? uploadAnswer(entry, UPLOAD_PATH) : answerOf(entry, entry.message)
}

const UPLOAD_PATH = '/1.1/media/upload.json'

/**
 * The upload error for a refused upload, and for an invalid request to the upload endpoint. Undefined for all other
 * errors, such as those of authentication and rate limits (spec/errors.md#authentication-order).
 */
function uploadFaultOf(error: unknown, path: string): UploadFault | undefined {
  if (error instanceof UploadRefused) return error.fault
  // The path is matched by its prefix, because a malformed path with a fragment also counts as an upload.
  if (!path.startsWith(UPLOAD_PATH)) return undefined
  if (error instanceof BadParameter) return 'parameter-invalid'
  const name = nameOf(error)
  if (name === 'badRequest') return 'request-malformed'
  return name === 'requestTooLarge' ? 'too-large' : undefined
}

function subjectOf(error: unknown): string {
  return error instanceof BadParameter ? error.parameter : ''
}

/** The response for an upload error, in the format of spec/media.md#upload-errors. */
function uploadAnswer({ status, message }: ErrorEntry, path: string, subject = '{name}'): Answer {
  return { status, body: JSON.stringify({ request: path, error: message.replace('{name}', subject) }) }
}

/**
 * Most errors have a constant body, which is rendered only once, because an overloaded server sends many errors.
 */
const ANSWERS = Object.fromEntries(
  Object.entries(V11_ERRORS).map(([name, entry]) => [name, answerOf(entry, entry.message)]),
) as Readonly<Record<V11ErrorName, Answer>>

function answerOf({ code, status }: ErrorEntry, message: string): Answer {
  return { status, body: JSON.stringify({ errors: [{ code, message }] }) }
}

function nameOf(error: unknown): V11ErrorName {
  if (error instanceof AuthError) return AUTH_ERRORS[error.reason]
  if (error instanceof EdgeError) return EDGE_ERRORS[error.reason]
  if (error instanceof Refusal) {
    const name = REFUSALS[error.reason]
    if (name !== undefined) return name
  }
  if (error instanceof Error && error.name === 'MalformedEncoding') return 'badRequest'
  const isOverloaded = isStoreFailure(error) || error instanceof SemaphoreFull
  return isOverloaded || isDiskFailure(error) || isBlobFailure(error) ? 'overCapacity' : 'internalError'
}

/** Documented errors of v1.1, which the OAuth endpoints share. */
export const V11_DOCUMENTED: Readonly<Record<string, DocumentedError>> = documentedErrors(
  V11_ERRORS,
  (name) => new V11Error(name),
  'with codes',
)

/** Documented errors without a code. Only this family has such errors. */
const DOCUMENTED_OF_V11_ALONE: Readonly<Record<string, DocumentedError>> = {
  notAuthorized: { status: 401, code: undefined, make: () => new NotAuthorized() },
  ...documentedErrors(
    UPLOAD_ERRORS,
    (fault) => new UploadRefused(fault, UPLOAD_ERRORS[fault].message),
    'without codes',
  ),
}

/** All v1.1 errors with codes, for tests and for the generated page of errors. */
export const V11_ERROR_TABLE = Object.values(V11_ERRORS)
