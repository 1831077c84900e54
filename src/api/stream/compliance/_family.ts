/**
 * The endpoint family of the compliance stream: its error format, and a request limit that is checked before
 * authentication.
 */
import { Type } from 'typebox'
import type { Caller } from '../../../auth/caller.ts'
import { isStoreFailure, StoreRefused } from '../../../db/errors.ts'
import {
  type Answer,
  documentedErrors,
  EdgeError,
  type EdgeReason,
  type Endpoint,
  type ErrorEntry,
  type Family,
} from '../../../http/endpoint.ts'
import { SemaphoreFull } from '../../../lib/async/semaphore.ts'
import { MalformedEncoding } from '../../../lib/percent.ts'
import { ComplianceUnavailable, errorBody } from '../../../streams/compliance/closing.ts'
import type { Services } from '../../_services.ts'
import { countRequest } from './_connects.ts'
import { STREAM_ERRORS, StreamError, type StreamErrorName } from './_errors.ts'

/**
 * The family of the compliance stream.
 * @param now the current time for error bodies, in milliseconds since the Unix epoch
 */
export function complianceFamily(
  endpoints: readonly Endpoint<Caller, Services>[],
  now: () => number,
): Family<Caller, Services> {
  const render = (entry: ErrorEntry, retryAfter?: number): Answer => ({
    status: entry.status,
    body: errorBody(entry.message, now()),
    headers: {
      ...(entry.status === STREAM_ERRORS.invalidCredentials.status ? CHALLENGE : {}),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  })
  return {
    name: 'compliance',
    owns: (path) => path.startsWith('/stream/'),
    endpoints,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    windowBy: 'token',
    admit(services, path, address) {
      return countRequest(services, path, address)
    },
    renderError(error) {
      if (error instanceof StreamError) return render(error.entry, error.retryAfter)
      return render(STREAM_ERRORS[nameOf(error)])
    },
    description: {
      text: DESCRIPTION,
      errorBody: ERROR_BODY,
      renderEntry: (entry) => render(entry),
      errors: documentedErrors(STREAM_ERRORS, (name) => new StreamError(name), 'without codes'),
    },
  }
}

/** The challenge in a 401, as in the public service. */
const CHALLENGE = { 'www-authenticate': 'Basic realm="Firehose"' }

const EDGE_ERRORS: Readonly<Record<EdgeReason, StreamErrorName>> = {
  'unknown-path': 'unknownStream',
  'version-inactive': 'unknownStream',
  'endpoint-retired': 'unknownStream',
  'api-date-invalid': 'invalidApiDate',
  'bad-request': 'badRequest',
  'unacceptable-format': 'badRequest',
  'body-too-large': 'tooLarge',
  'request-timeout': 'requestTimeout',
  'headers-too-large': 'headersTooLarge',
  'tls-required': 'tlsRequired',
  'rate-limited': 'tooManyRequests',
  'over-capacity': 'unavailable',
  'user-context-only': 'invalidCredentials',
  'app-context-only': 'invalidCredentials',
  'no-write-permission': 'invalidCredentials',
  'no-message-permission': 'invalidCredentials',
  'no-scope': 'invalidCredentials',
}

function nameOf(error: unknown): StreamErrorName {
  if (error instanceof EdgeError) return EDGE_ERRORS[error.reason]
  if (error instanceof MalformedEncoding) return 'badRequest'
  const isBusy =
    error instanceof SemaphoreFull || error instanceof StoreRefused || error instanceof ComplianceUnavailable
  return isBusy || isStoreFailure(error) ? 'unavailable' : 'internal'
}

const DESCRIPTION =
  'The compliance stream: what happens to posts and users, in eight partitions, without end. E-mail address and ' +
  'password of the console by Basic authentication, on every request; gzip is required.'

const ERROR_BODY = Type.Object(
  {
    error: Type.Object({
      message: Type.String(),
      sent: Type.String({ description: 'Time of the message, such as `2020-08-12T10:00:00+00:00`.' }),
    }),
  },
  { title: 'StreamError' },
)
