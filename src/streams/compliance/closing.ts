/** The last object of a compliance stream, and why a connection ends (spec/compliance-stream.md section 4). */
import { ExpectedError } from '../../lib/expected-error.ts'

/** Thrown when no connection can be let in now; the edge answers 503. */
export class ComplianceUnavailable extends ExpectedError {
  override readonly name = 'ComplianceUnavailable'

  constructor() {
    super('the compliance stream cannot be read now')
  }
}

/** The body of every error, and the object of those that come inside a stream. @param at Unix milliseconds */
export function errorBody(message: string, at: number): string {
  const sent = new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00')
  return JSON.stringify({ error: { message, sent } })
}

/**
 * Why a connection was closed: its client went; it fell out of what is kept for readers; it took nothing for too
 * long; the server stops; the log lost events before they were read; it cannot be read any more; or a stream of the account
 * was removed.
 */
export type CloseReason = 'client' | 'slow' | 'stalled' | 'restart' | 'gap' | 'failure' | 'removed'

/** Said inside the stream before the server closes it. */
export const CLOSE_MESSAGES: Readonly<Record<Exclude<CloseReason, 'client'>, string>> = {
  slow: 'Force closing connection to stream because it reached the maximum allowed backup (buffer size is {size}).',
  stalled: 'Force closing connection to stream because nothing was read from it for too long.',
  restart: 'This stream is closing for operational reasons.',
  gap: 'This stream is closing for operational reasons: events were lost before they could be sent.',
  removed:
    'This stream is closing because a stream of its account was removed; streams that are left can be connected again.',
  failure: 'This stream is closing for operational reasons: its events cannot be read.',
}
