/** Every post, for exports. */
import { sql } from 'kysely'
import { query } from '../../../db/query.ts'
import { type OnUnreadable, readIntact } from '../../../db/read-intact.ts'
import type { Reader, Store } from '../../../db/store.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { type FullUser, findFullUsers } from '../../accounts/find-users.ts'
import type { Post } from '../post.ts'
import { findPosts } from './find-posts.ts'

/** Posts per read. */
const PIECE = 200

/** Authors that are remembered between reads. */
const MAX_AUTHORS = 10_000

/** A post with its author, and the posts that it shows. */
export interface WholePost {
  readonly post: Post
  readonly author: FullUser
  /** The first version of the reposted post. */
  readonly original?: WholePost
  /** The newest version of the reposted post, if it was edited. */
  readonly newest?: WholePost
  readonly quoted?: WholePost
}

/** The posts to read; default: all. */
export interface PostRange {
  /** The smallest id. */
  readonly from?: bigint
  /** The largest id. */
  readonly to?: bigint
  readonly authorId?: bigint | undefined
}

export interface EveryPostOptions {
  readonly range?: PostRange
  /** Ids in ascending order, instead of all ids of the range. */
  readonly ids?: AsyncIterable<readonly bigint[]>
  /** Authors whose posts are left out, also as originals and quoted posts. Deactivated ones always are. */
  readonly hides?: (author: FullUser) => boolean
  /** Called with the number of posts of a read that `hides` left out. */
  readonly onHidden?: (posts: number) => void
  /**
   * Receives posts that are left out because they, their author or their original cannot be read; a post that only quotes
   * such a post is returned without it. Without this callback, the first such post ends the stream.
   */
  readonly onUnreadable?: OnUnreadable | undefined
}

/**
 * Streams every version of every post in the order of ids, in batches. Leaves out posts of deactivated authors, dropped
 * posts, and reposts of either. The ids are those of one moment; each batch is read as it is then.
 * @throws {ItemCorrupt} without `onUnreadable`
 */
export async function* everyPost(
  store: Store,
  { range = {}, ids: only, hides = () => false, onHidden, onUnreadable }: EveryPostOptions = {},
): AsyncGenerator<readonly WholePost[]> {
  const authors = new Map<bigint, FullUser>()
  for await (const some of only ?? idsIn(store, range)) {
    for (let from = 0; from < some.length; from += PIECE) {
      const ids = some.slice(from, from + PIECE)
      const shelf = await PostShelf.read(store, ids, authors, onUnreadable !== undefined)
      for (const id of ids)
        if (shelf.failure(id) !== undefined) onUnreadable?.(`post ${id}`, shelf.failure(id))
      const whole = ids.flatMap((id) => shelf.whole(id) ?? [])
      const shown = whole.flatMap((post) => withoutHidden(post, hides) ?? [])
      if (shown.length < whole.length) onHidden?.(whole.length - shown.length)
      yield shown
    }
  }
}

async function* idsIn(
  store: Store,
  { from = 0n, to = LARGEST_ID, authorId }: PostRange,
): AsyncGenerator<readonly bigint[]> {
  const rows =
    authorId === undefined
      ? store.stream(shownIds, { from, to })
      : store.stream(shownIdsOfAuthor, { from, to, author: authorId })
  for await (const some of rows) yield some.map(({ id }) => id)
}

/** Undefined when the post itself, or its original, is hidden. */
function withoutHidden(whole: WholePost, hides: (author: FullUser) => boolean): WholePost | undefined {
  const { original, quoted, newest } = whole
  if (hides(whole.author)) return undefined
  if (original === undefined && quoted === undefined) return whole
  const { post, author } = whole
  const shown = original && withoutHidden(original, hides)
  if (original !== undefined && shown === undefined) return undefined
  return {
    post,
    author,
    ...(shown === undefined ? {} : { original: shown }),
    ...(newest === undefined ? {} : { newest: withoutHidden(newest, hides) ?? newest }),
    ...(quoted === undefined || hides(quoted.author) ? {} : { quoted }),
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

  /** @param authors users that were read before; this read adds its own */
  static async read(
    reader: Reader,
    ids: readonly bigint[],
    authors: Map<bigint, FullUser>,
    isApart: boolean,
  ): Promise<PostShelf> {
    const posts = new Map<bigint, Post>()
    const failedPosts = new Map<bigint, unknown>()
    const reposted = new Set<bigint>()
    let wanted = ids
    // The newest version of the original of a repost can quote a post.
    for (let depth = 0; depth < 4 && wanted.length > 0; depth++) {
      const { found, failed } = await readIntact(wanted, (some) => findPosts(reader, some), isApart)
      for (const [id, post] of found) posts.set(id, post)
      for (const [id, error] of failed) failedPosts.set(id, error)
      const shown = new Set<bigint>()
      for (const { repostedId, quotedId, id, latestId } of found.values()) {
        if (repostedId !== null) shown.add(repostedId)
        if (repostedId !== null) reposted.add(repostedId)
        if (quotedId !== null) shown.add(quotedId)
        if (reposted.has(id)) shown.add(latestId)
      }
      wanted = [...shown].filter((id) => !posts.has(id) && !failedPosts.has(id))
    }
    if (authors.size > MAX_AUTHORS) authors.clear()
    const authorIds = new Set<bigint>()
    for (const { authorId } of posts.values()) if (!authors.has(authorId)) authorIds.add(authorId)
    const { found, failed } = await readIntact([...authorIds], (some) => findFullUsers(reader, some), isApart)
    for (const [id, author] of found) authors.set(id, author)
    return new PostShelf({ posts, failedPosts, authors, failedAuthors: failed })
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
    const newest = original === undefined ? undefined : this.#newest(original)
    const quoted = post.quotedId === null || !showsQuoted ? undefined : this.whole(post.quotedId, false)
    if (original === undefined && quoted === undefined) return { post, author }
    return {
      post,
      author,
      ...(original === undefined ? {} : { original }),
      ...(newest === undefined ? {} : { newest }),
      ...(quoted === undefined ? {} : { quoted }),
    }
  }

  /** The newest version of an edited original. */
  #newest({ post: { id, latestId } }: WholePost): WholePost | undefined {
    return latestId === id ? undefined : this.whole(latestId)
  }
}

interface Bounds {
  from: bigint
  to: bigint
}

const shownIds = query<Bounds>()(
  (_, p) => sql<{ id: bigint }>`
    select posts.id from posts join users on users.id = posts.author_id
      left join post_states on post_states.post_id = posts.id
    where posts.id >= ${p('from')} and posts.id <= ${p('to')}
      and users.deactivated_at is null and post_states.dropped_at is null order by posts.id`,
)

// Uses the index posts_author.
const shownIdsOfAuthor = query<Bounds & { author: bigint }>()(
  (_, p) => sql<{ id: bigint }>`
    select posts.id from posts join users on users.id = posts.author_id
      left join post_states on post_states.post_id = posts.id
    where posts.author_id = ${p('author')} and posts.id >= ${p('from')} and posts.id <= ${p('to')}
      and users.deactivated_at is null and post_states.dropped_at is null order by posts.id`,
)

const postCount = query()((k) => k.selectFrom('posts').select((eb) => eb.fn.countAll<number>().as('posts')))
