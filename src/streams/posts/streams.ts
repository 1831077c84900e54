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
  /** By the rules of the app, or a fixed sample of all posts. */
  readonly kind: 'filter' | 'sample'
  readonly appId: bigint
  /** Limits of the app: connections of the filtered stream, and posts in a second. */
  readonly limits: Pick<AppLimits, 'streams' | 'postsPerSecond'>
  /** The wire format of its API. */
  readonly format: PostStreamFormat
  readonly rendering: Rendering
  readonly start: StreamStart
  readonly isGzip: boolean
  /** True if the endpoint has been retired meanwhile; checked now and then. */
  isRetired(): boolean
}

/** The reason why a connection is refused. */
export type Refused = 'connected-already' | 'month-spent' | 'stopping'

/** The post streams of a process. */
export interface PostStreams {
  /** Every event up to this position has been handed to connections. */
  readonly position: bigint
  readonly log: StreamLog
  /**
   * Admits a connection: over all processes an app has one to the sampled stream of a product, and to its filtered stream
   * as many as its level allows.
   * @throws the reason why nothing can be streamed
   */
  admit(request: StreamRequest): Promise<Admitted | Refused>
  /**
   * Watches the matches of an app's rules from now on, on this process. It takes no connection of the app, counts no usage
   * and no matches.
   * @returns the function that stops it @throws the reason why nothing can be streamed
   */
  watch(of: RuleSet, observer: MatchObserver): Promise<() => void>
}

/** The label under which connections are counted. */
export function partOf({ product, kind }: Pick<StreamRequest, 'product' | 'kind'>): string {
  return `${product} ${kind}`
}
