/** Defines the interface between the endpoints of post streams and the hub. */

import type { AppLimits } from '../../domain/apps/levels.ts'
import type { RuleProduct, RuleSet } from '../../domain/rules/rule.ts'
import type { StreamStart } from '../history.ts'
import type { StreamLog } from '../log-pump.ts'
import type { Admitted } from '../runtime.ts'
import type { MatchObserver } from './channel.ts'
import type { PostStreamFormat } from './reasons.ts'
import type { Rendering } from './streamed-post.ts'

export interface StreamRequest {
  readonly product: RuleProduct
  /** The posts of the stream: posts that match the rules of the app, or a fixed sample of all posts. */
  readonly kind: 'filter' | 'sample'
  readonly appId: bigint
  /** Limits of the app: number of connections to the filtered stream, and posts per second. */
  readonly limits: Pick<AppLimits, 'streams' | 'postsPerSecond'>
  /** The wire format of the API that the client uses. */
  readonly format: PostStreamFormat
  readonly rendering: Rendering
  readonly start: StreamStart
  readonly isGzip: boolean
  /** Returns true after the retirement of the endpoint; called regularly. */
  isRetired(): boolean
}

/** The reason why a connection is refused. */
export type Refused = 'connected-already' | 'month-spent' | 'stopping'

/** The post streams of a process. */
export interface PostStreams {
  /** Position up to which every event has been passed to connections. */
  readonly position: bigint
  readonly log: StreamLog
  /**
   * Admits a connection. Limits apply over all processes. An app may have one connection to the sampled stream of a
   * product. For the filtered stream, the access level of the app determines the maximum number of connections.
   * @throws the reason why no stream is possible
   */
  admit(request: StreamRequest): Promise<Admitted | Refused>
  /**
   * Watches the matches of an app's rules in this process from now on. The watcher does not count as a connection.
   * The posts that it gets do not count as usage, and their matches are not counted.
   * @returns a function that stops the watcher
   * @throws the reason why no stream is possible
   */
  watch(of: RuleSet, observer: MatchObserver): Promise<() => void>
}

/** The label under which metrics count connections. */
export function partOf({ product, kind }: Pick<StreamRequest, 'product' | 'kind'>): string {
  return `${product} ${kind}`
}
