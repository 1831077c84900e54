/** Applies the effects of events on open connections. The messages about the events are sent elsewhere. */
import { type EventOf, type EventTable, type LoggedEvent, readEvent } from '../../log/event.ts'
import { deletionNotice } from '../statuses/notices.ts'
import type { UserStreamConnection } from './connection.ts'
import type { Viewer } from './viewer.ts'

/** The operations on the connections of a process that effects use. */
export interface UserConnections {
  readonly all: Iterable<UserStreamConnection>
  viewersOf(userId: bigint): Iterable<Viewer>
  /** Stops the messages that a connection sends for one viewer. */
  remove(viewer: Viewer): void
  /** Sends a notice to the viewers whose streams got the post, and forgets the post. */
  erase(postId: bigint, json: string): void
}

type Effect = (connections: UserConnections) => void

const EFFECTS: EventTable<Effect | undefined> = {
  'stream.opened': (event) => (connections) => displaceOlder(event, connections),
  'user.followed':
    ({ user_id, followee_id }) =>
    (connections) => {
      for (const { followed } of connections.viewersOf(user_id)) followed.add(followee_id)
    },
  'user.unfollowed':
    ({ user_id, followee_id }) =>
    (connections) => {
      for (const { followed } of connections.viewersOf(user_id)) followed.remove(followee_id)
    },
  'token.revoked':
    ({ token }) =>
    (connections) =>
      closeIf(connections, ({ session }) => session.request.token === token),
  'app.changed': ({ app_id, change }) =>
    change === 'suspended' || change === 'deleted'
      ? (connections) => closeIf(connections, ({ session }) => session.request.appId === app_id)
      : undefined,
  'user.state_changed': ({ user_id, action }) =>
    action === 'suspend' || action === 'deactivate'
      ? (connections) => endUser(user_id, connections)
      : undefined,
  'post.deleted':
    ({ initial_id, post_id, user_id }) =>
    (connections) => {
      for (const id of new Set([initial_id, post_id]))
        connections.erase(id, deletionNotice({ post_id: id, user_id }))
    },
  'post.state_changed': ({ action, post_id, user_id }) =>
    action === 'drop'
      ? (connections) => connections.erase(post_id, deletionNotice({ post_id, user_id }))
      : undefined,
  'post.created': undefined,
  'post.restreamed': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'user.created': undefined,
  'user.profile_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'user.blocked': undefined,
  'user.unblocked': undefined,
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
export function applyEffect(event: LoggedEvent, connections: UserConnections): void {
  readEvent(EFFECTS, event)?.(connections)
}

/** Ends the connections that a user opened, and stops the messages for this user in site streams. */
function endUser(userId: bigint, connections: UserConnections): void {
  closeIf(connections, ({ session }) => session.request.userId === userId)
  for (const viewer of [...connections.viewersOf(userId)]) connections.remove(viewer)
}

function closeIf({ all }: UserConnections, isMeant: (connection: UserStreamConnection) => boolean): void {
  for (const connection of all) if (isMeant(connection)) connection.close('revoked')
}

/**
 * Ends the user streams of the same user and app whose `stream.opened` event is earlier in the log. All nodes read the
 * same log, so they end the same connections.
 */
function displaceOlder(
  { user_id, app_id, stream_id, product }: EventOf<'stream.opened'>,
  { all }: UserConnections,
): void {
  if (product === undefined) return
  for (const connection of all) {
    const { id, request } = connection.session
    if (request.product !== product || request.userId !== user_id || request.appId !== app_id) continue
    if (id === stream_id) connection.isAnnounced = true
    else if (connection.isAnnounced) connection.close('displaced')
  }
}
