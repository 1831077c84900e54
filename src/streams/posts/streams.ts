/** What the endpoints of post streams ask for, and are given. */

import type { RuleProduct } from '../../domain/rules/rule.ts'
import type { StreamStart } from '../history.ts'
import type { StreamLog } from '../log-pump.ts'
import type { Admitted } from '../runtime.ts'
import type { PostStreamFormat } from './reasons.ts'
import type { Rendering } from './streamed-post.ts'

export interface StreamRequest {
  readonly product: RuleProduct
  /** By the rules of the app, or a fixed part of all posts. */
  readonly kind: 'filter' | 'sample'
  readonly appId: bigint
  /** The wire format of its API. */
  readonly format: PostStreamFormat
  readonly rendering: Rendering
  readonly start: StreamStart
  readonly isGzip: boolean
  /** The endpoint's own. */
  readonly path: string
  /** Whether an endpoint has been retired meanwhile; asked now and then. */
  isRetired(method: 'GET', path: string): boolean
}

/** Why a connection was not let in. */
export type Refused = 'connected-already' | 'month-spent' | 'stopping'

/** The post streams of a process. */
export interface PostStreams {
  /** Every event up to here has been given to connections. */
  readonly position: bigint
  readonly log: StreamLog
  /**
   * Lets a connection in: one per app, product and kind, over all processes.
   * @throws why nothing can be streamed
   */
  admit(request: StreamRequest): Promise<Admitted | Refused>
}

/** The label under which connections are counted. */
export function partOf({ product, kind }: Pick<StreamRequest, 'product' | 'kind'>): string {
  return `${product} ${kind}`
}
