/** Keeps the newest posts of users in memory; log-cache.ts states how current they are. */
import type { Context } from '../domain/context.ts'
import { type NewestPost, newestPostsOf } from '../domain/posts/read/newest-posts.ts'
import type { ParsedIds } from '../lib/ids/parsed-ids.ts'
import { type EventTable, type LoggedEvent, readEvent } from '../log/event.ts'
import type { CurrentLog } from './current-log.ts'
import { IndexedCache } from './indexed-cache.ts'
import type { LogCache } from './log-cache.ts'

/** Maximum bytes of the cache: about 60,000 users. */
export const NEWEST_CACHE_BYTES = 16 * 2 ** 20

/** Bytes of a post in a list. */
const POST_BYTES = 120
/** Further bytes of a repost, for its tag. */
const TAG_BYTES = 250

export class NewestPosts {
  readonly #cache: IndexedCache<readonly NewestPost[]>

  /** @param bytesMost cache limit; `0` disables the cache */
  constructor(log: CurrentLog, store: Context['store'], bytesMost = NEWEST_CACHE_BYTES) {
    this.#cache = new IndexedCache(
      log,
      {
        read: (authors) => newestPostsOf(store, authors),
        bytesOf,
        // The event that deletes an original also invalidates the lists with its reposts.
        tagsOf: (posts) => posts.flatMap(({ repostedId }) => repostedId ?? []),
        changedBy: listsChangedBy,
      },
      bytesMost,
    )
  }

  /** Size, hits and misses, for metrics. */
  get counts(): Pick<LogCache<unknown, unknown>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /**
   * The newest posts of users (see `newestPostsOf`), in the order of `authors`. For a user without posts, an empty list
   * is cached.
   * @param authors at most a few hundred
   */
  get(authors: readonly bigint[]): Promise<readonly (readonly NewestPost[] | undefined)[]> {
    return this.#cache.get(authors)
  }

  /** Like {@link get}, for user ids that were parsed from a request. */
  find(authors: ParsedIds): Promise<readonly (readonly NewestPost[] | undefined)[]> {
    return this.#cache.find(authors)
  }
}

function bytesOf(posts: readonly NewestPost[]): number {
  let bytes = 0
  for (const { repostedId } of posts) bytes += repostedId === null ? POST_BYTES : POST_BYTES + TAG_BYTES
  return bytes
}

const CHANGED_LISTS: EventTable<readonly bigint[] | 'all'> = {
  'post.created': authorOf,
  'post.edited': authorOf,
  'post.state_changed': authorOf,
  'post.deleted': ({ user_id, initial_id }) => [user_id, initial_id],
  'import.applied': ({ of }) => (of === 'posts' ? 'all' : NO_LISTS),
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

function authorOf({ user_id }: { readonly user_id: bigint }): readonly bigint[] {
  return [user_id]
}

const NO_LISTS: readonly bigint[] = Object.freeze([])

/**
 * The users whose lists of posts an event changes, and the originals whose reposts it changes. An edited original is
 * named by the id of its first version.
 */
export function listsChangedBy(event: LoggedEvent): readonly bigint[] | 'all' {
  return readEvent(CHANGED_LISTS, event) ?? NO_LISTS
}
