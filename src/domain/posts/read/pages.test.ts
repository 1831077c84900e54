/**
 * Pages of lists with thousands of posts. A walk through the pages, in both directions, returns the posts of
 * a filtered array.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { explaining } from '../../../../test/support/databases/plans.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { slow, slowOnPostgres } from '../../../../test/support/part.ts'
import { ListedWorld } from '../../../../test/support/posts/listed-world.ts'
import * as fc from '../../../../test/support/properties.ts'
import type { Engine } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { FIRST_CURSOR, type IdPage } from '../../graph/id-page.ts'
import { likedPostIds, likerIds, reposterIds, repostIds } from './engagement-pages.ts'
import { homePage } from './home-timeline.ts'
import type { PostPage, PostPageInput } from './post-page.ts'
import { quotePage } from './quote-page.ts'
import { type MentionPageInput, mentionPage, userPostPage } from './timeline-pages.ts'
import type { Exclusions } from './timelines.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`pages of posts on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const world = await ListedWorld.create(context)
    await walks(t, store, world, engine === 'sqlite' ? 20 : 6)
    await relations(t, store, world)
    await plans(t, store, world, engine)
  })
}

/** The parameters of a request, which select a part of a list. */
interface Part extends Exclusions {
  readonly count: number
  readonly sinceId: bigint | undefined
  readonly untilId: bigint | undefined
}

function anyPart(world: ListedWorld): fc.Arbitrary<Part> {
  const place = fc.option(fc.nat({ max: world.posts.length - 1 }), { nil: undefined, freq: 2 })
  return fc
    .record({
      count: fc.integer({ min: 1, max: 100 }),
      from: place,
      to: place,
      excludeReplies: fc.boolean(),
      excludeReposts: fc.boolean(),
    })
    .map(({ from, to, count, ...exclusions }) => ({
      ...exclusions,
      // Long lists have large pages, because many small pages would take long.
      count: from === undefined || to === undefined || Math.abs(to - from) > 400 ? 20 + (count % 81) : count,
      sinceId: from === undefined ? undefined : world.posts[from]?.id,
      untilId: to === undefined ? undefined : world.posts[to]?.id,
    }))
}

async function walks(t: TestContext, store: Reader, world: ListedWorld, numRuns: number): Promise<void> {
  const lists = {
    'posts of a user': {
      read: (input: PostPageInput & Exclusions) => userPostPage(store, { ...input, userId: world.author }),
      expected: (part: Part) => world.postsOfAuthor(part),
    },
    mentions: {
      read: (input: PostPageInput & Exclusions) => mentionPage(store, mentionsFor(world, input)),
      expected: (part: Part) => world.mentions(part),
    },
    home: {
      read: (input: PostPageInput & Exclusions) =>
        homePage(store, { ...input, userId: world.reader, now: world.end }),
      expected: (part: Part) => world.home(part, world.end),
    },
    'home after days without posts': {
      read: (input: PostPageInput & Exclusions) =>
        homePage(store, { ...input, userId: world.reader, now: world.end + 5 * 86_400_000 }),
      expected: (part: Part) => world.home(part, world.end + 5 * 86_400_000),
    },
    quotes: {
      read: (input: PostPageInput & Exclusions) => quotePage(store, { ...input, postId: world.quoted }),
      expected: (part: Part) => world.quotes(part),
    },
  }
  for (const [name, { read, expected }] of Object.entries(lists)) {
    const options = name === 'home after days without posts' ? slow : {}
    await t.test(`spec/v2.md#paging: ${name}, to the end and back, each post once`, options, () =>
      fc.assert(
        fc.asyncProperty(anyPart(world), async (part) => {
          await walk((cursor) => read({ ...part, cursor }), expected(part), part.count)
        }),
        { numRuns: name.startsWith('home') ? Math.ceil(numRuns / 3) : numRuns },
      ),
    )
  }
  await t.test(
    'spec/v2-posts.md#timelines: the lists are longer than the number of posts that pages reach',
    () => {
      const all = { count: 100, sinceId: undefined, untilId: undefined }
      assert.ok(world.posts.filter(({ authorId }) => authorId === world.author).length > 3_200)
      assert.ok(world.postsOfAuthor(all).length > 2_500)
      assert.ok(world.postsOfAuthor({ ...all, excludeReplies: true }).length < 800)
      assert.ok(world.home(all, world.end).length > 810, 'more than 800 posts in seven days')
    },
  )
  await t.test('mutes of a user do not affect the page of another viewer', async () => {
    const page = await mentionPage(store, { ...mentionsFor(world, FIRST), excludeUnwanted: false })
    const shown = page.ids.filter((id) => world.isByMuted(id))
    assert.ok(shown.length > 0)
  })
}

const FIRST = { cursor: FIRST_CURSOR, count: 100 }

function mentionsFor(world: ListedWorld, input: PostPageInput & Exclusions): MentionPageInput {
  return { ...input, userId: world.reader, excludeUnwanted: true }
}

