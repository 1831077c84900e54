/** Posts in memory, with what was rendered of them for everybody (events/log-cache.ts says how current they are). */
import type { Context } from '../domain/context.ts'
import { findPosts } from '../domain/posts/find-posts.ts'
import type { Post } from '../domain/posts/post.ts'
import type { CurrentLog } from '../events/current-log.ts'
import type { LoggedEvent } from '../events/event.ts'
import { LogCache } from '../events/log-cache.ts'
import { type Known, knownOf } from './_known.ts'
import { idsIn } from './_user-cache.ts'

/** Bytes that posts and their renderings may take: of short posts about 30,000. */
export const POST_CACHE_BYTES = 64 * 2 ** 20

export type KnownPost = Known<Post>

/** What a post takes beside its content. */
const POST_BYTES = 900

export class PostCache {
  readonly #cache: LogCache<bigint, KnownPost>

  /** @param bytesMost of posts, renderings and what holds them; `0` keeps nothing */
  constructor(log: CurrentLog, store: Context['store'], bytesMost = POST_CACHE_BYTES) {
    this.#cache = new LogCache(
      log,
      {
        read: async (ids) => knownOf(await findPosts(store, ids)),
        bytesOf: ({ it }) => POST_BYTES + bytesOfContent(it),
        // Counts of an edited post are those of its first version, and events name that one.
        tagsOf: ({ it }) => (it.initialId === it.id ? [] : [it.initialId]),
        changedBy: changedPosts,
      },
      bytesMost,
    )
  }

  /** For metrics. */
  get counts(): Pick<LogCache<bigint, KnownPost>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /**
   * Posts as they are at some moment after the request came, or after this process last changed something; each at the
   * place of its id, undefined for those that are not there. Who may see them is not asked.
   * @param ids at most a few hundred
   */
  get(ids: readonly bigint[]): Promise<readonly (KnownPost | undefined)[]> {
    return this.#cache.get(ids)
  }

  /**
   * What was rendered of a post under that name, made when it was not yet. It must hold nothing that depends on who
   * looks, or on another thing than the post: that is put in afterwards.
   * @param bytesOf at most what the rendering takes in memory
   */
  rendering<T>(known: KnownPost, name: string, make: (post: Post) => T, bytesOf: (made: T) => number): T {
    return known.rendering(name, make, (made) => this.#cache.charge(known.it.id, known, bytesOf(made)))
  }

  /** Counts bytes by which a rendering has grown since it was made. */
  charge(known: KnownPost, bytes: number): void {
    this.#cache.charge(known.it.id, known, bytes)
  }
}

function changedPosts(event: LoggedEvent): readonly bigint[] | 'all' {
  if (event.kind === 'import.applied') return event.of === 'posts' || event.of === 'likes' ? 'all' : []
  if (event.kind === 'user.geo_scrubbed') return 'all'
  return event.kind.startsWith('post.') ? idsIn(event) : []
}

/** Of the parts that can be long; objects of V8 take several times what their JSON does. */
function bytesOfContent({ content }: Post): number {
  const entities =
    (content.urls?.length ?? 0) + (content.user_mentions?.length ?? 0) + (content.hashtags?.length ?? 0)
  const kept = content.kept === undefined ? 0 : JSON.stringify(content.kept).length
  const media = content.media === undefined ? 0 : JSON.stringify(content.media).length
  return 2 * content.text.length + 400 * entities + 4 * (kept + media)
}
