/**
 * The requests of a graded client, as the server observed them. All times are real times, in milliseconds since the
 * Unix epoch.
 */

/** A request for a stream. */
export interface Connection {
  /** Index of the step in the script of faults. */
  readonly step: number
  readonly at: number
  /** Status of the response; undefined if the connection was closed before a response. */
  readonly status: number | undefined
  /** Header `x-rate-limit-reset` of the response, in milliseconds; undefined if the response lacks it. */
  readonly resetAt: number | undefined
  /** End of the stream; undefined while the stream is open. */
  endedAt: number | undefined
  /** True when the client closed the stream. */
  isLeft: boolean
  /** Number of messages that the server sent. */
  messages: number
  /** True if the client asked the compliance stream for positions or for missed events. */
  readonly asksToResume: boolean
}

/** A request for a page of the list. */
export interface PageRequest {
  readonly step: number
  readonly at: number
  readonly endedAt: number
  readonly status: number | undefined
  readonly resetAt: number | undefined
  /** The cursor in the request; undefined for the first page. */
  readonly cursor: string | undefined
  /** Cursor of the next page; undefined on the last page; `unknown` if the request log has truncated the body. */
  readonly next: string | undefined | typeof UNKNOWN
  /** Number of items on the page. */
  readonly items: number
}

export const UNKNOWN: unique symbol = Symbol('unknown')

export type Grade = 'pass' | 'fail' | 'not-seen'

/** A row of the report. */
export interface GradedRow {
  /** Name of the trial, such as `http-error`. */
  readonly name: string
  readonly grade: Grade
  /** The documented behaviour. */
  readonly expected: string
  /** The observed behaviour, or the reason why it was not observed. */
  readonly seen: string
  /** Advice for the author of the client; only for a failed trial. */
  readonly change?: string
}

/** A duration in seconds, such as `0.3 s`. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
