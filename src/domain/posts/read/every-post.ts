/** Every post, for exports. */
import { sql } from 'kysely'
import { query } from '../../../db/query.ts'
import { type OnUnreadable, readIntact } from '../../../db/read-intact.ts'
import type { Reader, Store } from '../../../db/store.ts'
import { type FullUser, findFullUsers } from '../../accounts/find-users.ts'
import type { Post } from '../post.ts'
import { findPosts } from './find-posts.ts'

/** Posts per read. */
const PIECE = 200

/** A post with its author, and the posts that it shows. */
export interface WholePost {
  readonly post: Post
  readonly author: FullUser
  readonly original?: WholePost
  readonly quoted?: WholePost
}

/**
 * Streams every version of every post in the order of ids, in batches. Leaves out posts of deactivated authors, dropped
 * posts, and reposts of either. Concurrent changes appear or not.
 * @param onUnreadable receives posts that are left out because they, their author or their original cannot be read; a
 *   post that only quotes such a post is returned without it. Without this callback, the first such post ends the
 *   stream
 * @throws {ItemCorrupt} without `onUnreadable`
 */
export async function* everyPost(
  store: Store,
  onUnreadable?: OnUnreadable,
): AsyncGenerator<readonly WholePost[]> {
  for await (const rows of store.stream(shownIds, {})) {
    for (let from = 0; from < rows.length; from += PIECE) {
      const ids = rows.slice(from, from + PIECE).map(({ id }) => id)
      const shelf = await PostShelf.read(store, ids, onUnreadable !== undefined)
      for (const id of ids)
        if (shelf.failure(id) !== undefined) onUnreadable?.(`post ${id}`, shelf.failure(id))
      yield ids.flatMap((id) => shelf.whole(id) ?? [])
    }
  }
}

/** Upper bound of the number of posts of {@link everyPost}. */
export async function countPosts(store: Store): Promise<number> {
  return (await store.first(postCount, {}))?.posts ?? 0
}

interface Shelf {
  readonly posts: ReadonlyMap<bigint, Post>
  readonly failedPosts: ReadonlyMap<bigint, unknown>
  readonly authors: ReadonlyMap<bigint, FullUser>
  readonly failedAuthors: ReadonlyMap<bigint, unknown>
}

/** Posts, what they show, and the authors of all. */
class PostShelf {
  readonly #shelf: Shelf

  private constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  static async read(reader: Reader, ids: readonly bigint[], isApart: boolean): Promise<PostShelf> {
    const posts = new Map<bigint, Post>()
    const failedPosts = new Map<bigint, unknown>()
    let wanted = ids
    // The original of a repost can quote a post.
    for (let depth = 0; depth < 3 && wanted.length > 0; depth++) {
      const { found, failed } = await readIntact(wanted, (some) => findPosts(reader, some), isApart)
      for (const [id, post] of found) posts.set(id, post)
      for (const [id, error] of failed) failedPosts.set(id, error)
      const shown = [...found.values()].flatMap(({ repostedId, quotedId }) => [repostedId, quotedId])
      wanted = [...new Set(shown)].filter(
        (id) => id !== null && !posts.has(id) && !failedPosts.has(id),
      ) as bigint[]
    }
    const authorIds = [...new Set([...posts.values()].map(({ authorId }) => authorId))]
    const authors = await readIntact(authorIds, (some) => findFullUsers(reader, some), isApart)
    return new PostShelf({ posts, failedPosts, authors: authors.found, failedAuthors: authors.failed })
  }

  /** Why a post cannot be shown: itself, its author, or what it reposts cannot be read; undefined otherwise. */
  failure(id: bigint): unknown {
    const { posts, failedPosts, failedAuthors } = this.#shelf
    const post = posts.get(id)
    if (post === undefined) return failedPosts.get(id)
    return (
      failedAuthors.get(post.authorId) ??
      (post.repostedId === null ? undefined : this.failure(post.repostedId))
    )
  }

  /** The post with what it shows; undefined when it is not shown itself. */
  whole(id: bigint, showsQuoted = true): WholePost | undefined {
    const { posts, authors } = this.#shelf
    const post = posts.get(id)
    const author = post === undefined ? undefined : authors.get(post.authorId)
    if (post === undefined || post.droppedAt !== null) return undefined
    if (author === undefined || author.deactivatedAt !== null) return undefined
    const original = post.repostedId === null ? undefined : this.whole(post.repostedId)
    if (post.repostedId !== null && original === undefined) return undefined
    const quoted = post.quotedId === null || !showsQuoted ? undefined : this.whole(post.quotedId, false)
    return {
      post,
      author,
      ...(original === undefined ? {} : { original }),
      ...(quoted === undefined ? {} : { quoted }),
    }
  }
}

const shownIds = query()(
  () => sql<{ id: bigint }>`
    select posts.id from posts join users on users.id = posts.author_id
      left join post_states on post_states.post_id = posts.id
    where users.deactivated_at is null and post_states.dropped_at is null order by posts.id`,
)

const postCount = query()((k) => k.selectFrom('posts').select((eb) => eb.fn.countAll<number>().as('posts')))
