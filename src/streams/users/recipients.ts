/**
 * Defines the recipients of each kind of event in user and site streams
 * (spec/retired-endpoints.md#user-and-site-streams).
 */
import { type EventKind, type EventTable, type LoggedEvent, readEvent } from '../../log/event.ts'

/** Users whose streams get the event. `ownerOfApp` is an app whose owner gets the event, in streams of this app. */
type Recipients = readonly bigint[] | { readonly ownerOfApp: bigint }

function theUser({ user_id }: { readonly user_id: bigint }): Recipients {
  return [user_id]
}

const RECIPIENTS = {
  'user.followed': ({ user_id, followee_id }) => [user_id, followee_id],
  'user.unfollowed': theUser,
  'user.blocked': theUser,
  'user.unblocked': theUser,
  'user.profile_changed': theUser,
  // audience.ts finds the remaining recipients of a post.
  'post.created': ({ quoted_user_id }) => (quoted_user_id === null ? [] : [quoted_user_id]),
  'post.liked': ({ user_id, author_id }) => [user_id, author_id],
  'post.unliked': ({ user_id, author_id }) => [user_id, author_id],
  'list.created': theUser,
  'list.updated': theUser,
  'list.deleted': theUser,
  'list.members_added': ({ user_id, member_ids }) => [user_id, ...member_ids.map(BigInt)],
  'list.members_removed': ({ user_id, member_ids }) => [user_id, ...member_ids.map(BigInt)],
  'list.followed': ({ user_id, owner_id }) => [user_id, owner_id],
  'list.unfollowed': ({ user_id, owner_id }) => [user_id, owner_id],
  'message.created': ({ user_id, recipient_id }) => [user_id, recipient_id],
  'message.deleted': theUser,
  'token.revoked': ({ app_id }) => ({ ownerOfApp: app_id }),
  'user.created': undefined,
  'user.state_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'user.muted': undefined,
  'user.unmuted': undefined,
  'user.pinned': undefined,
  'user.geo_scrubbed': undefined,
  'user.reported': undefined,
  'users.recounted': undefined,
  'post.deleted': undefined,
  'post.edited': undefined,
  'post.bookmarked': undefined,
  'post.unbookmarked': undefined,
  'post.hidden': undefined,
  'post.state_changed': undefined,
  'post.seen': undefined,
  'post.restreamed': undefined,
  'list.members_recounted': undefined,
  'list.pinned': undefined,
  'list.unpinned': undefined,
  'message.typing': undefined,
  'message.read': undefined,
  'group.event_created': undefined,
  'group.event_deleted': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'app.changed': undefined,
  'console.changed': undefined,
  'project.changed': undefined,
  'token.created': undefined,
  'grant.changed': undefined,
  'webhook.changed': undefined,
  'webhook.subscribed': undefined,
  'webhook.unsubscribed': undefined,
  'webhook.replay_started': undefined,
  'webhook.replay_ended': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'stream.opened': undefined,
  'compliance.retold': undefined,
  'compliance.tested': undefined,
  'items.retried': undefined,
  'import.applied': undefined,
} satisfies EventTable<Recipients>

/** The kinds of events with messages in user and site streams. */
export type UserStreamKind = {
  [Kind in EventKind]: (typeof RECIPIENTS)[Kind] extends undefined ? never : Kind
}[EventKind]

const BY_KIND: EventTable<Recipients> = RECIPIENTS

/** The recipients of an event; undefined for a kind of event without a message. */
export function recipientsOf(event: LoggedEvent): Recipients | undefined {
  return readEvent(BY_KIND, event)
}
