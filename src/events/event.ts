/**
 * Every event and its fields: the one list. Events carry facts and ids, never rendered bodies; each dialect
 * renders at its edge.
 */

/** What may happen to a user's state (spec/compliance-stream.md section 3). */
export type UserAction =
  | 'protect'
  | 'unprotect'
  | 'suspend'
  | 'unsuspend'
  | 'deactivate'
  | 'reactivate'
  | 'withhold'
  | 'unwithhold'

/** How an app changed, for the caches that hold it. */
export type AppChange =
  | 'created'
  | 'bearer_regenerated'
  | 'bearer_invalidated'
  | 'keys_regenerated'
  | 'suspended'
  | 'unsuspended'
  | 'updated'

/** How a console account changed. */
export type ConsoleChange = 'account_created' | 'user_created' | 'password_changed' | 'stream_created'

interface EventFacts {
  'user.created': { readonly user_id: bigint }
  'user.profile_changed': { readonly user_id: bigint }
  'user.followed': { readonly user_id: bigint; readonly followee_id: bigint }
  'user.unfollowed': { readonly user_id: bigint; readonly followee_id: bigint }
  'user.state_changed': {
    readonly user_id: bigint
    readonly action: UserAction
    /** The full new list, as after the action. */
    readonly withheld_in_countries: readonly string[]
    readonly reason: string
  }
  'user.follow_requested': { readonly user_id: bigint; readonly followee_id: bigint }
  /** A request that is no more, without an edge in its place. */
  'user.follow_request_ended': {
    readonly user_id: bigint
    readonly followee_id: bigint
    readonly how: 'denied' | 'withdrawn' | 'blocked'
  }
  'user.blocked': { readonly user_id: bigint; readonly blocked_id: bigint }
  'user.unblocked': { readonly user_id: bigint; readonly blocked_id: bigint }
  'user.muted': { readonly user_id: bigint; readonly muted_id: bigint }
  'user.unmuted': { readonly user_id: bigint; readonly muted_id: bigint }
  'app.changed': { readonly app_id: bigint; readonly change: AppChange }
  'console.changed': { readonly account_name: string; readonly change: ConsoleChange }
  'project.changed': { readonly project_id: bigint; readonly change: 'created' | 'app_added' }
  'token.created': { readonly user_id: bigint; readonly app_id: bigint; readonly token: string }
  'token.revoked': { readonly user_id: bigint; readonly app_id: bigint; readonly token: string }
  /** Rows changed in bulk: caches must forget what they know; no webhook or stream hears of it. */
  'import.applied': { readonly of: 'follows' | 'users'; readonly lines: number; readonly imported: number }
}

export type EventKind = keyof EventFacts

/** An event as a verb makes it. */
export type Event = { readonly [Kind in EventKind]: { readonly kind: Kind } & EventFacts[Kind] }[EventKind]

/** An event as the log gives it back. */
export type LoggedEvent = Event & {
  /** 1, 2, 3 … without gaps, over all partitions, in the order of commit. */
  readonly position: bigint
  /** When it happened, in milliseconds since the Unix epoch. */
  readonly at: number
  /** 1 to 8, by the user whom it is about. */
  readonly partition: number
}

export const EVENT_KINDS: Record<EventKind, true> = {
  'user.created': true,
  'user.followed': true,
  'user.unfollowed': true,
  'user.state_changed': true,
  'user.profile_changed': true,
  'user.follow_requested': true,
  'user.follow_request_ended': true,
  'user.blocked': true,
  'user.unblocked': true,
  'user.muted': true,
  'user.unmuted': true,
  'app.changed': true,
  'console.changed': true,
  'project.changed': true,
  'token.created': true,
  'token.revoked': true,
  'import.applied': true,
}
