/** Defines the controls in the test library: clock, faults and request log. */

import type { EntryJson } from '../../request-log/entry-json.ts'
import type { RequestActions, StreamActions, WebhookActions, WrittenFault } from '../faults/written.ts'
import type { Time } from './builder-types.ts'

/** The clock that all parts of the server use: rate windows, times of tokens and ids, jobs and streams. */
export interface ClockControl {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Sets the time. A later time passes as in {@link step}. An earlier time changes only the time of day. */
  set(time: Time): Promise<void>
  /**
   * Lets time pass.
   * @param duration milliseconds, or a text such as `15m`; a negative duration changes only the time of day
   */
  step(duration: number | string): Promise<void>
  freeze(): void
  /** @param speed multiple of real time; default: 1 */
  run(speed?: number): void
}

type Selection = Omit<WrittenFault, 'on' | 'do' | 'app' | 'user'> & {
  readonly app?: bigint | string | undefined
  readonly user?: bigint | string | undefined
}

/** A fault (docs/testing/faults.md). */
export type Fault =
  | (Selection & { readonly on?: 'requests'; readonly do: RequestActions })
  | (Selection & { readonly on: 'streams'; readonly do: StreamActions })
  | (Selection & { readonly on: 'webhooks'; readonly do: WebhookActions })

export interface FaultCount {
  readonly name: string
  /** Number of selected calls so far. */
  readonly calls: number
  /** Number of calls that the fault affected. */
  readonly hits: number
}

export interface FaultControl {
  /**
   * Replaces the plan of faults. All counts begin again at 0.
   * @param plan one or more faults, a plan with a seed, or a plan as JSON or YAML text
   * @throws {Error} with the wrong field and advice
   */
  set(
    plan: Fault | readonly Fault[] | { readonly seed?: number; readonly faults: readonly Fault[] } | string,
  ): void
  clear(): void
  counts(): readonly FaultCount[]
}

/** Parameters of the request log (docs/testing/request-log.md), such as `{ path: '/2/tweets/*', status: '4xx' }`. */
export interface RequestQuery {
  readonly app?: string | bigint
  readonly user?: string | bigint
  /** A declared path, or a pattern: `*` stands for any text in a segment, and `**` for any text. */
  readonly path?: string
  readonly method?: string
  /** A status such as 429, or a class such as `4xx`. */
  readonly status?: number | string
  readonly kind?: 'request' | 'stream' | 'webhook'
  /** Name of an injected fault. */
  readonly fault?: string
  /** Returns only entries after this id. */
  readonly since?: number
  readonly limit?: number
}

/** An entry of the request log (docs/testing/request-log.md). */
export type LoggedRequest = EntryJson

export interface RequestControl {
  /**
   * The newest entries, in the order of the log; with `since`, the first entries after the id in `since`. Default: at
   * most 100.
   */
  list(query?: RequestQuery): readonly LoggedRequest[]
  /**
   * The first matching entry; waits if there is none yet.
   * @param timeoutMs milliseconds in real time; default: 5,000
   * @throws {Error} if no entry matches in time; the message lists the newest entries
   */
  waitFor(query: RequestQuery, timeoutMs?: number): Promise<LoggedRequest>
  /** The log as an HTTP Archive 1.2, as JSON text. */
  har(query?: RequestQuery): string
  clear(): void
}
