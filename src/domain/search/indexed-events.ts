/** Finds the changes in the search index that events cause. */
import { type EventTable, type LoggedEvent, readEvent } from '../../log/event.ts'

export interface IndexChange {
  /** Id of a post to index. */
  readonly written?: bigint
  /** Id of a post to remove. */
  readonly removed?: bigint
  /** The first version of a post whose reposts must be indexed again. */
  readonly repostsOf?: { readonly id: bigint }
  /** A range of ids to index, which may contain posts that are in the index already. */
  readonly imported?: { readonly first: bigint; readonly last: bigint }
  /** True if an import may have marked posts to index again (stale-posts.ts). */
  readonly hasMarked?: true
}

const CHANGES: EventTable<IndexChange | undefined> = {
  'post.created': ({ post_id }) => ({ written: post_id }),
  'post.edited': ({ post_id, initial_id }) => ({ written: post_id, repostsOf: { id: initial_id } }),
  'post.deleted': ({ post_id }) => ({ removed: post_id }),
  'import.applied': ({ of, first_id: first = 0n, last_id: last }) =>
    of !== 'posts'
      ? undefined
      : last === undefined
        ? { hasMarked: true }
        : { imported: { first, last }, hasMarked: true },
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
  'post.bookmarked': undefined,
  'post.unbookmarked': undefined,
  'post.hidden': undefined,
  'post.state_changed': undefined,
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

/** The kinds of events that change the index. */
export const INDEXED_KINDS: readonly string[] = Object.entries(CHANGES)
  .filter(([, change]) => change !== undefined)
  .map(([kind]) => kind)

/** The change in the index that an event causes; undefined if the event causes no change. */
export function indexChange(event: LoggedEvent): IndexChange | undefined {
  return readEvent(CHANGES, event)
}

/** Ids of the posts that these events add to the index, without duplicates. */
export function writtenBy(events: readonly LoggedEvent[]): readonly bigint[] {
  const ids = new Set<bigint>()
  for (const event of events) {
    const id = indexChange(event)?.written
    if (id !== undefined) ids.add(id)
  }
  return [...ids]
}

/** Ids of the posts that these events remove. */
export function removedBy(events: readonly LoggedEvent[]): readonly bigint[] {
  return events.flatMap((event) => indexChange(event)?.removed ?? [])
}
