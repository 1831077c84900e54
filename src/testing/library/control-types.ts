/** Controls of the library for tests: clock, faults and request log. */

import type { EntryJson } from '../../request-log/entry-json.ts'
import type { RequestActions, StreamActions, WebhookActions, WrittenFault } from '../faults/plan.ts'
import type { Time } from './builder-types.ts'

/** The clock of the whole server: windows, token times, ids, jobs and streams follow it. */
export interface ClockControl {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Sets the time: time passes up to it, or the time of day is set back. */
  set(time: Time): Promise<void>
  /** Lets time pass. @param duration milliseconds, or a text such as `15m`; a negative one sets the time of day back */
  step(duration: number | string): Promise<void>
  freeze(): void
  /** @param speed multiple of the machine's speed; default: 1 */
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
  /** Selected calls so far. */
  readonly calls: number
  /** Calls that the fault was injected into. */
  readonly hits: number
}

export interface FaultControl {
  /**
   * Replaces the plan; all counts begin at 0.
   * @param plan one or more faults, a plan with a seed, or a plan as a text of JSON or YAML
   * @throws {Error} naming the wrong field and saying what to do
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
  /** A path, with `*` for any text in a segment and `**` for any text; or a declared path. */
  readonly path?: string
  readonly method?: string
  /** Such as 429, or `4xx`. */
  readonly status?: number | string
  readonly kind?: 'request' | 'stream' | 'webhook'
  /** Name of an injected fault. */
  readonly fault?: string
  /** Entries after this id. */
  readonly since?: number
  readonly limit?: number
}

/** An entry of the request log (docs/testing/request-log.md). */
export type LoggedRequest = EntryJson

export interface RequestControl {
  /** The newest entries, in order; with `since` the first ones after it. Default: at most 100. */
  list(query?: RequestQuery): readonly LoggedRequest[]
  /**
   * The first entry in the log that matches, or the next one.
   * @param timeoutMs milliseconds of the machine; default: 5,000
   * @throws {Error} when none came in time, with the newest entries
   */
  waitFor(query: RequestQuery, timeoutMs?: number): Promise<LoggedRequest>
  /** The log as the text of an HTTP Archive 1.2. */
  har(query?: RequestQuery): string
  clear(): void
}
