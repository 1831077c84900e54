/** Creates users and posts of every kind of {@link KINDS}, and a server that shows them. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { setClientType } from '../../../src/domain/apps/oauth2/client.ts'
import type { Context } from '../../../src/domain/context.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { follow, unfollow } from '../../../src/domain/graph/follow.ts'
import { addListMembers } from '../../../src/domain/lists/change-members.ts'
import { createList } from '../../../src/domain/lists/create-list.ts'
import { followList } from '../../../src/domain/lists/follow-list.ts'
import { pairConversationId } from '../../../src/domain/messages/conversations/conversation-id.ts'
import { sendMessage } from '../../../src/domain/messages/send.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { bookmark } from '../../../src/domain/posts/write/bookmark.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../../src/domain/posts/write/delete-post.ts'
import { like } from '../../../src/domain/posts/write/like.ts'
import { pinPost } from '../../../src/domain/posts/write/pin-post.ts'
import { repost } from '../../../src/domain/posts/write/repost.ts'
import { must } from '../../../src/lib/assert.ts'
import { type Clock, systemClock } from '../../../src/lib/time/clock.ts'
import { append } from '../../../src/log/append.ts'
import { ask, bearer, type Credentials } from '../../support/api-client.ts'
import { atTime } from '../../support/at-time.ts'
import { consumed } from '../../support/consumed.ts'
import { userTokens } from '../../support/oauth/oauth2.ts'
import { EVERY_PATH, startTestServer } from '../../support/server.ts'
import { PostReader } from '../../support/streams/post-stream.ts'
import { reopened } from '../../support/streams/post-stream-suite.ts'
import { createProjectApp, postJson } from '../../support/streams/rule-suite.ts'
import { createUsers } from '../../support/users.ts'
import {
  type Call,
  type Caller,
  KINDS,
  type Kind,
  OAUTH2_CALLER,
  STREAMS,
  secretOf,
  showingMost,
  USERS,
} from './calls.ts'

interface Cast {
  readonly viewer: User
  readonly friend: User
  readonly shared: bigint
}

const PRIVATE_METRICS = /"(non_public|organic|promoted)_metrics":\{/

/** The system clock plus an offset. Tests can move it forward. */
class MovableClock implements Clock {
  #ahead = 0
  readonly after = systemClock.after
  readonly every = systemClock.every
  readonly now = () => systemClock.now() + this.#ahead
  readonly monotonic = () => systemClock.monotonic() + this.#ahead

  move(ms: number): void {
    this.#ahead += ms
  }
}

export class World {
  readonly #clock: MovableClock
  readonly #context: Context
  readonly #url: string
  readonly #ids = new Map<string, readonly bigint[]>()
  /** Screen names of authors, by kind. */
  readonly #names: string[] = []
  readonly #callers = new Map<
    Caller,
    { readonly credentials: Credentials; readonly id: bigint | undefined }
  >()
  #markers = 0

  private constructor(context: Context, clock: MovableClock, url: string) {
    this.#context = context
    this.#clock = clock
    this.#url = url
  }

