/** Compares recent search, on both engines, with the reference implementation, which evaluates all posts. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atTime } from '../../test/support/at-time.ts'
import { consumed } from '../../test/support/consumed.ts'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slow, slowOnPostgres } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { raw } from '../../test/support/tables.ts'
import { createUsers } from '../../test/support/users.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { WORD_TEXT } from '../../test/support/word-texts.ts'
import { countMatches } from '../api/_search/count-matches.ts'
import { searchPosts } from '../api/_search/find-posts.ts'
import type { Engine } from '../db/query.ts'
import type { Store, WriteCommand } from '../db/store.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { updateProfile } from '../domain/accounts/update-profile.ts'
import type { User } from '../domain/accounts/user.ts'
import type { Context } from '../domain/context.ts'
import { filterPostOf } from '../domain/posts/read/filter-post.ts'
import { type PostView, worded } from '../domain/posts/read/post-view.ts'
import { changePostState } from '../domain/posts/state/change-post-state.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { deletePost } from '../domain/posts/write/delete-post.ts'
import { editPost } from '../domain/posts/write/edit-post.ts'
import { repost } from '../domain/posts/write/repost.ts'
import { type WritingContext, WrittenPosts } from '../domain/posts/write/written-posts.ts'
import { clearIndex, indexReach, missingInIndex } from '../domain/search/index-posts.ts'
import { stalePosts } from '../domain/search/stale-posts.ts'
import { WordCodec } from '../domain/search/word-codec.ts'
import { isWithheldEverywhere } from '../domain/withheld.ts'
import type { Expression } from '../filter/ast.ts'
import { LABS_SEARCH } from '../filter/dialect.ts'
import { matches } from '../filter/reference.ts'
import { readRule } from '../filter/rule.ts'
import { v11Date } from '../formats/v1.1/date.ts'
import { importPostsFile } from '../importers/posts/posts.ts'
import { must } from '../lib/assert.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { firstSnowflakeAt, snowflakeTime } from '../lib/ids/snowflake.ts'
import { createLogger } from '../lib/log.ts'
import { Tail } from '../log/tail.ts'
import { CurrentLog } from '../views/current-log.ts'
import { loadViews } from '../views/load-post-views.ts'
import { PostCache } from '../views/post-cache.ts'
import { UserCache } from '../views/user-cache.ts'
import { SearchIndexer } from './indexer.ts'

class Stage {
  readonly context: WritingContext
  readonly log: CurrentLog
  readonly services: Parameters<typeof searchPosts>[0]
  readonly indexer: SearchIndexer
  readonly ids: bigint[] = []

  constructor(plain: Context, tail: Tail) {
    const { store, clock } = plain
    const written = new WrittenPosts()
    this.context = { ...plain, written }
    this.log = new CurrentLog(store, tail)
    const codec = new WordCodec(plain.vault)
    this.services = {
      store,
      replica: store,
      codec,
      users: new UserCache(this.log, store),
      posts: new PostCache(this.log, store),
    }
    const logger = createLogger('silent')
    this.indexer = new SearchIndexer({ store, tail, clock, logger, codec, written })
  }

  async post(author: User, text: string, more: object = {}): Promise<bigint> {
    const { id } = await createPost(this.context, { authorId: author.id, text, ...more })
    this.ids.push(id)
    return id
  }

  /** The ids of all pages that a search returns. */
  async find(expression: Expression, count = 100): Promise<readonly bigint[]> {
    await this.log.catchUp()
    const found: bigint[] = []
    for (let to: bigint | undefined = LARGEST_ID; to !== undefined; ) {
      const page = await searchPosts(this.services, { expression, from: 0n, to, count })
      assert.ok(page.ids.length <= count)
      found.push(...page.ids)
      to = page.next
    }
    return found
  }

  /** The number of matching posts, by bucket. */
  async count(expression: Expression): Promise<ReadonlyMap<number, number>> {
    await this.log.catchUp()
    const budget = { maxIndexed: Number.POSITIVE_INFINITY, maxJudged: Number.POSITIVE_INFINITY }
    const counting = { expression, from: 0n, to: LARGEST_ID, bucketMs: BUCKET_MS, budget }
    return (await countMatches(this.services, counting)).buckets
  }

  /** Computes the expected result by evaluating every post. */
  async reference(expression: Expression): Promise<readonly bigint[]> {
    await this.log.catchUp()
    const views = await loadViews(this.services, this.ids, { repliedTo: false, named: false })
    return this.ids
      .filter((id) => {
        const view = views.get(id)
        // Searches find an edited post only as its newest version.
        if (view?.post.latestId !== id || isWithheld(view)) return false
        return matches(expression, filterPostOf(view))
      })
      .sort((a, b) => (a < b ? 1 : -1))
  }
}

