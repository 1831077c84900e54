/** Applies the effects of events on open connections. New posts are handled elsewhere. */
import { type EventOf, type EventTable, type LoggedEvent, readEvent } from '../../log/event.ts'
import type { StatusConnection } from './connection.ts'
import { deletionNotice, scrubNotice, withheldNotice } from './notices.ts'

/** The operations on the connections of a process that effects use. */
export interface StatusConnections {
  ofUser(userId: bigint): Iterable<StatusConnection>
  ofApp(appId: bigint): Iterable<StatusConnection>
  /** Sends a notice to the connections that have sent the post. */
  notifyOfPost(postId: bigint, json: string): void
  /** Sends a notice to the connections that have sent a post of the author. */
  notifyOfAuthor(userId: bigint, json: string): void
  /** Forgets a post, so that no notices about it are sent. */
  forget(postId: bigint): void
}

type Effect = (connections: StatusConnections) => void

const EFFECTS: EventTable<Effect | undefined> = {
  'stream.opened': (event) => (connections) => displaceOlder(event, connections),
  'token.revoked': (event) => (connections) => {
    for (const connection of connections.ofUser(event.user_id)) {
      if (connection.session.request.token === event.token) connection.close('revoked')
    }
  },
  'app.changed': ({ app_id, change }) =>
    change === 'suspended' || change === 'deleted'
      ? (connections) => closeAll(connections.ofApp(app_id))
      : undefined,
  'user.state_changed': stateEffect,
  'user.blocked':
    ({ user_id, blocked_id }) =>
    (connections) => {
      for (const connection of connections.ofUser(blocked_id)) connection.blockers.add(user_id)
    },
  'user.unblocked':
    ({ user_id, blocked_id }) =>
    (connections) => {
      for (const connection of connections.ofUser(blocked_id)) connection.blockers.remove(user_id)
    },
  'user.geo_scrubbed': (event) => (connections) =>
    connections.notifyOfAuthor(event.user_id, scrubNotice(event)),
  'post.deleted': (event) => (connections) => {
    for (const postId of new Set([event.initial_id, event.post_id])) erase(postId, event.user_id, connections)
  },
  'post.state_changed': postStateEffect,
  'post.created': undefined,
  'post.restreamed': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'user.created': undefined,
  'user.followed': undefined,
  'user.unfollowed': undefined,
  'user.profile_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'user.muted': undefined,
  'user.unmuted': undefined,
  'post.edited': undefined,
  'post.liked': undefined,
  'post.unliked': undefined,
  'post.bookmarked': undefined,
  'post.unbookmarked': undefined,
  'post.hidden': undefined,
  'post.seen': undefined,
  'user.pinned': undefined,
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
}

/** Applies the effect of an event, if the event has one. */
export function applyEffect(event: LoggedEvent, connections: StatusConnections): void {
  readEvent(EFFECTS, event)?.(connections)
}

/**
 * Ends the connections of the same user and app whose `stream.opened` event is earlier in the log. All nodes read the
 * same log, so they end the same connections.
 */
function displaceOlder(
  { user_id, app_id, stream_id, product }: EventOf<'stream.opened'>,
  connections: StatusConnections,
): void {
  if (product !== undefined) return
  for (const connection of connections.ofUser(user_id)) {
    if (connection.session.request.appId !== app_id) continue
    if (connection.session.id === stream_id) connection.isAnnounced = true
    else if (connection.isAnnounced) connection.close('displaced')
  }
}

function stateEffect(event: EventOf<'user.state_changed'>): Effect | undefined {
  const { user_id, action } = event
  if (action === 'suspend' || action === 'deactivate')
    return (connections) => closeAll(connections.ofUser(user_id))
  if (action !== 'withhold' && action !== 'unwithhold') return undefined
  return (connections) => connections.notifyOfAuthor(user_id, withheldNotice(event))
}

function postStateEffect(event: EventOf<'post.state_changed'>): Effect | undefined {
  const { user_id, post_id, action } = event
  if (action === 'drop') return (connections) => erase(post_id, user_id, connections)
  if (action === 'undrop') return undefined
  return (connections) => connections.notifyOfPost(post_id, withheldNotice(event))
}

function erase(post_id: bigint, user_id: bigint, connections: StatusConnections): void {
  connections.notifyOfPost(post_id, deletionNotice({ post_id, user_id }))
  connections.forget(post_id)
}

function closeAll(connections: Iterable<StatusConnection>): void {
  for (const connection of connections) connection.close('revoked')
}
