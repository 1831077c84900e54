/** Defines the interface between the endpoints of the v1.1 streams and their hub. */
import type { Rendering } from '../posts/streamed-post.ts'
import type { Admitted } from '../runtime.ts'
import type { StatusStreamFormat } from './reasons.ts'
import type { StatusFilter } from './subscriptions.ts'

export interface StatusStreamRequest {
  readonly userId: bigint
  readonly appId: bigint
  /** The user's access token with which the connection was opened. */
  readonly token: string
  /** The filter of the filtered stream; undefined for the sampled stream. */
  readonly filter: StatusFilter | undefined
  /** Language codes in lower case; empty for all languages. */
  readonly languages: ReadonlySet<string>
  /** True to receive posts of verified authors only. */
  readonly verifiedOnly: boolean
  /** True to send a warning when the client reads too slowly. */
  readonly wantsWarnings: boolean
  readonly isGzip: boolean
  readonly format: StatusStreamFormat
  readonly rendering: Rendering
  /** True if the API of the day that the connection uses sends notices about posts, such as deletions. */
  hasNotices(): boolean
  /** Returns true after the retirement of the endpoint; called regularly. */
  isRetired(): boolean
}

/**
 * The reason why a connection is refused. `full`: the process has too many filters, or too many users block the user.
 * `stopping`: the server is stopping.
 */
export type StatusRefusal = 'full' | 'stopping'

/** The v1.1 streams of a process. */
export interface StatusStreams {
  /**
   * Admits a connection, and ends an older connection of the same user and app.
   * @throws the reason why no stream is possible, or why the connection could not be announced
   */
  admit(request: StatusStreamRequest): Promise<Admitted | StatusRefusal>
}

/** The label under which metrics count connections. */
export function partOf({ filter }: Pick<StatusStreamRequest, 'filter'>): string {
  return filter === undefined ? 'statuses sample' : 'statuses filter'
}