/** True for a post that is withheld in all countries, or that quotes or reposts such a post (decision 0165). */
function isWithheld(view: PostView): boolean {
  const { post, author } = worded(view)
  return [view.post, view.author, post, author].some(isWithheldEverywhere)
}

const BUCKET_MS = 10

function bucketsOf(ids: readonly bigint[]): ReadonlyMap<number, number> {
  const buckets = new Map<number, number>()
  for (const id of ids) {
    const bucket = Math.floor(snowflakeTime(id) / BUCKET_MS)
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
  }
  return buckets
}

async function open(t: TestContext, engine: Engine): Promise<Stage> {
  const { context, store } = await testRuntime(t, await freshConfig(t, engine))
  const tail = await Tail.open(store, context.clock)
  t.after(() => tail.close())
  const stage = new Stage(context, tail)
  stage.indexer.start()
  t.after(() => stage.indexer.close())
  return stage
}

/** Wraps the store, and calls `after` after each transaction that writes derived data, such as the index. */
function watched(store: Store, after: () => Promise<void>): Store {
  const writeAside = async <T>(command: WriteCommand<T>): Promise<T> => {
    const result = await store.writeAside(command)
    await after()
    return result
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'writeAside') return writeAside
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function ruleOf(text: string): Expression {
  const reading = readRule(text, LABS_SEARCH)
  assert.ok('expression' in reading, text)
  return reading.expression
}

function atoms(users: readonly User[]): fc.Arbitrary<string> {
  const name = fc.constantFrom(...users.map(({ screenName }) => screenName), 'renamed')
  return fc.oneof(
    fc.constantFrom(
      'cat',
      'dog',
      'café',
      'cafe',
      '猫',
      '好き',
      '🐈',
      'mail',
      '#cats',
      '#猫',
      '"cat dog"',
      'url:example',
    ),
    name.map((value) => `from:${value}`),
    name.map((value) => `to:${value}`),
    name.map((value) => `@${value}`),
    name.map((value) => `retweets_of:${value}`),
    fc.constantFrom(...users.map(({ id }) => `from:${id}`)),
    fc.constantFrom(
      'is:retweet',
      'is:quote',
      'has:links',
      'has:hashtags',
      'has:mentions',
      'has:media',
      'is:verified',
    ),
  )
}

function queries(users: readonly User[]): fc.Arbitrary<string> {
  const atom = atoms(users)
  const signed = fc.tuple(fc.constantFrom('', '', '-'), atom).map(([sign, value]) => sign + value)
  const group = fc.array(signed, { minLength: 1, maxLength: 3 }).map((items) => items.join(' '))
  return fc.array(group, { minLength: 1, maxLength: 3 }).map((groups) => groups.join(' OR '))
}

async function write(stage: Stage, users: readonly User[]): Promise<void> {
  const [a, b, c] = users as [User, User, User]
  const texts = fc.sample(WORD_TEXT, { numRuns: 60, seed: 11 })
  for (const [index, each] of texts.entries()) {
    const author = users[index % users.length] as User
    await stage.post(author, `${each} n${index}`)
  }
  const first = stage.ids[0] as bigint
  await stage.post(b, `@${a.screenName} a dog, no cat`, { inReplyToId: first })
  await stage.post(c, 'look at this', { quoteId: first })
  for (const [user, id] of [
    [a, stage.ids[1]],
    [b, stage.ids[3]],
  ] as const) {
    stage.ids.push((await repost(stage.context, { userId: user.id, postId: id as bigint })).id)
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/recent-search.md#query: search returns the same posts as the reference implementation, newest first, on ${engine}`, async (t) => {
    const stage = await open(t, engine)
    const { context } = stage
    const users = await createUsers(context, 3)
    const [a, b, c] = users as [User, User, User]
    await write(stage, users)
    await consumed(context.store, 'search')
    const compare = async (runs: number): Promise<number> => {
      let found = 0
      await fc.assert(
        fc.asyncProperty(queries(users), fc.integer({ min: 1, max: 30 }), async (query, count) => {
          const reading = readRule(query, LABS_SEARCH)
          if (!('expression' in reading)) return
          const wanted = await stage.reference(reading.expression)
          assert.deepEqual(await stage.find(reading.expression, count), wanted, query)
          assert.deepEqual(await stage.count(reading.expression), bucketsOf(wanted), `counts of ${query}`)
          found += wanted.length
        }),
        { numRuns: runs },
      )
      return found
    }
    // Many random queries match no post, so the comparison continues until enough posts were found.
    let found = await compare(150)
    for (let more = 0; more < 5 && found <= 100; more += 1) found += await compare(150)
    assert.ok(found > 100)

    await t.test(
      'results stay equal to the reference after deletions, edits, reposts of edited posts, and changes of names',
      async () => {
        const [gone, edited] = [stage.ids[5], stage.ids[3]] as [bigint, bigint]
        await deletePost(context, { postId: gone })
        const version = await editPost(context, { postId: edited, text: 'a dog after all #cats' })
        stage.ids.push(version.id)
        await consumed(context.store, 'search')
        // The cache has this version as the newest version; the next edit makes a newer version.
        assert.ok((await stage.find(ruleOf('#cats'))).includes(version.id))
        stage.ids.push((await editPost(context, { postId: edited, text: 'and a #cats again' })).id)
        await updateProfile(context, { userId: b.id, name: 'Other' })
        await changeUserState(context, { userId: c.id, action: 'protect' })
        await consumed(context.store, 'search')
        await compare(60)
        await changeUserState(context, { userId: c.id, action: 'unprotect' })
        await compare(40)
        await changeUserState(context, { userId: a.id, action: 'suspend' })
        assert.deepEqual(await stage.find(ruleOf(`from:${a.screenName}`)), [])
        await compare(60)
        // Searches find a quote of a hidden post only by the words of the quote itself.
        for (const rule of ['look -cat', 'look -n0', 'look n0', 'from:%c -n0'.replace('%c', c.screenName)]) {
          const expression = ruleOf(rule)
          assert.deepEqual(await stage.count(expression), bucketsOf(await stage.reference(expression)), rule)
        }
        await changeUserState(context, { userId: a.id, action: 'unsuspend' })
      },
    )

    await t.test(
      'results exclude posts that are withheld in all countries, and posts of authors who are withheld in all countries',
      async () => {
        const [quoted, reposted] = [stage.ids[0], stage.ids[1]] as [bigint, bigint]
        const withhold = (postId: bigint, country: string) =>
          changePostState(context, { postId, action: 'withhold', countries: [country] })
        await withhold(quoted, 'XX')
        await withhold(reposted, 'XY')
        await compare(60)
        for (const rule of ['look -cat', 'look -n0', 'look n0', `from:${c.screenName} -n0`]) {
          const expression = ruleOf(rule)
          assert.deepEqual(await stage.count(expression), bucketsOf(await stage.reference(expression)), rule)
        }
        await changeUserState(context, { userId: a.id, action: 'withhold', countries: ['XX'] })
        assert.deepEqual(await stage.find(ruleOf(`from:${a.screenName}`)), [])
        await compare(60)
        await changeUserState(context, { userId: a.id, action: 'unwithhold' })
        for (const postId of [quoted, reposted])
          await changePostState(context, { postId, action: 'unwithhold' })
        await compare(20)
      },
    )

    await t.test('searches find no dropped posts and no posts of deactivated users', async () => {
      const rule = ruleOf('cat OR dog')
      const before = await stage.find(rule)
      const postId = must(before[0], 'a post')
      await changePostState(context, { postId, action: 'drop' })
      const without = await stage.find(rule)
      assert.ok(without.length < before.length && !without.includes(postId))
      assert.deepEqual(without, await stage.reference(rule))
      await changePostState(context, { postId, action: 'undrop' })
      assert.deepEqual(await stage.find(rule), before)
      const own = await stage.find(ruleOf(`from:${a.screenName}`))
      assert.ok(own.length > 0)
      await changeUserState(context, { userId: a.id, action: 'deactivate' })
      assert.deepEqual(await stage.find(ruleOf(`from:${a.screenName}`)), [])
      assert.deepEqual(await stage.find(rule), await stage.reference(rule))
      await changeUserState(context, { userId: a.id, action: 'reactivate' })
      assert.deepEqual(await stage.find(rule), before)
    })

    await t.test('a missing index is rebuilt', async () => {
      const before = await stage.find(ruleOf('cat OR dog'))
      assert.ok(before.length > 10)
      await stage.indexer.close()
      await context.store.write((tx) => clearIndex(tx, stage.services.codec))
      assert.deepEqual(await stage.find(ruleOf('cat OR dog')), [])
      const tail = await Tail.open(context.store, context.clock)
      t.after(() => tail.close())
      const { store, clock } = context
      const { codec } = stage.services
      const again = new SearchIndexer({ store, tail, clock, logger: createLogger('silent'), codec })
      t.after(() => again.close())
      again.start()
      await stage.post(b, 'cat of the end')
      for (let tries = 0; (await stage.find(ruleOf('cat OR dog'))).length <= before.length; tries += 1) {
        assert.ok(tries < 2_000, 'the index is made')
        await new Promise(setImmediate)
      }
      assert.deepEqual(await stage.find(ruleOf('cat OR dog')), await stage.reference(ruleOf('cat OR dog')))
    })
  })

  test(`the backfill continues at the post where a stopped server ended, and a post deleted in between is not found, on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const { clock } = context
    const tail = await Tail.open(store, clock)
    t.after(() => tail.close())
    const { services, log } = new Stage(context, tail)
    const { codec } = services
    const author = must((await createUsers(context, 1))[0], 'an author')
    const posts: bigint[] = []
    for (let nth = 0; nth < 350; nth += 1) {
      const then = atTime(context, clock.now() - (1_000 - nth) * 86_400_000)
      posts.push((await createPost(then, { authorId: author.id, text: `cat ${nth}`, isLimited: false })).id)
    }
    const options = { tail, clock, logger: createLogger('silent'), codec }
    const found = async () => {
      await log.catchUp()
      const search = { expression: ruleOf('cat'), from: 0n, to: LARGEST_ID, count: 500 }
      return (await searchPosts(services, search)).ids
    }
    let reach: bigint | undefined
    const stopped = new SearchIndexer({
      ...options,
      store: watched(store, async () => {
        reach = await indexReach(store, codec)
        if (reach !== undefined && reach < LARGEST_ID) void stopped.close()
      }),
    })
    stopped.start()
    while (reach === undefined || reach === LARGEST_ID) await new Promise(setImmediate)
    await stopped.close()
    const first = must(await indexReach(store, codec), 'a reach')
    assert.ok(first > must(posts[0], 'a post') && first < LARGEST_ID, 'it was stopped in the middle')
    assert.deepEqual(await found(), posts.filter((id) => id >= first).reverse(), 'the newest posts first')

    const gone = must(posts[3], 'a post')
    await deletePost(context, { postId: gone })
    const again = new SearchIndexer({ store, ...options })
    t.after(() => again.close())
    again.start()
    await consumed(store, 'search')
    assert.equal(await indexReach(store, codec), 0n)
    assert.deepEqual(await found(), posts.filter((id) => id !== gone).reverse())
    const names = await missingInIndex(store, posts)
    assert.equal(names.size, 0)
  })

  test(`posts that are imported before their references are indexed again when the references arrive, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const { context, store } = await testRuntime(t, config)
    const tail = await Tail.open(store, context.clock)
    t.after(() => tail.close())
    const stage = new Stage(context, tail)
    stage.indexer.start()
    t.after(() => stage.indexer.close())
    const oldest = firstSnowflakeAt(context.clock.now() - 3_600_000)
    const file = join(config.data, 'posts.jsonl')
    const object = (nth: number, text: string, more: object = {}) => ({
      id_str: String(oldest + BigInt(nth)),
      created_at: v11Date(context.clock.now() - 3_600_000),
      text,
      user: { id_str: String(10 + nth), screen_name: `user${nth}`, name: 'User' },
      ...more,
    })
    const imported = async (...objects: object[]) => {
      await writeFile(file, objects.map((each) => `${JSON.stringify(each)}\n`).join(''))
      await importPostsFile(context, file, { data: config.data })
      await consumed(store, 'search')
    }
    const found = async (rule: string) =>
      (await stage.find(ruleOf(rule))).map((id) => Number(id - oldest)).sort((a, b) => a - b)
    const quote = object(20, 'look', { quoted_status_id_str: String(oldest + 1n), is_quote_status: true })
    const repostOfQuote = object(30, 'RT', { retweeted_status: quote })
    const reply = (nth: number, to: number) =>
      object(nth, 'yes', {
        in_reply_to_status_id_str: String(oldest + BigInt(to)),
        in_reply_to_user_id_str: '10',
        in_reply_to_screen_name: `user${to}`,
      })
    const short = object(3, 'it begins…', { truncated: true })
    await imported(
      quote,
      repostOfQuote,
      reply(22, 2),
      reply(23, 22),
      object(31, 'RT', { retweeted_status: short }),
    )
    assert.deepEqual(await found('look'), [20, 30])
    assert.deepEqual(await found('begins'), [3, 31])

    await imported(object(1, 'zebra'))
    assert.deepEqual(await found('zebra look'), [20, 30])
    await imported(reply(2, 1))
    const { span } = ruleOf('cat')
    const conversation: Expression = { kind: 'conversation_id', id: String(oldest + 1n), span }
    const inConversation = (await stage.find(conversation)).map((id) => Number(id - oldest))
    assert.deepEqual(inConversation, [23, 22, 2, 1])
    await imported(object(3, 'it begins and ends'))
    assert.deepEqual(await found('begins ends'), [3, 31])
    assert.deepEqual(await stalePosts(store, 1), [])

    const ranges = async () => {
      const rows = await store.rows(
        raw<{ facts: string }>("select facts from events where kind = 'import.applied' order by position"),
        {},
      )
      return rows.map(({ facts }) => JSON.parse(facts)).filter(({ of }) => of === 'posts')
    }
    await imported(...Array.from({ length: 30 }, (_, nth) => object(100 + nth, 'between')))
    assert.equal(BigInt((await ranges()).at(-1)?.first_id), oldest + 100n)
    await imported(object(99, 'spread'), object(131, 'spread'))
    assert.equal((await ranges()).at(-1)?.first_id, undefined, 'a batch spread over others names no range')
    assert.deepEqual(await found('spread'), [99, 131])
    assert.deepEqual(await stalePosts(store, 1), [])
  })

  test(`if a server stops during an import, the remaining posts are indexed after a restart, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const { context, store } = await testRuntime(t, config)
    const tail = await Tail.open(store, context.clock)
    t.after(() => tail.close())
    const { services, log } = new Stage(context, tail)
    const options = {
      tail,
      clock: context.clock,
      logger: createLogger('silent'),
      codec: services.codec,
    }
    const first = new SearchIndexer({ store, ...options })
    first.start()
    await waitUntil(async () => (await indexReach(store, services.codec)) === 0n)
    await first.close()
    const oldest = firstSnowflakeAt(context.clock.now() - 3_600_000)
    const file = join(config.data, 'posts.jsonl')
    const lines = Array.from({ length: 200 }, (_, nth) => ({
      id_str: String(oldest + BigInt(nth)),
      created_at: v11Date(context.clock.now() - 3_600_000),
      text: 'cat',
      user: { id_str: '10', screen_name: 'ann', name: 'Ann' },
    }))
    await writeFile(file, lines.map((each) => `${JSON.stringify(each)}\n`).join(''))
    await importPostsFile(context, file, { data: config.data })
    const search = { expression: ruleOf('cat'), from: 0n, to: LARGEST_ID, count: 500 }
    const found = async () => (await searchPosts(services, search)).ids.length

    let hasFound = 0
    const stopped = new SearchIndexer({
      ...options,
      store: watched(store, async () => {
        hasFound = await found()
        if (hasFound > 0) void stopped.close()
      }),
    })
    stopped.start()
    while (hasFound === 0) await new Promise(setImmediate)
    await stopped.close()
    await log.catchUp()
    assert.ok((await found()) < lines.length, 'it was stopped in the middle')

    const again = new SearchIndexer({ store, ...options })
    again.start()
    t.after(() => again.close())
    await consumed(store, 'search')
    assert.equal(await found(), lines.length)
  })

  test(`a search continues past 2,000 candidates while its page is empty, on ${engine}`, slow, async (t) => {
    const stage = await open(t, engine)
    const author = must((await createUsers(stage.context, 1))[0], 'an author')
    const sought = await stage.post(author, 'sparse needle')
    const others = Array.from({ length: 2_100 }, (_, nth) =>
      stage.post(author, `needle ${nth} sparse`, { isLimited: false }),
    )
    await Promise.all(others)
    await consumed(stage.context.store, 'search')
    await stage.log.catchUp()
    const search = { expression: ruleOf('"sparse needle"'), from: 0n, to: LARGEST_ID, count: 100 }
    assert.deepEqual((await searchPosts(stage.services, search)).ids, [sought])
  })
}
