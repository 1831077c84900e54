/** Creates the posts of a week, some of them hidden. Finds the matches of a rule by checking every post. */
import assert from 'node:assert/strict'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import type { Context } from '../../../src/domain/context.ts'
import { filterPostOf } from '../../../src/domain/posts/read/filter-post.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../../src/domain/posts/write/delete-post.ts'
import { editPost } from '../../../src/domain/posts/write/edit-post.ts'
import { repost } from '../../../src/domain/posts/write/repost.ts'
import { V2_STREAM } from '../../../src/filter/dialect.ts'
import { matches } from '../../../src/filter/reference.ts'
import { readRule } from '../../../src/filter/rule.ts'
import { must } from '../../../src/lib/assert.ts'
import { snowflakeTime } from '../../../src/lib/ids/snowflake.ts'
import type { Server } from '../../../src/server.ts'
import { CurrentLog } from '../../../src/views/current-log.ts'
import { loadViews } from '../../../src/views/load-post-views.ts'
import { PostCache } from '../../../src/views/post-cache.ts'
import { UserCache } from '../../../src/views/user-cache.ts'
import { atTime } from '../at-time.ts'
import * as fc from '../properties.ts'
import { createUsers } from '../users.ts'
import { WORD_TEXT } from '../word-texts.ts'

export const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SCATTERED = 200
const RUSH = 60

export class WeekOfPosts {
  readonly #server: Server
  readonly #users: readonly User[]
  /** The posts of the week that a stream would deliver now, in no fixed order. */
  readonly #shown = new Set<bigint>()
  readonly #log: CurrentLog

  private constructor(server: Server, users: readonly User[]) {
    this.#server = server
    this.#users = users
    this.#log = new CurrentLog(server.runtime.store, server.tail)
  }

  static async write(server: Server): Promise<WeekOfPosts> {
    const users = await createUsers(server.runtime.context, 5)
    const week = new WeekOfPosts(server, users)
    const now = server.runtime.context.clock.now()
    await week.#scatter(now)
    await week.#rush(now - 2 * DAY_MS)
    await week.#refer(now)
    await week.#hide(now)
    return week
  }