  static async open(t: TestContext, engine: Engine): Promise<World> {
    const clock = new MovableClock()
    const { context: now, url } = await startTestServer(t, { engine, clock, settings: EVERY_PATH })
    // Searches find posts that are at least a minute old. The sampled streams send only posts that were
    // written in certain milliseconds of a second, such as this millisecond.
    const context = atTime(now, Math.floor(clock.now() / 1_000 - 61) * 1_000 + 660)
    const world = new World(context, clock, url)
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
    await setClientType(context, app.appId, 'public')
    const { accessToken } = await userTokens(context, { appId: app.appId, userId: follower.id })
    world.#callers.set(OAUTH2_CALLER, { credentials: bearer(accessToken), id: follower.id })
    for (const { rules } of STREAMS) {
      if (rules === undefined) continue
      const { status } = await postJson(`${url}${rules}`, app.asApp, { add: [{ value: 'zebra' }] })
      assert.equal(status, 201, rules)
    }
    const shared = await createPost(context, { authorId: friend.id, text: 'For all', isLimited: false })
    const list = await createList(context, {
      userId: friend.id,
      name: 'All',
      description: '',
      isPrivate: false,
    })
    for (const [name, id] of Object.entries({ ...users, shared: shared.id, list: list.id }))
      world.#ids.set(name, [id])
    for (const caller of USERS) await follow(context, { follower: users[caller], followee: friend.id })
    for (const [index, kind] of KINDS.entries()) {
      const author = authors[index] as User
      world.#names.push(author.screenName)
      await followList(context, { userId: author.id, listId: list.id })
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

  /** Resolves when the search index contains all changes so far. */
  indexed(): Promise<void> {
    return consumed(this.#context.store, 'search')
  }

  /** The time of the server, in milliseconds since the Unix epoch. */
  now(): number {
    return this.#clock.now()
  }

  /** Moves the time of the server. */
  pass(ms: number): void {
    this.#clock.move(ms)
  }

  ids(name: string): readonly bigint[] {
    return this.#ids.get(name) ?? []
  }

  credentialsOf(caller: Caller): Credentials {
    return must(this.#callers.get(caller), caller).credentials
  }

  /** The text of the response that the app gets. */
  async read(path: string): Promise<string> {
    return (await ask(`${this.#url}${path}`, this.credentialsOf('app'))).text
  }

  async #write(kind: Kind, author: User, { viewer, friend, shared }: Cast): Promise<void> {
    const context = this.#context
    const post = async (authorId: bigint, text: string, more: object = {}) =>
      (await createPost(context, { authorId, text, isLimited: false, ...more })).id
    const secret = `zebra #${secretOf(kind)}`
    await like(context, { userId: author.id, postId: shared })
    await repost(context, { userId: author.id, postId: shared, isLimited: false })
    const quoted = await post(author.id, `${secret}, quoting`, { quoteId: shared })
    // The newest post of the author is part of user objects.
    const own = await post(author.id, `${secret} @${viewer.screenName}`)
    const written = {
      author: author.id,
      quoted,
      own,
      quoting: await post(friend.id, `A quote of ${kind}`, { quoteId: own }),
      replying: await post(friend.id, `A reply to ${kind}`, { inReplyToId: own }),
      reposting: (await repost(context, { userId: friend.id, postId: own, isLimited: false })).id,
    }
    for (const [name, id] of Object.entries(written)) this.#ids.set(name, [...this.ids(name), id])
    await pinPost(context, { userId: author.id, postId: own })
    await like(context, { userId: friend.id, postId: own })
    const text = `see https://twitter.com/${author.screenName}/status/${own}`
    for (const caller of USERS) {
      const [id = 0n] = this.ids(caller)
      await bookmark(context, { userId: id, postId: own })
      const message = { senderId: friend.id, recipientId: id, appId: null, draft: { text } }
      const { id: messageId } = await sendMessage(context, message)
      this.#ids.set(`message ${id}`, [...this.ids(`message ${id}`), messageId])
    }
  }

  /** Changes the posts of each kind. */
  async change(): Promise<void> {
    const context = this.#context
    const [viewerId = 0n] = this.ids('viewer')
    const at = (name: string, kind: Kind) => this.ids(name)[KINDS.indexOf(kind)] ?? 0n
    const change = (kind: Kind, action: 'protect' | 'suspend' | 'deactivate') =>
      changeUserState(context, { userId: at('author', kind), action })
    await change('protected', 'protect')
    await unfollow(context, { follower: viewerId, followee: at('author', 'protected') })
    await change('suspended', 'suspend')
    await change('deactivated', 'deactivate')
    await block(context, { userId: at('author', 'blocking'), blockedId: viewerId })
    for (const name of ['own', 'quoted']) {
      await changePostState(context, { postId: at(name, 'dropped'), action: 'drop' })
      await deletePost(context, { postId: at(name, 'deleted') })
      for (const [kind, country] of [
        ['withheld', 'DE'],
        ['withheld-everywhere', 'XX'],
        ['withheld-by-copyright', 'XY'],
      ] as const)
        await changePostState(context, { postId: at(name, kind), action: 'withhold', countries: [country] })
    }
    for (const [kind, country] of [
      ['withheld-author', 'DE'],
      ['withheld-author-everywhere', 'XX'],
    ] as const) {
      const userId = at('author', kind)
      await changeUserState(context, { userId, action: 'withhold', countries: [country] })
    }
  }

  /** Kinds of posts whose secret words occur in the responses of a call. */
  async shownBy({ path }: Call, caller: Caller): Promise<readonly Kind[]> {
    const { credentials, id } = must(this.#callers.get(caller), caller)
    const targets = path.includes(' kind}') ? KINDS.map((_, index) => index) : [-1]
    const texts: string[] = []
    for (const index of targets) {
      const filled = path
        .replace('{self}', String(id))
        .replace('{conversation}', pairConversationId(id ?? 0n, this.ids('friend')[0] ?? 0n))
        .replaceAll(/\{(\w+)(?: kind)?\}/g, (whole, name: string) => {
          const all = name === 'name' ? this.#names : this.ids(name === 'message' ? `message ${id}` : name)
          return String(whole.includes(' kind') ? all[index] : all.join())
        })
      const { status, text } = await ask(`${this.#url}${showingMost(filled)}`, credentials)
      const isRefusal = path.startsWith('/1.1/') && [401, 403, 404].includes(status)
      assert.ok(status === 200 || isRefusal, `${filled}: ${status} ${text}`)
      assert.doesNotMatch(text, PRIVATE_METRICS, filled)
      texts.push(text)
    }
    return kindsIn(texts)
  }

  /** Kinds of posts that a stream sends when it begins with the last five minutes. */
  async streamed(path: string): Promise<readonly Kind[]> {
    const reader = await this.#open(`${path}?backfill_minutes=5`, 'app')
    return this.#kindsUntilNow(reader)
  }

  /**
   * Kinds of posts that an open stream sends when the server streams every post again, as it does after a
   * failure of the streams.
   */
  async streamedAgain(path: string, caller: Caller): Promise<readonly Kind[]> {
    const [friend = 0n] = this.ids('friend')
    const reader = await this.#open(showingMost(path.replace('{friend}', String(friend))), caller)
    const { store, clock } = this.#context
    await store.write(async (tx) => {
      for (const name of ['own', 'quoted', 'quoting', 'replying', 'reposting']) {
        const authors = name === 'own' || name === 'quoted' ? this.ids('author') : []
        for (const [index, post_id] of this.ids(name).entries()) {
          const user_id = authors[index] ?? friend
          append(tx, clock.now(), { kind: 'post.restreamed', user_id, post_id, of_position: '0' })
        }
      }
    })
    return this.#kindsUntilNow(reader)
  }

  #open(path: string, caller: Caller): Promise<PostReader> {
    return reopened(async () => {
      const reader = await PostReader.open(`${this.#url}${path}`, this.credentialsOf(caller))
      // The status is 429 until the server notices that the last connection has ended.
      assert.ok([200, 429].includes(reader.status), `${path}: ${reader.status}`)
      return reader
    })
  }

  /** Kinds of posts that a stream sends before a new post. The test stops reading at the new post. */
  async #kindsUntilNow(reader: PostReader): Promise<readonly Kind[]> {
    this.#markers += 1
    const text = `zebra, the end ${this.#markers}`
    const [authorId = 0n] = this.ids('friend')
    await createPost(this.#context, { authorId, text, isLimited: false })
    await reader.until(() => reader.texts.some((line) => line.includes(text)))
    reader.close()
    for (const line of reader.texts) assert.doesNotMatch(line, PRIVATE_METRICS)
    return kindsIn(reader.texts)
  }
}

/** Kinds of posts whose secret words occur in the texts. */
export function kindsIn(texts: readonly string[]): readonly Kind[] {
  return KINDS.filter((kind) => texts.some((text) => text.includes(secretOf(kind))))
}
