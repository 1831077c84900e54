/** Streams every post, for exports. */
import { sql } from 'kysely'
import { isItemFailure } from '../../../db/errors.ts'
import { query } from '../../../db/query.ts'
import { type OnUnreadable, readIntact } from '../../../db/read-intact.ts'
import type { Reader, Store } from '../../../db/store.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { type FullUser, findFullUsers } from '../../accounts/find-users.ts'
import { type Post, type PostRow, postOf } from '../post.ts'
import { findPosts, postRows } from './find-posts.ts'

/** Number of posts that one read returns. */
const PIECE = 500

/** Maximum number of authors that are cached between reads. */
const MAX_AUTHORS = 10_000
/** Maximum number of reposted and quoted posts that are cached between reads. */
const MAX_SHOWN_POSTS = 5_000

/** A post with its author, the original that it reposts, and the post that it quotes. */
export interface WholePost {
  readonly post: Post
  readonly author: FullUser
  /** The first version of the reposted post. */
  readonly original?: WholePost
  /** The newest version of the reposted post, if it was edited. */
  readonly newest?: WholePost
  readonly quoted?: WholePost
}

/** The posts to read; default: all posts. */
export interface PostRange {
  /** The smallest id. */
  readonly from?: bigint
  /** The largest id. */
  readonly to?: bigint
  readonly authorId?: bigint | undefined
}

export interface EveryPostOptions {
  readonly range?: PostRange
  /** Ids in ascending order, which are read instead of all posts of the range. */
  readonly ids?: AsyncIterable<readonly bigint[]>
  /**
   * True for authors whose posts are omitted, also as originals and quoted posts. Posts of deactivated authors are
   * always omitted.
   */
  readonly hides?: (author: FullUser) => boolean
  /** Called with the number of posts read so far, including omitted posts. */
  readonly onRead?: ((posts: number) => void) | undefined
  /** Called with the number of posts of one read that `hides` has omitted. */
  readonly onHidden?: (posts: number) => void
  /**
   * Receives the posts that are omitted because the post, its author or its original cannot be read. If only the quoted
   * post cannot be read, the result has the post without its quoted post. Without this callback, the first post that
   * cannot be read ends the stream with an error.
   */
  readonly onUnreadable?: OnUnreadable | undefined
}

/**
 * Streams every version of every post in the order of ids, in batches. Omits posts of deactivated authors, dropped
 * posts, and reposts of such posts. All posts are from one snapshot; with `ids`, each batch has the state at the time
 * of its read. Originals and quoted posts are read together with the posts that show them.
 * @throws {ItemCorrupt} without `onUnreadable`
 */
export async function* everyPost(
  store: Store,
  { range = {}, ids, hides = () => false, onRead, onHidden, onUnreadable }: EveryPostOptions = {},
): AsyncGenerator<readonly WholePost[]> {
  const isApart = onUnreadable !== undefined
  const cache: ReadCache = { authors: new Map(), shown: new Map() }
  let count = 0
  for await (const read of ids === undefined
    ? postsIn(store, range, isApart)
    : postsOf(store, ids, isApart)) {
    const shelf = await PostShelf.read(store, read, cache, isApart)
    const shown: WholePost[] = []
    let hidden = 0
    for (const id of read.ids) {
      const failure = shelf.failure(id)
      if (failure !== undefined) onUnreadable?.(`post ${id}`, failure)
      const whole = shelf.whole(id)
      const visible = whole === undefined ? undefined : withoutHidden(whole, hides)
      if (visible !== undefined) shown.push(visible)
      else if (whole !== undefined) hidden += 1
    }
    if (hidden > 0) onHidden?.(hidden)
    yield shown
    count += read.ids.length
    onRead?.(count)
  }
}

/** Results of earlier reads. */
interface ReadCache {
  readonly authors: Map<bigint, FullUser>
  /**
   * Posts that other posts repost or quote. They are cached, because many posts show the same popular posts.
   */
  readonly shown: Map<bigint, Post>
}

/** Posts of one read. */
interface ReadPosts {
  readonly ids: readonly bigint[]
  readonly found: ReadonlyMap<bigint, Post>
  readonly failed: ReadonlyMap<bigint, unknown>
}

async function* postsOf(
  store: Store,
  ids: AsyncIterable<readonly bigint[]>,
  isApart: boolean,
): AsyncGenerator<ReadPosts> {
  for await (const some of ids) {
    for (let from = 0; from < some.length; from += PIECE) {
      const piece = some.slice(from, from + PIECE)
      yield { ids: piece, ...(await readIntact(piece, (part) => findPosts(store, part), isApart)) }
    }
  }
}

async function* postsIn(
  store: Store,
  { from = 0n, to = LARGEST_ID, authorId }: PostRange,
  isApart: boolean,
): AsyncGenerator<ReadPosts> {
  const stream =
    authorId === undefined
      ? store.stream(postsBetween, { from, to })
      : store.stream(postsOfAuthor, { from, to, author: authorId })
  for await (const rows of stream) {
    for (let first = 0; first < rows.length; first += PIECE) {
      yield readRows(rows.slice(first, first + PIECE), isApart)
    }
  }
}

