/** Notices of recordings: facts about posts, users, likes and messages of another server (spec/data-files.md#stream-notices). */

/** Deletes a post, or changes its state. */
interface PostNotice {
  readonly on: 'post'
  readonly id: bigint
  /** The notice has no effect if the post has another author; undefined if the notice names none. */
  readonly authorId: bigint | undefined
}

export interface PostDeletionNotice extends PostNotice {
  readonly action: 'delete' | 'drop' | 'undrop' | 'scrub_geo'
}

export interface PostWithheldNotice extends PostNotice {
  readonly action: 'withhold'
  /** The full new list of two-letter codes, sorted; empty to end the withholding. */
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
  /** As {@link PostWithheldNotice.countries}. */
  readonly countries: readonly string[]
}

export interface GeoScrubNotice {
  readonly on: 'user'
  readonly id: bigint
  readonly action: 'scrub_geo'
  /** The newest post that loses its location. */
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

/** Result of a compliance job, which names a post or a user (spec/batch-compliance.md#results). */
export interface ComplianceResultNotice {
  readonly on: 'result'
  readonly id: bigint
  /** For a user; a post is deleted for every reason except `scrub_geo`. */
  readonly reason: 'deleted' | 'deactivated' | 'suspended' | 'protected' | 'scrub_geo' | 'bounced'
  /** When the post or user was created, in milliseconds since the Unix epoch. */
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

/** Results of notices, each counted once. */
export interface NoticesOutcome {
  /** Notices that changed a post, user, like or message. */
  readonly applied: number
  /** Notices about posts and users that do not exist here yet. */
  readonly remembered: number
  /** Notices about an unchanged or missing item, or about one that was written on this server. */
  readonly unchanged: number
}

export const NO_NOTICES: NoticesOutcome = { applied: 0, remembered: 0, unchanged: 0 }
