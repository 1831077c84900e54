/** The users that an event of the log changes, for caches of users. */
import { type EventOf, type EventTable, type LoggedEvent, readEvent } from '../../log/event.ts'

/** The changed users for each kind of event; `undefined` for events that change no user. */
const CHANGED_USERS: EventTable<readonly bigint[] | 'all'> = {
  'user.created': idsIn,
  'user.profile_changed': idsIn,
  'user.state_changed': idsIn,
  'user.followed': idsIn,
  'user.unfollowed': idsIn,
  'user.follow_requested': idsIn,
  'user.follow_request_ended': idsIn,
  'user.blocked': idsIn,
  'user.unblocked': idsIn,
  'user.muted': idsIn,
  'user.unmuted': idsIn,
  'user.pinned': idsIn,
  'post.created': idsIn,
  'post.deleted': idsIn,
  'post.edited': idsIn,
  'post.liked': idsIn,
  'post.unliked': idsIn,
  'import.applied': () => 'all',
  'post.hidden': undefined,
  'post.bookmarked': undefined,
  'post.unbookmarked': undefined,
  'post.state_changed': undefined,
  'post.seen': undefined,
  'user.geo_scrubbed': undefined,
  'list.created': undefined,
  'list.updated': undefined,
  'list.deleted': undefined,
  'list.members_added': memberIdsIn,
  'list.members_removed': memberIdsIn,
  'list.members_recounted': memberIdsIn,
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
  'users.recounted': ({ user_ids }) => user_ids.map(BigInt),
  'message.read': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'app.changed': undefined,
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
  'rule.added': undefined,
  'rule.deleted': undefined,
  'stream.opened': undefined,
  'post.restreamed': undefined,
  'compliance.retold': undefined,
  'compliance.tested': undefined,
  'items.retried': undefined,
}

/** Ids of the users whom an event may have changed; `all` when the event does not have the ids of these users. */
export function changedUsers(event: LoggedEvent): readonly bigint[] | 'all' {
  return readEvent(CHANGED_USERS, event) ?? NO_USERS
}

function memberIdsIn({
  member_ids,
}: EventOf<'list.members_added' | 'list.members_removed' | 'list.members_recounted'>): readonly bigint[] {
  return member_ids.map(BigInt)
}

const NO_USERS: readonly bigint[] = Object.freeze([])

/** All ids in an event. The result includes ids of posts and apps, which match no user. */
export function idsIn(event: LoggedEvent): bigint[] {
  const ids: bigint[] = []
  // This code runs several times for each event, so it must be fast. Object.entries would cause most of the garbage
  // collection.
  for (const name in event) {
    const value = event[name as keyof LoggedEvent]
    if (typeof value === 'bigint' && name.endsWith('_id')) ids.push(value)
  }
  return ids
}
