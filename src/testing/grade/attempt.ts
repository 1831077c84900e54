/** The observed requests of a graded client. All times are in milliseconds since the Unix epoch, by the machine's clock. */

/** A request for a stream. */
export interface Connection {
  /** Step of the script that applied to the connection. */
  readonly step: number
  readonly at: number
  /** Undefined when the connection was closed before an answer. */
  readonly status: number | undefined
  /** Header `x-rate-limit-reset` of the answer, in milliseconds; undefined without it. */
  readonly resetAt: number | undefined
  /** The time of the end; undefined while the stream is open. */
  endedAt: number | undefined
  /** True when the client closed the stream. */
  isLeft: boolean
  /** Messages that were sent. */
  messages: number
  /** True when the client asked the compliance stream for positions, or for what it had missed. */
  readonly asksToResume: boolean
}

/** A request for a page of the list. */
export interface PageRequest {
  readonly step: number
  readonly at: number
  readonly endedAt: number
  readonly status: number | undefined
  readonly resetAt: number | undefined
  /** As the client sent it; undefined for the first page. */
  readonly cursor: string | undefined
  /** Cursor of the next page; undefined at the end of the list; `unknown` for a body that the log has truncated. */
  readonly next: string | undefined | typeof UNKNOWN
  /** Number of items of the page. */
  readonly items: number
}

export const UNKNOWN: unique symbol = Symbol('unknown')

export type Grade = 'pass' | 'fail' | 'not-seen'

/** A line of the report. */
export interface GradedRow {
  /** Name of the trial, such as `http-error`. */
  readonly name: string
  readonly grade: Grade
  /** The documented behaviour. */
  readonly expected: string
  /** The observed behaviour, or why there is none. */
  readonly seen: string
  /** Advice to the author of the client; only for a failed trial. */
  readonly change?: string
}

/** A duration for people: `0.3 s`. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