function readRows(rows: readonly PostRow[], isApart: boolean): ReadPosts {
  const found = new Map<bigint, Post>()
  const failed = new Map<bigint, unknown>()
  for (const row of rows) {
    try {
      found.set(row.id, postOf(row))
    } catch (error) {
      if (!isApart || !isItemFailure(error)) throw error
      failed.set(row.id, error)
    }
  }
  return { ids: rows.map(({ id }) => id), found, failed }
}

/** The post without what `hides` omits; undefined when the post itself or its original is hidden. */
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

/** An upper bound of the number of posts that {@link everyPost} returns. */
export async function countPosts(
  store: Store,
  { from = 0n, to = LARGEST_ID, authorId }: PostRange = {},
): Promise<number> {
  const row =
    authorId === undefined
      ? await store.first(countBetween, { from, to })
      : await store.first(countOfAuthor, { from, to, author: authorId })
  return row?.posts ?? 0
}

/** Distinct ids of the originals, of their newest versions if the original has been read, and of quoted posts. */
function shownBy(posts: ReadonlyMap<bigint, Post>): readonly bigint[] {
  const shown = new Set<bigint>()
  for (const { repostedId, quotedId } of posts.values()) {
    if (quotedId !== null) shown.add(quotedId)
    if (repostedId === null) continue
    shown.add(repostedId)
    const latestId = posts.get(repostedId)?.latestId
    if (latestId !== undefined) shown.add(latestId)
  }
  return [...shown]
}

interface Shelf {
  readonly posts: ReadonlyMap<bigint, Post>
  readonly failedPosts: ReadonlyMap<bigint, unknown>
  readonly authors: ReadonlyMap<bigint, FullUser>
  readonly failedAuthors: ReadonlyMap<bigint, unknown>
}

/** Posts with their originals, their quoted posts, and all authors. */
class PostShelf {
  readonly #shelf: Shelf

  private constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  /** @param cache results of earlier reads; this read adds its results */
  static async read(
    reader: Reader,
    first: ReadPosts,
    cache: ReadCache,
    isApart: boolean,
  ): Promise<PostShelf> {
    let posts = first.found
    const failedPosts = new Map(first.failed)
    let looked: Set<bigint> | undefined
    if (cache.shown.size > MAX_SHOWN_POSTS) cache.shown.clear()
    // Reads until no further post is needed, because the newest version of an original can quote another post.
    for (let depth = 0; depth < 3; depth++) {
      const all = shownBy(posts)
      if (all.length === 0) break
      looked ??= new Set(first.ids)
      const shown = all.filter((id) => looked?.has(id) !== true)
      if (shown.length === 0) break
      const found = new Map(posts)
      posts = found
      const wanted = shown.filter((id) => !cache.shown.has(id))
      const read = await readIntact(wanted, (some) => findPosts(reader, some), isApart)
      for (const [id, post] of read.found) cache.shown.set(id, post)
      for (const [id, error] of read.failed) failedPosts.set(id, error)
      for (const id of shown) {
        looked.add(id)
        const post = cache.shown.get(id)
        if (post !== undefined) found.set(id, post)
      }
    }
    const { authors } = cache
    if (authors.size > MAX_AUTHORS) authors.clear()
    const authorIds = new Set<bigint>()
    for (const { authorId } of posts.values()) if (!authors.has(authorId)) authorIds.add(authorId)
    const users = await readIntact([...authorIds], (some) => findFullUsers(reader, some), isApart)
    for (const [id, author] of users.found) authors.set(id, author)
    return new PostShelf({ posts, failedPosts, authors, failedAuthors: users.failed })
  }

  /** The error with which the post, its author or its original could not be read; undefined for a readable post. */
  failure(id: bigint): unknown {
    const { posts, failedPosts, failedAuthors } = this.#shelf
    const post = posts.get(id)
    if (post === undefined) return failedPosts.get(id)
    return (
      failedAuthors.get(post.authorId) ??
      (post.repostedId === null ? undefined : this.failure(post.repostedId))
    )
  }

  /** The post with its original and its quoted post; undefined for a hidden post. */
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

const postsBetween = query<Bounds>()((_, p) =>
  postRows(sql`posts`, sql`where posts.id >= ${p('from')} and posts.id <= ${p('to')} order by posts.id`),
)

// Uses the index posts_author.
const postsOfAuthor = query<Bounds & { author: bigint }>()((_, p) =>
  postRows(
    sql`posts`,
    sql`where posts.author_id = ${p('author')} and posts.id >= ${p('from')} and posts.id <= ${p('to')}
      order by posts.id`,
  ),
)

const countBetween = query<Bounds>()((k, p) =>
  k
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .where('id', '>=', p('from'))
    .where('id', '<=', p('to')),
)

// Uses the index posts_author.
const countOfAuthor = query<Bounds & { author: bigint }>()((k, p) =>
  k
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .where('author_id', '=', p('author'))
    .where('id', '>=', p('from'))
    .where('id', '<=', p('to')),
)
