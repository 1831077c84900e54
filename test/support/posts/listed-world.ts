/** Creates thousands of posts of a few users. The expected lists of posts are made by filtering an array. */
import type { Context } from '../../../src/domain/context.ts'
import { follow } from '../../../src/domain/graph/follow.ts'
import { mute } from '../../../src/domain/graph/mute.ts'
import { importLikes } from '../../../src/domain/posts/import/import-likes.ts'
import { storeStates } from '../../../src/domain/posts/state/store-states.ts'
import {
  insertMentions,
  insertPosts,
  type Mention,
  type NewPost,
} from '../../../src/domain/posts/write/store-posts.ts'
import { must } from '../../../src/lib/assert.ts'
import { firstSnowflakeAt, snowflakeTime } from '../../../src/lib/ids/snowflake.ts'
import { createUsers } from '../users.ts'

const POSTS = 4_500
const BATCH = 1_500
const LIKES_OF_EACH = 300
/** Seven days have about a thousand posts. */
const STEP_MS = 10 * 60_000
const DAY_MS = 86_400_000

/** The part of a list that a test requests, and the kinds of posts that it excludes. */
export interface ListedPart {
  readonly sinceId?: bigint | undefined
  readonly untilId?: bigint | undefined
  readonly excludeReplies?: boolean | undefined
  readonly excludeReposts?: boolean | undefined
}

/** The users, by their roles in the test. */
interface Cast {
  /** The user who writes most posts. */
  readonly author: bigint
  /**
   * A user who is mentioned, follows the author, the friends and the muted user, and mutes the muted user.
   */
  readonly reader: bigint
  readonly friends: readonly bigint[]
  readonly muted: bigint
  readonly stranger: bigint
}

export class ListedWorld {
  readonly author: bigint
  readonly reader: bigint
  /** All posts, oldest first, including versions that were superseded. */
  readonly posts: readonly NewPost[]
  /** The first version of a post with many quotes, reposts and likes. */
  readonly quoted: bigint
  /** A post with a few quotes. */
  readonly rarelyQuoted: bigint
  /** A user who writes few posts. */
  readonly friend: bigint
  /** Users who like the post `quoted`, oldest like first. */
  readonly likers: readonly bigint[]
  /** Posts that the reader likes, as ids of first versions, in the order of the likes, oldest like first. */
  readonly liked: readonly bigint[]
  readonly #cast: Cast
  readonly #mentions: readonly Mention[]
  readonly #newest = new Map<bigint, bigint>()

  private constructor(
    cast: Cast,
    posts: readonly NewPost[],
    mentions: readonly Mention[],
    likers: readonly bigint[],
  ) {
    this.#cast = cast
    this.author = cast.author
    this.reader = cast.reader
    this.posts = posts
    this.#mentions = mentions
    this.quoted = must(posts[0], 'a first post').id
    this.rarelyQuoted = must(posts[1], 'a second post').id
    this.friend = must(cast.friends[0], 'a friend')
    this.likers = likers
    this.liked = posts.flatMap(({ id, initialId, repostedId }, index) =>
      id === initialId && repostedId === null && index % 29 === 1 ? [id] : [],
    )
    for (const { id, initialId } of posts) this.#newest.set(initialId, id)
  }

  static async create(context: Context): Promise<ListedWorld> {
    const users = (await createUsers(context, 40)).map(({ id }) => id)
    const cast = await castOf(context, users)
    const likers = users.slice(6)
    const { posts, mentions } = written(cast, likers, context.clock.now() - POSTS * STEP_MS - DAY_MS)
    const world = new ListedWorld(cast, posts, mentions, likers)
    await world.#store(context)
    return world
  }

  /** Time of the last post, in milliseconds since the Unix epoch. */
  get end(): number {
    return snowflakeTime(must(this.posts.at(-1), 'a last post').id)
  }

  newestOf(initialId: bigint): bigint {
    return this.#newest.get(initialId) ?? initialId
  }