/** Reads all pages to the end and back, and compares them with the expected ids. */
async function walk(
  read: (cursor: bigint) => Promise<PostPage>,
  expected: readonly bigint[],
  count: number,
): Promise<void> {
  const pages: PostPage[] = []
  for (let cursor = FIRST_CURSOR; cursor !== 0n; ) {
    const page = await read(cursor)
    assert.ok(page.ids.length <= count)
    pages.push(page)
    assert.ok(pages.length <= expected.length + 20, 'the walk ends')
    cursor = page.nextCursor
  }
  assert.deepEqual(
    pages.flatMap(({ ids }) => ids),
    expected,
  )
  assert.equal(pages[0]?.previousCursor, 0n)
  const last = pages.at(-1)
  const back: bigint[] = []
  let steps = 0
  for (let cursor = last?.previousCursor ?? 0n; cursor !== 0n; steps += 1) {
    const page = await read(cursor)
    back.unshift(...page.ids)
    assert.ok(page.nextCursor !== 0n)
    assert.ok(steps <= expected.length + 20, 'the way back ends')
    cursor = page.previousCursor
  }
  assert.deepEqual(back, expected.slice(0, expected.length - (last?.ids.length ?? 0)))
}

async function relations(t: TestContext, store: Reader, world: ListedWorld): Promise<void> {
  const lists = {
    'reposts of a post': {
      read: (cursor: bigint) => repostIds(store, { userId: world.quoted, cursor, count: 7 }),
      expected: world.reposts().map(({ id }) => id),
    },
    'users who reposted a post': {
      read: (cursor: bigint) => reposterIds(store, { userId: world.quoted, cursor, count: 7 }),
      expected: world.reposts().map(({ authorId }) => authorId),
    },
    'users who like a post': {
      read: (cursor: bigint) => likerIds(store, { userId: world.quoted, cursor, count: 7 }),
      expected: world.likers.toReversed(),
    },
    'posts that a user likes': {
      read: (cursor: bigint) => likedPostIds(store, { userId: world.reader, cursor, count: 30 }),
      expected: world.liked.toReversed().map((id) => world.newestOf(id)),
    },
  }
  for (const [name, { read, expected }] of Object.entries(lists)) {
    await t.test(`spec/v2.md#paging: ${name}, the newest relation first, to the end and back`, async () => {
      assert.ok(expected.length > 20)
      await walk(async (cursor) => asPostPage(await read(cursor)), expected, 30)
    })
  }
}

function asPostPage({ ids, ...cursors }: IdPage): PostPage {
  return { ids: ids === '' ? [] : ids.split(',').map(BigInt), ...cursors }
}

/** Checks in the query plans that no page reads a whole table. */
async function plans(
  t: TestContext,
  store: Reader & { analyze(): Promise<void> },
  world: ListedWorld,
  engine: Engine,
) {
  await store.analyze()
  const middle = world.posts[Math.floor(world.posts.length / 2)]?.id ?? 0n
  const reads: Readonly<
    Record<string, readonly [RegExp, (reader: Reader, cursor: bigint) => Promise<unknown>]>
  > = {
    'posts of a user': [
      /posts_author/,
      (reader, cursor) => userPostPage(reader, { userId: world.friend, cursor, count: 50 }),
    ],
    mentions: [
      /post_mentions/,
      (reader, cursor) => mentionPage(reader, { ...mentionsFor(world, { cursor, count: 50 }) }),
    ],
    home: [
      /posts_author/,
      (reader, cursor) => homePage(reader, { userId: world.reader, cursor, count: 50, now: world.end }),
    ],
    quotes: [
      /posts_quotes\b/,
      (reader, cursor) => quotePage(reader, { postId: world.rarelyQuoted, cursor, count: 50 }),
    ],
    'reposts of a post': [
      /posts_reposts/,
      (reader, cursor) => repostIds(reader, { userId: world.quoted, cursor, count: 50 }),
    ],
    'users who like a post': [
      /likes_post/,
      (reader, cursor) => likerIds(reader, { userId: world.quoted, cursor, count: 50 }),
    ],
    'posts that a user likes': [
      /likes_order/,
      (reader, cursor) => likedPostIds(reader, { userId: world.reader, cursor, count: 50 }),
    ],
  }
  for (const [name, [index, read]] of Object.entries(reads)) {
    await t.test(`${name}: every page is read by an index in its order`, async () => {
      for (const cursor of [FIRST_CURSOR, middle, -middle]) {
        const { reader, plans } = explaining(store, engine)
        await read(reader, cursor)
        assert.match(plans.join('\n'), index)
        for (const plan of plans) assert.doesNotMatch(plan, FULL_SCAN)
      }
    })
  }
}

/**
 * A plan that reads a whole table or index. Tables of edits and follows are not checked, because they are small here.
 */
const FULL_SCAN = /(Seq Scan on|SCAN) (posts|likes|post_mentions)\b/
