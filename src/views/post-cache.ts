/** Posts in memory, with what was rendered of them for everybody (views/log-cache.ts says how current they are). */
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

/** Bytes that posts and their renderings may take: of short posts about 30,000. */
export const POST_CACHE_BYTES = 64 * 2 ** 20

export class CachedPost extends CachedEntity<Post> {
  /** Where its author stands in memory, since somebody looked for it. */
  author: CacheRef<CachedUser> | undefined
}

/** Each of these posts as it is kept. */
export function cachedPosts(posts: ReadonlyMap<bigint, Post>): ReadonlyMap<bigint, CachedPost> {
  const cached = new Map<bigint, CachedPost>()
  for (const [id, post] of posts) cached.set(id, new CachedPost(post))
  return cached
}

/** What a post takes beside its content. */
const POST_BYTES = 900

export class PostCache {
  readonly #cache: IndexedCache<CachedPost>
  #made = 0

  /**
   * @param bytesMost of posts, renderings and what holds them; `0` keeps nothing
   * @param failed told of posts whose own row fails, which are left out; whoever asks is given the error when left out
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
        // Counts of an edited post are those of its first version, and events name that one.
        tagsOf: ({ entity }) => (entity.initialId === entity.id ? [] : [entity.initialId]),
        changedBy: changedPosts,
        ...(failed === undefined ? {} : { onFailed: (id, error) => failed('post', id, error) }),
      },
      bytesMost,
    )
  }

  /** For metrics. */
  get counts(): Pick<IndexedCache<CachedPost>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /**
   * Posts as they are at some moment after the request came, or after this process last changed something; each at the
   * place of its id, undefined for those that are not there. Who may see them is not asked.
   * @param ids at most a few hundred
   * @param failed given why, by id, of those whose own row fails
   */
  get(ids: readonly bigint[], failed?: Map<bigint, unknown>): Promise<readonly (CachedPost | undefined)[]> {
    return this.#cache.get(ids, failed)
  }

  /** As {@link get}. */
  find(ids: ParsedIds): Promise<readonly (CachedPost | undefined)[]> {
    return this.#cache.find(ids)
  }

  /**
   * What was rendered of a post under that name, made when it was not yet. It must hold nothing that depends on who
   * looks, or on another thing than the post: that is put in afterwards.
   * @param bytesOf at most what the rendering takes in memory
   */
  rendering<T>(cached: CachedPost, name: string, make: (post: Post) => T, bytesOf: (made: T) => number): T {
    return cached.rendering(name, make, (made) => this.charge(cached, bytesOf(made)))
  }

  /** Counts a rendering that was made, and the bytes by which those of its post have grown. */
  charge(cached: CachedPost, bytes: number): void {
    this.#made += 1
    this.#cache.charge(cached.entity.id, cached, bytes)
  }

  /** Renderings that were made since the start, for metrics: whatever was shown beyond them was found here. */
  get renderingsMade(): number {
    return this.#made
  }
}

const CHANGED_POSTS: EventTable<readonly bigint[] | 'all'> = {
  'post.created': idsIn,
  'post.deleted': idsIn,
  // Every version has the id of the newest.
  'post.edited': (event) => [...idsIn(event), ...event.versions.map(BigInt)],
  'post.liked': idsIn,
  'post.unliked': idsIn,
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
  'compliance.retold': undefined,
  'items.retried': undefined,
}

const NO_POSTS: readonly bigint[] = Object.freeze([])

function changedPosts(event: LoggedEvent): readonly bigint[] | 'all' {
  return readEvent(CHANGED_POSTS, event) ?? NO_POSTS
}

/** Of the parts that can be long; objects of V8 take several times what their JSON does. */
function bytesOfContent({ content }: Post): number {
  const entities =
    (content.urls?.length ?? 0) + (content.user_mentions?.length ?? 0) + (content.hashtags?.length ?? 0)
  const kept = content.kept === undefined ? 0 : JSON.stringify(content.kept).length
  const media = content.media === undefined ? 0 : JSON.stringify(content.media).length
  return 2 * content.text.length + 400 * entities + 4 * (kept + media)
}
