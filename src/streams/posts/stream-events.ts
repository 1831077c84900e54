/** Defines the effect of each kind of event on the post streams. */
import type { RuleProduct } from '../../domain/rules/rule.ts'
import type { AppChange, EventKind, EventOf, LogEntry, LoggedEvent, UserAction } from '../../log/event.ts'
import type { Removal } from './channel.ts'

/**
 * `post`: delivers a post. `rule`: changes the rules of an app. `app`: may end the connections of an app. `removal`:
 * may hide posts.
 */
type Role = 'post' | 'rule' | 'app' | 'removal'

const ROLES = {
  'post.created': 'post',
  'post.restreamed': 'post',
  'rule.added': 'rule',
  'rule.deleted': 'rule',
  'stream.opened': undefined,
  'app.changed': 'app',
  'user.created': undefined,
  'user.followed': undefined,
  'user.unfollowed': undefined,
  'user.state_changed': 'removal',
  'user.profile_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'user.blocked': undefined,
  'user.unblocked': undefined,
  'user.muted': undefined,
  'user.unmuted': undefined,
  'post.deleted': 'removal',
  'post.edited': undefined,
  'post.liked': undefined,
  'post.unliked': undefined,
  'post.bookmarked': undefined,
  'post.unbookmarked': undefined,
  'post.hidden': undefined,
  'post.state_changed': 'removal',
  'post.seen': undefined,
  'user.pinned': undefined,
  'user.geo_scrubbed': undefined,
  'list.created': undefined,
  'list.updated': undefined,
  'list.deleted': undefined,
  'list.members_added': undefined,
  'list.members_removed': undefined,
  'list.members_recounted': undefined,
  'list.followed': undefined,
  'list.unfollowed': undefined,
  'list.pinned': undefined,
  'list.unpinned': undefined,
  'message.created': undefined,
  'message.deleted': undefined,
  'message.typing': undefined,
  'group.event_created': undefined,
  'group.event_deleted': undefined,
  'user.reported': undefined,
  'users.recounted': undefined,
  'message.read': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'console.changed': undefined,
  'project.changed': undefined,
  'token.created': undefined,
  'token.revoked': undefined,
  'grant.changed': undefined,
  'webhook.changed': undefined,
  'webhook.subscribed': undefined,
  'webhook.unsubscribed': undefined,
  'webhook.replay_started': undefined,
  'webhook.replay_ended': undefined,
  'compliance.retold': undefined,
  'compliance.tested': undefined,
  'items.retried': undefined,
  'import.applied': undefined,
} satisfies Readonly<Record<EventKind, Role | undefined>>

/** The kinds of events that have the given role. */
export type KindIn<Wanted extends Role> = {
  [Kind in EventKind]: (typeof ROLES)[Kind] extends Wanted ? Kind : never
}[EventKind]

/** An event that delivers a post to streams: the post was created, or was sent again after a failure. */
export type PostEvent = EventOf<KindIn<'post'>>

/** An event that changes the rules of an app. */
export type RuleEvent = EventOf<KindIn<'rule'>>

export function isPostEvent(event: LogEntry): event is PostEvent {
  return event.kind !== 'unreadable' && ROLES[event.kind] === 'post'
}

export function isRuleEvent(event: LogEntry): event is RuleEvent {
  return event.kind !== 'unreadable' && ROLES[event.kind] === 'rule'
}

/** The connections that an event ends: all connections of an app, or its connections to one product. */
export interface Revocation {
  readonly appId: bigint
  readonly product: RuleProduct | undefined
}

/** For each kind of change of an app, the product whose connections end. */
const REVOKED: Readonly<Record<AppChange, RuleProduct | 'all' | 'none'>> = {
  suspended: 'all',
  deleted: 'all',
  bearer_invalidated: 'all',
  bearer_regenerated: 'all',
  labs_unenrolled: 'labs-1',
  created: 'none',
  labs_enrolled: 'none',
  keys_regenerated: 'none',
  unsuspended: 'none',
  updated: 'none',
}

/** The connections that an event ends; `undefined` if it ends none. */
export function revocationBy(event: LogEntry): Revocation | undefined {
  if (!isAppEvent(event)) return undefined
  // The change is unknown if a newer release of Aviary wrote the event.
  const revoked: RuleProduct | 'all' | 'none' | undefined = REVOKED[event.change]
  if (revoked === undefined || revoked === 'none') return undefined
  return { appId: event.app_id, product: revoked === 'all' ? undefined : revoked }
}

function isAppEvent(event: LogEntry): event is EventOf<KindIn<'app'>> {
  return event.kind !== 'unreadable' && ROLES[event.kind] === 'app'
}

const HIDING: ReadonlySet<UserAction> = new Set(['protect', 'suspend', 'deactivate'])

/** The posts that an event hides, for each kind of event with the role `removal`. */
const REMOVALS: { readonly [Kind in KindIn<'removal'>]: (event: EventOf<Kind>) => Removal | undefined } = {
  'post.deleted': ({ post_id }) => ({ postId: post_id }),
  'post.state_changed': ({ action, post_id }) => (action === 'drop' ? { postId: post_id } : undefined),
  'user.state_changed': ({ action, user_id }) => (HIDING.has(action) ? { authorId: user_id } : undefined),
}

/** The posts that an event hides from all viewers; undefined if it hides none. */
export function removalBy(event: LoggedEvent): Removal | undefined {
  if (!isRemoval(event)) return undefined
  // The cast is safe, because the function under a kind takes events of that kind.
  const removal = REMOVALS[event.kind] as (event: LoggedEvent) => Removal | undefined
  return removal(event)
}

function isRemoval(event: LoggedEvent): event is EventOf<KindIn<'removal'>> {
  return ROLES[event.kind] === 'removal'
}
