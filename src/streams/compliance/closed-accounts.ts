/** The events that end connections of the compliance stream. */
import { type EventTable, type LoggedEvent, readEvent } from '../../log/event.ts'

const CLOSED_ACCOUNTS: EventTable<string | undefined> = {
  'console.changed': ({ change, account_name }) => (change === 'stream_removed' ? account_name : undefined),
  'user.created': undefined,
  'user.followed': undefined,
  'user.unfollowed': undefined,
  'user.state_changed': undefined,
  'user.profile_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'user.blocked': undefined,
  'user.unblocked': undefined,
  'user.muted': undefined,
  'user.unmuted': undefined,
  'post.created': undefined,
  'post.deleted': undefined,
  'post.edited': undefined,
  'post.liked': undefined,
  'post.unliked': undefined,
  'post.hidden': undefined,
  'post.state_changed': undefined,
  'post.seen': undefined,
  'user.pinned': undefined,
  'user.geo_scrubbed': undefined,
  'message.created': undefined,
  'message.deleted': undefined,
  'message.typing': undefined,
  'message.read': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'app.changed': undefined,
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
  'post.restreamed': undefined,
  'compliance.retold': undefined,
  'items.retried': undefined,
  'import.applied': undefined,
}

/** The account whose connections an event ends; undefined for other events. */
export function accountClosedBy(event: LoggedEvent): string | undefined {
  return readEvent(CLOSED_ACCOUNTS, event)
}
