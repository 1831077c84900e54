/**
 * Keeps posts in memory, with the renderings that do not depend on a viewer; log-cache.ts states how current they
 * are.
 */
import { idsIn } from '../domain/accounts/user-events.ts'
import type { Context } from '../domain/context.ts'
import type { Post } from '../domain/posts/post.ts'
import { findPosts } from '../domain/posts/read/find-posts.ts'
import type { ParsedIds } from '../lib/ids/parsed-ids.ts'
import { type EventTable, type LoggedEvent, readEvent } from '../log/event.ts'
import { CachedEntity } from './cached-entity.ts'
import type { CurrentLog } from './current-log.ts'
import type { OnFailedRow } from './failed-rows.ts'
import { IndexedCache } from './indexed-cache.ts'
import type { CacheRef } from './log-cache.ts'
import type { CachedUser } from './user-cache.ts'

/** Maximum bytes of the cache: about 30,000 short posts with renderings. */
export const POST_CACHE_BYTES = 64 * 2 ** 20

export class CachedPost extends CachedEntity<Post> {
  /** Reference to the cached author; the first lookup sets it. */
  author: CacheRef<CachedUser> | undefined
}

/** Wraps posts for the cache. */
export function cachedPosts(posts: ReadonlyMap<bigint, Post>): ReadonlyMap<bigint, CachedPost> {
  const cached = new Map<bigint, CachedPost>()
  for (const [id, post] of posts) cached.set(id, new CachedPost(post))
  return cached
}

/** Bytes of a post, not counting its content. */
const POST_BYTES = 900

export class PostCache {
  readonly #cache: IndexedCache<CachedPost>
  #made = 0

  /**
   * @param bytesMost maximum bytes of posts, renderings and entries; `0` disables the cache
   * @param failed called with a post whose own row cannot be read; the result omits the post. Without this callback,
   *   the caller gets the error
   */
  constructor(
    log: CurrentLog,
    store: Context['store'],
    bytesMost = POST_CACHE_BYTES,
    failed?: OnFailedRow | undefined,
  ) {
    this.#cache = new IndexedCache(
      log,
      {
        read: async (ids) => cachedPosts(await findPosts(store, ids)),
        bytesOf: ({ entity }) => POST_BYTES + bytesOfContent(entity),
        // All versions of an edited post share the counts of the first version, and events name the first version.
        tagsOf: ({ entity }) => (entity.initialId === entity.id ? [] : [entity.initialId]),
        changedBy: changedPosts,
        ...(failed === undefined ? {} : { onFailed: (id, error) => failed('post', id, error) }),
      },
      bytesMost,
    )
  }

  /** Size, hits and misses, for metrics. */
  get counts(): Pick<IndexedCache<CachedPost>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /**
   * Posts in the order of `ids`, as current as the log; undefined for missing posts. The method does not check
   * visibility.
   * @param ids at most a few hundred
   * @param failed receives the errors of posts whose own row cannot be read, by id
   */
  get(ids: readonly bigint[], failed?: Map<bigint, unknown>): Promise<readonly (CachedPost | undefined)[]> {
    return this.#cache.get(ids, failed)
  }

  /** Like {@link get}, for ids that were parsed from a request. */
  find(ids: ParsedIds): Promise<readonly (CachedPost | undefined)[]> {
    return this.#cache.find(ids)
  }

  /**
   * The cached rendering with the given name. The rendering must depend on nothing except the post; parts that depend
   * on the viewer are added later.
   * @param bytesOf upper bound of the memory of the rendering
   */
  rendering<T>(cached: CachedPost, name: string, make: (post: Post) => T, bytesOf: (made: T) => number): T {
    return cached.rendering(name, make, (made) => this.charge(cached, bytesOf(made)))
  }

  /** Counts a new rendering and adds its bytes to the post. */
  charge(cached: CachedPost, bytes: number): void {
    this.#made += 1
    this.#cache.charge(cached.entity.id, cached, bytes)
  }

  /** Number of renderings since the start, for metrics. */
  get renderingsMade(): number {
    return this.#made
  }
}

const CHANGED_POSTS: EventTable<readonly bigint[] | 'all'> = {
  'post.created': idsIn,
  'post.deleted': idsIn,
  // The event concerns every version, because each version contains the id of the newest version.
  'post.edited': (event) => [...idsIn(event), ...event.versions.map(BigInt)],
  'post.liked': idsIn,
  'post.unliked': idsIn,
  'post.bookmarked': idsIn,
  'post.unbookmarked': idsIn,
  'post.hidden': idsIn,
  'post.state_changed': idsIn,
  'post.seen': idsIn,
  'post.restreamed': idsIn,
  'user.geo_scrubbed': () => 'all',
  'import.applied': ({ of }) => (of === 'posts' || of === 'likes' ? 'all' : NO_POSTS),
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
  'compliance.retold': undefined,
  'compliance.tested': undefined,
  'items.retried': undefined,
}

const NO_POSTS: readonly bigint[] = Object.freeze([])

function changedPosts(event: LoggedEvent): readonly bigint[] | 'all' {
  return readEvent(CHANGED_POSTS, event) ?? NO_POSTS
}

/**
 * Estimated bytes of the long parts of a post. The factor is needed because V8 objects take several times the size of
 * their JSON.
 */
function bytesOfContent({ content }: Post): number {
  const entities =
    (content.urls?.length ?? 0) + (content.user_mentions?.length ?? 0) + (content.hashtags?.length ?? 0)
  const kept = content.kept === undefined ? 0 : JSON.stringify(content.kept).length
  const media = content.media === undefined ? 0 : JSON.stringify(content.media).length
  return 2 * content.text.length + 400 * entities + 4 * (kept + media)
}
