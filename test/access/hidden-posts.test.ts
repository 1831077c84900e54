/**
 * Promise 9 for pages of API v2: a post that becomes hidden disappears from every call that has shown it, in whatever
 * way the call led to it. The calls are the same before and after, so that a call that never shows the post fails.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import type { Context } from '../../src/domain/context.ts'
import { block } from '../../src/domain/graph/block.ts'
import { follow, unfollow } from '../../src/domain/graph/follow.ts'
import { addListMembers } from '../../src/domain/lists/change-members.ts'
import { createList } from '../../src/domain/lists/create-list.ts'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { bookmark } from '../../src/domain/posts/write/bookmark.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { like } from '../../src/domain/posts/write/like.ts'
import { pinPost } from '../../src/domain/posts/write/pin-post.ts'
import { repost } from '../../src/domain/posts/write/repost.ts'
import { must } from '../../src/lib/assert.ts'
import { ask, type Credentials } from '../support/api-client.ts'
import { atTime } from '../support/at-time.ts'
import { consumed } from '../support/consumed.ts'
import { ENGINES } from '../support/engines.ts'
import { sample, slowOnPostgres } from '../support/part.ts'
import { createProjectApp } from '../support/rule-suite.ts'
import { startTestServer } from '../support/server.ts'
import { createUsers } from '../support/users.ts'

/** Ways in which a post becomes hidden. */
const KINDS = ['protected', 'suspended', 'deactivated', 'blocking', 'dropped', 'deleted'] as const
type Kind = (typeof KINDS)[number]

type Caller = 'app' | 'viewer' | 'follower'

/** Kinds that a caller still sees: a block is for one user, and a follower sees protected posts. */
const STILL_SEEN: Readonly<Record<Caller, readonly Kind[]>> = {
  app: ['blocking'],
  viewer: [],
  follower: ['protected', 'blocking'],
}

const EXPANSIONS = [
  'author_id',
  'referenced_tweets.id',
  'referenced_tweets.id.author_id',
  'pinned_tweet_id',
  'most_recent_tweet_id',
  'in_reply_to_user_id',
  'entities.mentions.username',
].join()

/** Metrics of others are private. */
const TWEET_FIELDS = 'text,referenced_tweets,note_tweet,non_public_metrics,organic_metrics,promoted_metrics'

interface Call {
  /** `{name}` stands for an id of the world, `{name kind}` for one of each kind. */
  readonly path: string
  /** Default: all. */
  readonly as?: readonly Caller[]
}

const USERS = ['viewer', 'follower'] as const

const CALLS: readonly Call[] = [
  { path: '/2/tweets?ids={own},{quoted},{quoting},{replying},{reposting}' },
  { path: '/2/tweets/{own kind}' },
  { path: '/2/tweets/{quoting kind}' },
  { path: '/2/users/{author}/tweets?max_results=100' },
  { path: '/2/users/{friend}/tweets?max_results=100' },
  { path: '/2/users/{friend}/liked_tweets?max_results=100' },
  { path: '/2/users/{viewer}/mentions?max_results=100' },
  { path: '/2/users/{self}/timelines/reverse_chronological?max_results=100', as: USERS },
  { path: '/2/users/{self}/bookmarks?max_results=100', as: USERS },
  { path: '/2/lists/{list}/tweets?max_results=100' },
  { path: '/2/lists/{list}/members?max_results=100' },
  { path: '/2/tweets/{shared}/quote_tweets?max_results=100' },
  { path: '/2/tweets/{shared}/liking_users' },
  { path: '/2/tweets/{shared}/retweeted_by' },
  { path: '/2/tweets/search/recent?query=zebra&max_results=100' },
  { path: '/2/tweets/search/recent?query=zebra&max_results=100&sort_order=relevancy' },
  { path: '/2/tweets/search/all?query=zebra&max_results=100', as: ['app'] },
  { path: '/2/users?ids={author}' },
  { path: '/2/users/{friend}/following?max_results=100' },
  { path: '/2/users/{friend}/followers?max_results=100' },
]

/** Words of posts that answers may have only as long as the post is shown. */
function secretOf(kind: Kind): string {
  return `secret of the ${kind} one`
}

class World {
  readonly context: Context
  readonly url: string
  readonly #ids = new Map<string, readonly bigint[]>()
  readonly #callers = new Map<
    Caller,
    { readonly credentials: Credentials; readonly id: bigint | undefined }
  >()

  constructor(context: Context, url: string) {
    this.context = context
    this.url = url
  }

  static async open(t: TestContext, engine: Engine): Promise<World> {
    const { context: now, url } = await startTestServer(t, { engine, settings: { limits: 'off' } })
    // Searches find posts that are a minute old.
    const context = atTime(now, now.clock.now() - 60_000)
    const world = new World(context, url)
    const app = await createProjectApp(context)
    const [viewer, follower, friend, ...authors] = (await createUsers(context, 3 + KINDS.length)) as [
      User,
      User,
      User,
      ...User[],
    ]
    const users = { viewer: viewer.id, follower: follower.id, friend: friend.id }
    world.#callers.set('app', { credentials: app.asApp, id: undefined })
    for (const caller of USERS)
      world.#callers.set(caller, { credentials: await app.asUser(users[caller]), id: users[caller] })
    const shared = await createPost(context, { authorId: friend.id, text: 'For all', isLimited: false })
    const list = await createList(context, {
      userId: friend.id,
      name: 'All',
      description: '',
      isPrivate: false,
    })
    for (const [name, id] of Object.entries({ ...users, shared: shared.id, list: list.id }))
      world.#ids.set(name, [id])
    for (const [index, kind] of KINDS.entries()) {
      const author = authors[index] as User
      for (const caller of [viewer.id, follower.id, friend.id])
        await follow(context, { follower: caller, followee: author.id })
      await follow(context, { follower: author.id, followee: friend.id })
      await world.#write(kind, author, { viewer, friend, shared: shared.id })
    }
    const memberIds = world.ids('author')
    await addListMembers(context, { userId: friend.id, listId: list.id, memberIds, skips: false })
    await consumed(context.store, 'search')
    return world
  }