  isByMuted(id: bigint): boolean {
    return this.posts.some((post) => post.id === id && post.authorId === this.#cast.muted)
  }

  postsOfAuthor(part: ListedPart): readonly bigint[] {
    const all = this.posts.filter(({ authorId }) => authorId === this.author)
    return this.#listed(part, all.slice(part.excludeReplies === true ? -800 : -3_200))
  }

  mentions(part: ListedPart): readonly bigint[] {
    const mentioning = new Set(this.#mentions.map(({ postId }) => postId))
    const all = this.posts.filter(({ id }) => mentioning.has(id)).slice(-800)
    return this.#listed(
      part,
      all.filter(({ authorId }) => authorId !== this.#cast.muted && authorId !== this.reader),
    )
  }

  /** @param now milliseconds since the Unix epoch */
  home(part: ListedPart, now: number): readonly bigint[] {
    const { friends, author, reader } = this.#cast
    const followed = new Set([...friends, author])
    const all = this.posts.filter(({ authorId }) => followed.has(authorId) || authorId === reader)
    const deep = all.at(-800)?.id ?? 0n
    const recent = all.filter(({ id }) => id >= deep || snowflakeTime(id) >= now - 7 * DAY_MS)
    const belongs = ({ authorId, inReplyToUserId: to }: NewPost) =>
      to === null ||
      to === authorId ||
      to === reader ||
      authorId === reader ||
      followed.has(to) ||
      to === this.#cast.muted
    const isUnmuted = ({ repostedId }: NewPost) =>
      !this.posts.some(({ id, authorId }) => id === repostedId && authorId === this.#cast.muted)
    return this.#listed(part, recent.filter(belongs).filter(isUnmuted))
  }

  quotes(part: ListedPart): readonly bigint[] {
    const versions = new Set(this.posts.flatMap((post) => (post.initialId === this.quoted ? [post.id] : [])))
    const quotes = this.posts.filter(({ quotedId }) => quotedId !== null && versions.has(quotedId))
    return this.#listed({ ...part, excludeReposts: false }, quotes)
  }

  /** The reposts of the quoted post, newest first. */
  reposts(): readonly NewPost[] {
    return this.posts.filter(({ repostedId }) => repostedId === this.quoted).toReversed()
  }

  /** The posts, newest first, without superseded versions and without reposts of missing posts. */
  #listed({ sinceId, untilId, excludeReplies, excludeReposts }: ListedPart, posts: readonly NewPost[]) {
    const existing = new Set(this.posts.map(({ id }) => id))
    return posts
      .filter(({ id }) => (sinceId === undefined || id > sinceId) && (untilId === undefined || id < untilId))
      .filter(({ id, initialId }) => this.newestOf(initialId) === id)
      .filter(({ repostedId }) => repostedId === null || existing.has(repostedId))
      .filter(({ repostedId }) => excludeReposts !== true || repostedId === null)
      .filter(
        ({ authorId, inReplyToUserId: to }) => excludeReplies !== true || to === null || to === authorId,
      )
      .map(({ id }) => id)
      .toReversed()
  }

  async #store(context: Context): Promise<void> {
    const { posts } = this
    const states = [...this.#newest].flatMap(([initialId, latestId]) =>
      initialId === latestId
        ? []
        : [{ initialId, latestId, droppedAt: null, hiddenAt: null, withheldInCountries: [] }],
    )
    for (let from = 0; from < posts.length; from += BATCH) {
      await context.store.writeAlone((tx) => insertPosts(tx, posts.slice(from, from + BATCH)))
    }
    await context.store.writeAlone((tx) => insertMentions(tx, this.#mentions))
    await context.store.writeAlone((tx) => storeStates(tx, states))
    await importLikes(context, this.reader, this.liked, async () => undefined)
    // The other likes make the table large, because the planner would scan a small table.
    const others = posts.flatMap(({ id, repostedId }) =>
      repostedId === null && id !== this.quoted ? [id] : [],
    )
    for (const [index, liker] of this.likers.entries()) {
      const liked = others.slice(index * 100, index * 100 + LIKES_OF_EACH)
      await importLikes(context, liker, [...liked, this.quoted], async () => undefined)
    }
  }
}

async function castOf(context: Context, users: readonly bigint[]): Promise<Cast> {
  const [author = 0n, reader = 0n, one = 0n, two = 0n, muted = 0n, stranger = 0n] = users
  for (const followee of [author, one, two, muted]) await follow(context, { follower: reader, followee })
  await mute(context, { userId: reader, mutedId: muted })
  return { author, reader, friends: [one, two], muted, stranger }
}

/** A simple random generator with the same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** @param start milliseconds since the Unix epoch */
function written(cast: Cast, reposters: readonly bigint[], start: number) {
  const next = numbers(63)
  const posts: NewPost[] = []
  const mentions: Mention[] = []
  const others = [...cast.friends, cast.muted, cast.stranger, cast.reader]
  const waiting = [...reposters]
  for (let number = 0; number < POSTS; number += 1) {
    const id = firstSnowflakeAt(start + number * STEP_MS) + BigInt(1 + next(1_000))
    const authorId = next(5) > 0 ? cast.author : must(others[next(others.length)], 'another')
    const plain = postOf(id, authorId)
    const kind = number < 2 ? 99 : next(20)
    const earlier = posts[next(posts.length)]
    const to = must([...others, cast.author][next(others.length + 1)], 'somebody')
    if (kind < 3) posts.push({ ...plain, inReplyToPostId: 1n, inReplyToUserId: to })
    else if (kind < 5)
      posts.push({ ...plain, quotedId: must(posts[next(10) === 0 ? 1 : 0], 'the quoted').id })
    else if (kind === 5)
      posts.push({ ...plain, quotedId: latestOf(posts).id, inReplyToPostId: 1n, inReplyToUserId: to })
    else if (kind > 15 && earlier?.repostedId === null) posts.push({ ...plain, quotedId: earlier.id })
    else if (kind < 8 && earlier?.repostedId === null)
      // Some originals are missing. An author reposts an original only once.
      posts.push({ ...plain, repostedId: next(4) === 0 ? id - 1n : repostable(posts, earlier, authorId, id) })
    else if (kind === 8 && earlier?.repostedId === null && earlier.id === latestVersion(posts, earlier).id)
      posts.push({ ...plain, authorId: earlier.authorId, initialId: earlier.initialId })
    else if (kind === 9 && waiting.length > 0) {
      const reposter = must(waiting.pop(), 'a reposter')
      posts.push({ ...plain, authorId: reposter, repostedId: must(posts[0], 'the reposted').id })
    } else posts.push(plain)
    if (next(3) === 0) mentions.push({ userId: cast.reader, postId: id })
  }
  return { posts, mentions }
}

/** The newest version of the first post. */
function latestOf(posts: readonly NewPost[]): NewPost {
  return latestVersion(posts, must(posts[0], 'the first'))
}

function latestVersion(posts: readonly NewPost[], { initialId }: NewPost): NewPost {
  return must(
    posts.findLast((post) => post.initialId === initialId),
    'a version',
  )
}

/** The first version of a post that the author has not reposted, or the id of a missing post. */
function repostable(posts: readonly NewPost[], { initialId }: NewPost, authorId: bigint, id: bigint): bigint {
  const isTaken = posts.some((post) => post.authorId === authorId && post.repostedId === initialId)
  return isTaken || initialId === posts[0]?.id ? id - 1n : initialId
}

function postOf(id: bigint, authorId: bigint): NewPost {
  return {
    id,
    authorId,
    createdAt: snowflakeTime(id),
    initialId: id,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    conversationId: id,
    content: { text: `post ${id}` },
    geo: undefined,
    textKey: '',
  }
}
