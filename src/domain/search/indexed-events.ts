/** What each event changes of the index of recent posts. */
import { type EventTable, type LoggedEvent, readEvent } from '../../log/event.ts'

export interface IndexChange {
  /** A post that is written anew. */
  readonly written?: bigint
  /** A post that is taken out. */
  readonly removed?: bigint
  /** The first version of a post whose reposts are written anew. */
  readonly repostsOf?: { readonly id: bigint }
  /** Posts from one id to another are written anew, among them some that were there before. */
  readonly imported?: { readonly first: bigint; readonly last: bigint }
}

const CHANGES: EventTable<IndexChange | undefined> = {
  'post.created': ({ post_id }) => ({ written: post_id }),
  'post.edited': ({ post_id, initial_id }) => ({ written: post_id, repostsOf: { id: initial_id } }),
  'post.deleted': ({ post_id }) => ({ removed: post_id }),
  'import.applied': ({ of, first_id: first = 0n, last_id: last }) =>
    of === 'posts' && last !== undefined ? { imported: { first, last } } : undefined,
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
  'console.changed': undefined,
  'project.changed': undefined,
  'token.created': undefined,
  'token.revoked': undefined,
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
}

/** What an event changes of the index; `undefined` when nothing. */
export function indexChange(event: LoggedEvent): IndexChange | undefined {
  return readEvent(CHANGES, event)
}

/** The posts that these events write anew. @param oldest what is older is not indexed */
export function writtenBy(events: readonly LoggedEvent[], oldest: bigint): readonly bigint[] {
  const ids = new Set<bigint>()
  for (const event of events) {
    const id = indexChange(event)?.written
    if (id !== undefined && id >= oldest) ids.add(id)
  }
  return [...ids]
}

/** The posts that these events take out. */
export function removedBy(events: readonly LoggedEvent[]): readonly bigint[] {
  return events.flatMap((event) => indexChange(event)?.removed ?? [])
}
