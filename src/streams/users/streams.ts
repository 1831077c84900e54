/**
 * Defines the interface between the endpoints of user and site streams and their hub
 * (spec/retired-endpoints.md#user-and-site-streams).
 */
import type { LoggedEvent } from '../../log/event.ts'
import type { Admitted } from '../runtime.ts'
import type { StatusStreamFormat } from '../statuses/reasons.ts'
import type { StatusFilter } from '../statuses/subscriptions.ts'

/** A user whose messages a connection sends. */
export interface ViewerRequest {
  readonly userId: bigint
  /** True if the user's token for the app may read messages. */
  readonly mayReadMessages: boolean
}

/** The users that a viewer follows; the first message lists them. */
export interface FirstFollows {
  /** Ids of the users; the newest follow is first, and there are at most {@link MAX_FOLLOWED}. */
  readonly ids: readonly bigint[]
  /** True if the viewer follows more users than `ids` contains. */
  readonly hasMore: boolean
}

/** Maximum number of followed users that a stream uses for one viewer. */
export const MAX_FOLLOWED = 10_000

export interface UserStreamRequest {
  /**
   * Kind of stream. A new user stream ends an older user stream of the same user and app. A new site stream ends no
   * other stream.
   */
  readonly product: 'user' | 'site'
  /** The user who opened the connection. */
  readonly userId: bigint
  readonly appId: bigint
  readonly appOwnerId: bigint
  /** The access token of the user who opened the connection. */
  readonly token: string
  readonly viewers: readonly ViewerRequest[]
  /**
   * True to receive messages about followed users as well; false to receive only messages about the viewers themselves.
   */
  readonly withFollowings: boolean
  /** True to receive replies of followed users to users that the viewer does not follow. */
  readonly allReplies: boolean
  /** Filter that adds matching posts of all users to the stream; undefined to add no such posts. */
  readonly filter: StatusFilter | undefined
  readonly wantsWarnings: boolean
  readonly isGzip: boolean
  readonly format: StatusStreamFormat
  /** The first messages of a connection, as JSON; for example, a warning that the endpoint is deprecated. */
  firstMessages(): readonly string[]
  /** The first message for a viewer. It lists the users that the viewer follows. */
  followsMessage(userId: bigint, follows: FirstFollows): string
  /**
   * The messages of an event for a viewer; empty when the viewer may not see the event.
   * @param hasPost true if the post itself belongs to the stream, and not only events about the post
   */
  messagesOf(event: LoggedEvent, viewer: ViewerRequest, hasPost: boolean): Promise<readonly string[]>
  /** Wraps a message in the envelope that names the viewer, in streams that have this envelope. */
  addressed(userId: bigint, json: string): string
  /** Returns true after the retirement of the endpoint; called regularly. */
  isRetired(): boolean
}

/**
 * The reason why a connection is refused. `full`: the process has too many viewers, follows or filters. `stopping`: the
 * server is stopping.
 */
export type UserStreamRefusal = 'full' | 'stopping'

/** The user and site streams of a process. */
export interface UserStreams {
  /** Admits a connection. @throws the reason why no stream is possible, or why the connection could not be announced */
  admit(request: UserStreamRequest): Promise<Admitted | UserStreamRefusal>
}
