/**
 * Notices in imported recordings: changes of posts, users, likes and messages on another server
 * (spec/data-files.md#stream-notices).
 */

/** A notice that deletes a post, or changes its state. */
interface PostNotice {
  readonly on: 'post'
  readonly id: bigint
  /**
   * Author in the notice; undefined if the notice has no author. The notice has no effect if the post has another
   * author.
   */
  readonly authorId: bigint | undefined
}

export interface PostDeletionNotice extends PostNotice {
  readonly action: 'delete' | 'drop' | 'undrop' | 'scrub_geo'
}

export interface PostWithheldNotice extends PostNotice {
  readonly action: 'withhold'
  /** The complete new list of two-letter country codes, sorted; an empty list ends the withholding. */
  readonly countries: readonly string[]
}

export interface UserStateNotice {
  readonly on: 'user'
  readonly id: bigint
  readonly action: 'protect' | 'unprotect' | 'suspend' | 'unsuspend' | 'deactivate' | 'reactivate'
}

export interface UserWithheldNotice {
  readonly on: 'user'
  readonly id: bigint
  readonly action: 'withhold'
  /** The complete new list of country codes, as in {@link PostWithheldNotice.countries}. */
  readonly countries: readonly string[]
}

export interface GeoScrubNotice {
  readonly on: 'user'
  readonly id: bigint
  readonly action: 'scrub_geo'
  /** Id of the newest post whose location is removed. */
  readonly upToId: bigint
}

export interface UnlikeNotice {
  readonly on: 'like'
  readonly userId: bigint
  readonly postId: bigint
}

export interface MessageDeletionNotice {
  readonly on: 'message'
  readonly id: bigint
  /** The participant who deleted the message. */
  readonly userId: bigint
}

/** Result of a compliance job for a post or a user (spec/batch-compliance.md#results). */
export interface ComplianceResultNotice {
  readonly on: 'result'
  readonly id: bigint
  /** For a user, the reason selects the action. A post is deleted for every reason except `scrub_geo`. */
  readonly reason: 'deleted' | 'deactivated' | 'suspended' | 'protected' | 'scrub_geo' | 'bounced'
  /** Creation time of the post or user, in milliseconds since the Unix epoch; undefined if the result has no time. */
  readonly createdAt: number | undefined
}

export type ImportNotice =
  | PostDeletionNotice
  | PostWithheldNotice
  | UserStateNotice
  | UserWithheldNotice
  | GeoScrubNotice
  | UnlikeNotice
  | MessageDeletionNotice
  | ComplianceResultNotice

/** Numbers of notices by result. Each notice is counted once. */
export interface NoticesOutcome {
  /** Notices that changed a post, user, like or message. */
  readonly applied: number
  /** Notices about posts and users that this server does not have yet. */
  readonly remembered: number
  /**
   * Notices without effect that are not remembered: about an item that is already so, that was written on
   * this server, or that is missing, such as a like.
   */
  readonly unchanged: number
}

export const NO_NOTICES: NoticesOutcome = { applied: 0, remembered: 0, unchanged: 0 }
