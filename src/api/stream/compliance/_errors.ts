/** Errors of the compliance stream (spec/compliance-stream.md#errors). */

import { API_DATE_ADVICE } from '../../../http/api-date-header.ts'
import type { ErrorEntry } from '../../../http/endpoint.ts'
import { ExpectedError } from '../../../lib/expected-error.ts'

/**
 * The errors by name. The code is not sent. It distinguishes errors with the same status in the documentation and in
 * tests.
 */
export const STREAM_ERRORS = {
  invalidPartition: {
    status: 400,
    code: 1,
    message: 'Invalid partition: must be an integer between 1 and 8.',
  },
  invalidResume: {
    status: 400,
    code: 2,
    message: 'Invalid resume_after: must be a position that this stream has given.',
  },
  invalidBackfill: {
    status: 400,
    code: 3,
    message: 'Invalid backfill_minutes: must be an integer between 1 and 5, and not beside resume_after.',
  },
  invalidPositions: { status: 400, code: 4, message: 'Invalid positions: must be true or false.' },
  badRequest: { status: 400, code: 5, message: 'The request cannot be read.' },
  invalidApiDate: { status: 400, code: 6, message: API_DATE_ADVICE },
  invalidCredentials: { status: 401, code: 1, message: 'Invalid credentials.' },
  tlsRequired: { status: 403, code: 1, message: 'TLS 1.2 or newer is required.' },
  unknownStream: { status: 404, code: 1, message: 'Unknown stream.' },
  compressionRequired: {
    status: 406,
    code: 1,
    message:
      "This connection requires compression. To enable compression, send an 'Accept-Encoding: gzip' header in your " +
      'request and be ready to uncompress the stream as it is read on the client end.',
  },
  requestTimeout: { status: 408, code: 1, message: 'The request took too long to arrive.' },
  tooLarge: { status: 413, code: 1, message: 'The body of the request is too large.' },
  tooManyRequests: { status: 429, code: 1, message: 'Exceeded connection request limit.' },
  tooManyConnections: {
    status: 429,
    code: 2,
    message: 'This stream is currently at the maximum allowed connection limit.',
  },
  tooManyTries: {
    status: 429,
    code: 3,
    message: 'Too many requests with invalid credentials. Wait before trying again.',
  },
  headersTooLarge: { status: 431, code: 1, message: 'The headers of the request are too large.' },
  internal: { status: 500, code: 1, message: 'Internal server error.' },
  unavailable: { status: 503, code: 1, message: 'Service unavailable.' },
} as const satisfies Record<string, ErrorEntry>

export type StreamErrorName = keyof typeof STREAM_ERRORS

/** Thrown by the endpoint, and rendered by the family. */
export class StreamError extends ExpectedError {
  override readonly name = 'StreamError'
  readonly entry: ErrorEntry
  /** Seconds until the client may try again, sent as `retry-after`. */
  readonly retryAfter: number | undefined

  constructor(name: StreamErrorName, retryAfter?: number) {
    super(STREAM_ERRORS[name].message)
    this.entry = STREAM_ERRORS[name]
    this.retryAfter = retryAfter
  }
}