  ids(name: string): readonly bigint[] {
    return this.#ids.get(name) ?? []
  }

  credentialsOf(caller: Caller): Credentials {
    return must(this.#callers.get(caller), caller).credentials
  }

  async #write(
    kind: Kind,
    author: User,
    { viewer, friend, shared }: { readonly viewer: User; readonly friend: User; readonly shared: bigint },
  ): Promise<void> {
    const { context } = this
    const post = async (authorId: bigint, text: string, more: object = {}) =>
      (await createPost(context, { authorId, text, isLimited: false, ...more })).id
    const secret = `zebra ${secretOf(kind)}`
    const own = await post(author.id, `${secret} @${viewer.screenName}`)
    const written = {
      author: author.id,
      quoted: await post(author.id, `${secret}, quoting`, { quoteId: shared }),
      own,
      quoting: await post(friend.id, `A quote of ${kind}`, { quoteId: own }),
      replying: await post(friend.id, `A reply to ${kind}`, { inReplyToId: own }),
      reposting: (await repost(context, { userId: friend.id, postId: own, isLimited: false })).id,
    }
    for (const [name, id] of Object.entries(written)) this.#ids.set(name, [...this.ids(name), id])
    await like(context, { userId: author.id, postId: shared })
    await repost(context, { userId: author.id, postId: shared, isLimited: false })
    await pinPost(context, { userId: author.id, postId: own })
    await like(context, { userId: friend.id, postId: own })
    for (const caller of USERS) await bookmark(context, { userId: this.ids(caller)[0] ?? 0n, postId: own })
  }

  /** Hides the posts of each kind. */
  async hide(): Promise<void> {
    const { context } = this
    const [viewerId = 0n] = this.ids('viewer')
    const at = (name: string, kind: Kind) => this.ids(name)[KINDS.indexOf(kind)] ?? 0n
    await changeUserState(context, { userId: at('author', 'protected'), action: 'protect' })
    await unfollow(context, { follower: viewerId, followee: at('author', 'protected') })
    await changeUserState(context, { userId: at('author', 'suspended'), action: 'suspend' })
    await changeUserState(context, { userId: at('author', 'deactivated'), action: 'deactivate' })
    await block(context, { userId: at('author', 'blocking'), blockedId: viewerId })
    for (const name of ['own', 'quoted']) {
      await changePostState(context, { postId: at(name, 'dropped'), action: 'drop' })
      await deletePost(context, { postId: at(name, 'deleted') })
    }
  }

  /** Kinds whose secrets the answers of a call contain. */
  async shownBy({ path }: Call, caller: Caller): Promise<readonly Kind[]> {
    const known = must(this.#callers.get(caller), caller)
    const targets =
      path.includes(' kind}') || path.includes('/{author}/') ? KINDS.map((_, index) => index) : [-1]
    const texts: string[] = []
    for (const index of targets) {
      const filled = path
        .replace('{self}', String(known.id))
        .replaceAll(/\{(\w+)(?: kind)?\}/g, (_, name: string) =>
          index < 0 ? this.ids(name).join() : String(this.ids(name)[index] ?? this.ids(name)[0]),
        )
      const fields = `expansions=${EXPANSIONS}&tweet.fields=${TWEET_FIELDS}&user.fields=description`
      const url = `${this.url}${filled}${filled.includes('?') ? '&' : '?'}${fields}`
      const { status, text } = await ask(url, known.credentials)
      assert.ok(status === 200, `${filled}: ${status} ${text}`)
      assert.doesNotMatch(text, /"(non_public|organic|promoted)_metrics":\{/, filled)
      texts.push(text)
    }
    return KINDS.filter((kind) => texts.some((text) => text.includes(secretOf(kind))))
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 9: a post that becomes hidden disappears from all calls of API v2, on ${engine}`, async (t) => {
    const world = await World.open(t, engine)
    const every = CALLS.flatMap((call) =>
      (call.as ?? (['app', 'viewer', 'follower'] as const)).map((caller) => ({ call, caller })),
    )
    const cases = sample(every, engine)
    for (const { call, caller } of cases) {
      assert.deepEqual(await world.shownBy(call, caller), KINDS, `before: ${call.path} as ${caller}`)
    }
    const count = async (path: string) => {
      const { text } = await ask(`${world.url}${path}`, world.credentialsOf('app'))
      return JSON.parse(text).meta
    }

    await world.hide()
    const wrong: string[] = []
    for (const { call, caller } of cases) {
      const shown = await world.shownBy(call, caller)
      const leaked = shown.filter((kind) => !STILL_SEEN[caller].includes(kind))
      if (leaked.length > 0) wrong.push(`${call.path} as ${caller} shows ${leaked.join()}`)
    }
    assert.deepEqual(wrong, [])

    await t.test('counts have what a search finds', async () => {
      for (const reach of ['recent', 'all']) {
        const found = await count(`/2/tweets/search/${reach}?query=zebra&max_results=100`)
        const counted = await count(`/2/tweets/counts/${reach}?query=zebra`)
        assert.equal(counted.total_tweet_count, found.result_count, reach)
      }
    })
  })
}
