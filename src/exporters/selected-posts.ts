/** Selects the posts of an export by id, time, author and rule. */
import type { OnUnreadable } from '../db/read-intact.ts'
import type { Store } from '../db/store.ts'
import type { FullUser } from '../domain/accounts/find-users.ts'
import { everyPost, type PostRange, type WholePost } from '../domain/posts/read/every-post.ts'
import { filterPostOf } from '../domain/posts/read/filter-post.ts'
import type { PostView } from '../domain/posts/read/post-view.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import type { Expression } from '../filter/ast.ts'
import { RuleEngine } from '../filter/engine.ts'
import { FIRST_SNOWFLAKE } from '../lib/ids/snowflake.ts'
import { candidatesOf } from './candidates.ts'

/** A span of time in milliseconds since the Unix epoch; `since` is inclusive, `until` is exclusive. */
export interface TimeSpan {
  readonly since?: number | undefined
  readonly until?: number | undefined
}

export interface PostSelection {
  /** The range of ids and the author that select posts. */
  readonly range?: PostRange
  /**
   * Limits of time for posts from before November 2010. Their ids contain no time, so `range` cannot select them by
   * time. This option does not affect later posts.
   */
  readonly times?: TimeSpan
  /**
   * Selects a post only if it is the newest version and matches the rule. A repost matches if the newest version of its
   * original matches. Searches treat reposts in the same way.
   */
  readonly rule?: Expression | undefined
  /**
   * If given, and if the search index is complete, only posts that the index finds as candidates for the rule are read.
   * Otherwise all posts of the range are read.
   */
  readonly codec?: WordCodec | undefined
  /** True to include posts of protected authors. */
  readonly includesProtected?: boolean
}

export interface SelectedPostsOptions {
  /** Called with the number of posts that were read so far. */
  readonly onRead?: ((posts: number) => void) | undefined
  readonly onProtected?: ((posts: number) => void) | undefined
  readonly onUnreadable?: OnUnreadable | undefined
}

/** The selected posts in the order of ids, in batches. */
export async function* selectedPosts(
  store: Store,
  { range = {}, times = {}, rule, codec, includesProtected = false }: PostSelection = {},
  { onRead, onProtected, onUnreadable }: SelectedPostsOptions = {},
): AsyncGenerator<readonly WholePost[]> {
  const matches = rule === undefined ? undefined : matcherOf(rule)
  const ids =
    rule === undefined || codec === undefined ? undefined : await candidatesOf(store, codec, rule, range)
  const posts = everyPost(store, {
    range,
    ...(ids === undefined ? {} : { ids }),
    ...(includesProtected ? {} : { hides: isProtected }),
    ...(onProtected === undefined ? {} : { onHidden: onProtected }),
    onRead,
    onUnreadable,
  })
  const { authorId } = range
  const isWanted = (whole: WholePost) =>
    (authorId === undefined || whole.post.authorId === authorId) &&
    isWithin(whole, times) &&
    (matches === undefined || matches(whole))
  for await (const some of posts) yield some.filter(isWanted)
}

function isProtected(author: FullUser): boolean {
  return author.isProtected
}

function isWithin({ post: { id, createdAt } }: WholePost, { since, until }: TimeSpan): boolean {
  if (id >= FIRST_SNOWFLAKE) return true
  return (since === undefined || createdAt >= since) && (until === undefined || createdAt < until)
}

function matcherOf(rule: Expression): (whole: WholePost) => boolean {
  const engine = new RuleEngine()
  engine.add(rule)
  return (whole) => {
    const { id, latestId } = whole.post
    return id === latestId && engine.match(filterPostOf(viewOf(whole))).length > 0
  }
}

function viewOf({ post, author, original, newest, quoted }: WholePost): PostView {
  const shown = newest ?? original
  return {
    post,
    author,
    original: shown === undefined ? undefined : viewOf(shown),
    quoted: quoted === undefined ? undefined : viewOf(quoted),
    repliedTo: undefined,
  }
}
