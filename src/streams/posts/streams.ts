/** The interface between the endpoints of post streams and the hub. */

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
  /** The posts of the stream: those that match the rules of the app, or a fixed sample of all posts. */
  readonly kind: 'filter' | 'sample'
  readonly appId: bigint
  /** Limits of the app: connections to the filtered stream, and posts per second. */
  readonly limits: Pick<AppLimits, 'streams' | 'postsPerSecond'>
  /** The wire format of the API that the client uses. */
  readonly format: PostStreamFormat
  readonly rendering: Rendering
  readonly start: StreamStart
  readonly isGzip: boolean
  /** True after the retirement of the endpoint; checked regularly. */
  isRetired(): boolean
}

/** The reason why a connection is refused. */
export type Refused = 'connected-already' | 'month-spent' | 'stopping'

/** The post streams of a process. */
export interface PostStreams {
  /** Position up to which every event has been handed to connections. */
  readonly position: bigint
  readonly log: StreamLog
  /**
   * Admits a connection. Limits apply over all processes: one connection of an app to the sampled stream of a product,
   * and the number of the app's access level to the filtered stream.
   * @throws the reason why nothing can be streamed
   */
  admit(request: StreamRequest): Promise<Admitted | Refused>
  /**
   * Watches the matches of an app's rules in this process from now on. The watcher does not count as a connection. Its
   * posts are not counted as usage, and its matches are not counted.
   * @returns a function that stops the watcher @throws the reason why nothing can be streamed
   */
  watch(of: RuleSet, observer: MatchObserver): Promise<() => void>
}

/** The label under which connections are counted. */
export function partOf({ product, kind }: Pick<StreamRequest, 'product' | 'kind'>): string {
  return `${product} ${kind}`
}
