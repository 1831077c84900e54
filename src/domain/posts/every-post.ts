/** Every post, for exports. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader, Store } from '../../db/store.ts'
import { type FullUser, findFullUsers } from '../accounts/find-users.ts'
import { findPosts } from './find-posts.ts'
import type { Post } from './post.ts'

/** Posts that are read at once. */
const PIECE = 200

/** A post with its author, and the posts that it shows. */
export interface WholePost {
  readonly post: Post
  readonly author: FullUser
  readonly original?: WholePost
  readonly quoted?: WholePost
}

/**
 * Every version of every post in the order of ids, in pieces. Left out are posts of authors who are deactivated, those
 * that the operator has taken from sight, and reposts of either. Who changes meanwhile is seen before or after.
 */
export async function* everyPost(store: Store): AsyncGenerator<readonly WholePost[]> {
  for await (const rows of store.stream(shownIds, {})) {
    for (let from = 0; from < rows.length; from += PIECE) {
      const ids = rows.slice(from, from + PIECE).map(({ id }) => id)
      const shelf = await PostShelf.read(store, ids)
      yield ids.flatMap((id) => shelf.whole(id) ?? [])
    }
  }
}

/** How many posts {@link everyPost} may give, at most. */
export async function countPosts(store: Store): Promise<number> {
  return (await store.first(postCount, {}))?.posts ?? 0
}

/** Posts, what they show, and the authors of all. */
class PostShelf {
  readonly #posts: ReadonlyMap<bigint, Post>
  readonly #authors: ReadonlyMap<bigint, FullUser>

  private constructor(posts: ReadonlyMap<bigint, Post>, authors: ReadonlyMap<bigint, FullUser>) {
    this.#posts = posts
    this.#authors = authors
  }

  static async read(reader: Reader, ids: readonly bigint[]): Promise<PostShelf> {
    const posts = new Map<bigint, Post>()
    let wanted = ids
    // What a repost shows may quote another.
    for (let depth = 0; depth < 3 && wanted.length > 0; depth++) {
      const found = await findPosts(reader, wanted)
      for (const [id, post] of found) posts.set(id, post)
      const shown = [...found.values()].flatMap(({ repostedId, quotedId }) => [repostedId, quotedId])
      wanted = [...new Set(shown)].filter((id) => id !== null && !posts.has(id)) as bigint[]
    }
    const authors = new Set([...posts.values()].map(({ authorId }) => authorId))
    return new PostShelf(posts, await findFullUsers(reader, [...authors]))
  }

  /** The post with what it shows; undefined when it is not shown itself. */
  whole(id: bigint, showsQuoted = true): WholePost | undefined {
    const post = this.#posts.get(id)
    const author = post === undefined ? undefined : this.#authors.get(post.authorId)
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
