/**
 * Defines the last message of a compliance stream, and the reasons why its connections end
 * (spec/compliance-stream.md#messages-in-the-stream).
 */
import { MESSAGE_END } from '../../formats/compliance/events.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { SentReason } from '../close-reasons.ts'
import type { StreamFormat } from '../format.ts'
import { RING_BYTES } from './partition.ts'

/** Thrown when the process cannot admit a connection now; the response is 503. */
export class ComplianceUnavailable extends ExpectedError {
  override readonly name = 'ComplianceUnavailable'

  constructor() {
    super('the compliance stream cannot be read now')
  }
}

/** The body of every error response, and the error message inside a stream. @param at Unix milliseconds */
export function errorBody(message: string, at: number): string {
  const sent = new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00')
  return JSON.stringify({ error: { message, sent } })
}

/** `removed`: a stream of the account was removed. `dropped`: a user of the console ended the connection. */
export type OwnCloseReason = 'removed' | 'dropped'

/** Messages that the server sends before it closes a stream. */
export const CLOSE_MESSAGES: Readonly<Record<SentReason<OwnCloseReason>, string>> = {
  slow: 'Force closing connection to stream because it reached the maximum allowed backup (buffer size is {size}).',
  stalled: 'Force closing connection to stream because nothing was read from it for too long.',
  restart: 'This stream is closing for operational reasons.',
  gap: 'This stream is closing for operational reasons: events were lost before they could be sent.',
  removed:
    'This stream is closing because a stream of its account was removed; streams that are left can be connected again.',
  dropped: 'This stream is closing because it was disconnected in the console; you can connect again.',
  failure: 'This stream is closing for operational reasons: its events cannot be read.',
}

/**
 * Functions that make the documented last messages, including their line breaks, by reason.
 * @param now Unix milliseconds
 */
export function documentedDisconnects(now: () => number): Readonly<Record<string, () => string>> {
  const reasons = Object.keys(CLOSE_MESSAGES) as SentReason<OwnCloseReason>[]
  const { frame, lastMessage } = COMPLIANCE_FORMAT
  return Object.fromEntries(reasons.map((reason) => [reason, () => frame(lastMessage(reason, now()))]))
}

/** Milliseconds without a message after which a keep-alive is sent. */
export const KEEP_ALIVE_MS = 10_000

export const COMPLIANCE_FORMAT: StreamFormat<OwnCloseReason> = {
  keepAlive: Buffer.from(MESSAGE_END),
  keepAliveMs: KEEP_ALIVE_MS,
  frame: (json) => json + MESSAGE_END,
  lastMessage: (reason, at) => errorBody(CLOSE_MESSAGES[reason].replace('{size}', String(RING_BYTES)), at),
}