  get #context(): Context {
    return this.#server.runtime.context
  }

  /** The authors who are visible. All other authors are hidden. */
  get #seen(): readonly User[] {
    return this.#users.slice(0, 3)
  }

  /** Rules about these posts. Some rules are invalid. */
  get rules(): fc.Arbitrary<string> {
    const name = fc.constantFrom(...this.#users.map(({ screenName }) => screenName))
    const atom = fc.oneof(
      fc.constantFrom(
        'cat',
        'dog',
        'café',
        '猫',
        '🐈',
        '#cats',
        '"cat dog"',
        'url:example',
        'rush',
        'hidden',
      ),
      fc.tuple(fc.constantFrom('from:', 'to:', '@', 'retweets_of:'), name).map(([sign, who]) => sign + who),
      fc.constantFrom('is:retweet', 'is:quote', 'is:reply', 'has:links', 'has:hashtags', 'sample:50'),
    )
    const signed = fc.tuple(fc.constantFrom('', '', '-'), atom).map(([sign, value]) => sign + value)
    const group = fc.array(signed, { minLength: 1, maxLength: 3 }).map((items) => items.join(' '))
    return fc.array(group, { minLength: 1, maxLength: 2 }).map((groups) => groups.join(' OR '))
  }

  /**
   * The posts that match a rule according to the reference implementation, newest first. Undefined for an
   * invalid rule.
   */
  async matchedBy(rule: string): Promise<readonly bigint[] | undefined> {
    const reading = readRule(rule, V2_STREAM)
    if (!('expression' in reading)) return undefined
    await this.#log.catchUp()
    const { store } = this.#server.runtime
    const caches = { users: new UserCache(this.#log, store), posts: new PostCache(this.#log, store) }
    const views = await loadViews({ store, ...caches }, [...this.#shown], { repliedTo: false, named: false })
    assert.equal(views.size, this.#shown.size)
    return [...this.#shown]
      .filter((id) => matches(reading.expression, filterPostOf(must(views.get(id), 'a view'))))
      .sort((a, b) => (a > b ? -1 : 1))
  }

  /** A new, public post. */
  async post(text: string): Promise<bigint> {
    return this.#post(this.#context, 0, text)
  }

  async #post(context: Context, author: number, text: string, more: object = {}): Promise<bigint> {
    const { id: authorId } = must(this.#users[author], 'an author')
    const { id } = await createPost(context, { authorId, text, isLimited: false, ...more })
    this.#shown.add(id)
    return id
  }

  async #scatter(now: number): Promise<void> {
    const texts = fc.sample(WORD_TEXT, { numRuns: SCATTERED, seed: 7 })
    await Promise.all(
      texts.map((text, index) => {
        const at = atTime(this.#context, now - 6.9 * DAY_MS + Math.floor((index * 6.8 * DAY_MS) / SCATTERED))
        return this.#post(at, index % this.#seen.length, `${text} n${index}`)
      }),
    )
    const before = await this.#post(atTime(this.#context, now - 8 * DAY_MS), 0, 'a cat of another week')
    this.#shown.delete(before)
  }

  /** Writes more posts in one second than a stream may deliver. */
  async #rush(at: number): Promise<void> {
    const second = Math.floor(at / 1_000) * 1_000
    await Promise.all(
      Array.from({ length: RUSH }, (_, index) =>
        this.#post(atTime(this.#context, second + index * 10), 1, `cat rush ${index}`),
      ),
    )
  }

  async #refer(now: number): Promise<void> {
    const [first = 0n, second = 0n, third = 0n] = [...this.#shown]
    const [a, b] = this.#seen
    const context = atTime(this.#context, now - 50 * 60_000)
    await this.#post(context, 1, `@${a?.screenName} a dog, no cat`, { inReplyToId: first })
    await this.#post(context, 2, 'look at this', { quoteId: second })
    this.#shown.add((await repost(context, { userId: must(b, 'a user').id, postId: third })).id)
    // Streams deliver only the first version of a post, but a repost shows the last version.
    const edited = await this.#post(context, 0, 'a cat at first')
    this.#shown.add((await repost(context, { userId: must(b, 'a user').id, postId: edited })).id)
    await editPost(atTime(this.#context, now - 45 * 60_000), { postId: edited, text: 'a dog in the end' })
  }

  async #hide(now: number): Promise<void> {
    const context = atTime(this.#context, now - 40 * 60_000)
    const [fan] = this.#seen
    const userId = must(fan, 'a user').id
    const hidden = await Promise.all(
      [0, 0, 3, 4].map((author, index) => this.#post(context, author, `a hidden cat ${index}`)),
    )
    const reposts = await Promise.all(hidden.map((postId) => repost(context, { userId, postId })))
    const [deleted = 0n, dropped = 0n] = hidden
    await deletePost(this.#context, { postId: deleted })
    await changePostState(this.#context, { postId: dropped, action: 'drop' })
    await changeUserState(this.#context, { userId: must(this.#users[3], 'a user').id, action: 'protect' })
    await changeUserState(this.#context, { userId: must(this.#users[4], 'a user').id, action: 'suspend' })
    for (const id of [...hidden, ...reposts.map((each) => each.id)]) this.#shown.delete(id)
  }
}

/** Counts the posts of each hour one by one. @param start start of the first hour */
export function hoursOf(ids: readonly bigint[], start: string) {
  const inSeconds = bySecond(ids)
  return Array.from({ length: 168 }, (_, index) => {
    const at = Date.parse(start) + index * HOUR_MS
    const isIn = (ms: number) => ms >= at && ms < at + HOUR_MS
    const seconds = [...inSeconds].filter(([second]) => isIn(second * 1_000))
    return {
      start: new Date(at).toISOString(),
      matched: ids.filter((id) => isIn(snowflakeTime(id))).length,
      dropped: seconds.reduce((sum, [, count]) => sum + Math.max(0, count - 50), 0),
    }
  })
}

/** Number of posts per second. */
export function bySecond(ids: readonly bigint[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) {
    const second = Math.floor(snowflakeTime(id) / 1_000)
    counts.set(second, (counts.get(second) ?? 0) + 1)
  }
  return counts
}
