/** What the endpoints of post streams ask for, and are given. */

import type { RuleProduct } from '../../domain/rules/rule.ts'
import type { StreamBody } from '../../http/stream-response.ts'
import type { StreamLog } from '../log-pump.ts'
import type { LastLine } from './reasons.ts'
import type { Rendering } from './streamed-post.ts'

/** Where a connection begins, and what it is told. */
export interface Start {
  /** The last position that the client has; undefined to begin at the present. */
  readonly after: bigint | undefined
  /** Whether the client is told of what it has missed for good. */
  readonly tellsGaps: boolean
  /** Whether each message tells its position. */
  readonly tellsPositions: boolean
}

export interface StreamRequest {
  readonly product: RuleProduct
  /** By the rules of the app, or a fixed part of all posts. */
  readonly kind: 'filter' | 'sample'
  readonly appId: bigint
  /** The object that ends the stream, in the words of its dialect. */
  readonly lastLine: LastLine
  readonly rendering: Rendering
  readonly start: Start
  readonly isGzip: boolean
  /** The endpoint's own. */
  readonly path: string
  /** Whether an endpoint has been retired meanwhile; asked now and then. */
  isRetired(method: 'GET', path: string): boolean
}

/** A connection that was let in. */
export interface Admitted {
  /** The position after which it begins. */
  readonly position: bigint
  /** Serves it; must be run, or `release` called. */
  readonly body: StreamBody
  /** Gives its place back when it is not served after all. */
  release(): void
}

/** Why a connection was not let in. */
export type Refused = 'connected-already' | 'month-spent' | 'stopping'

/** Places of which there is one over all processes, by name. */
export interface Places {
  /**
   * @param onLost called when another process has the place now
   * @returns false when another process has it
   */
  take(name: string, onLost: () => void): Promise<boolean>
  /** Whoever takes it from here on comes after. */
  give(name: string): void
}

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
