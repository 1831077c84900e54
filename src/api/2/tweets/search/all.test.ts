import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTestApp } from '../../../../../test/support/api-client.ts'
import { atTime } from '../../../../../test/support/at-time.ts'
import { consumed } from '../../../../../test/support/consumed.ts'
import { ENGINES, shareInSuite } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { openSearch, type SearchStage } from '../../../../../test/support/streams/recent-search.ts'
import { createProjectApp } from '../../../../../test/support/streams/rule-suite.ts'
import { updateApp } from '../../../../domain/apps/update-app.ts'
import type { Context } from '../../../../domain/context.ts'
import { importPosts } from '../../../../domain/posts/import/import-posts.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'
import { like } from '../../../../domain/posts/write/like.ts'
import { dayOf } from '../../../../domain/usage/period.ts'
import { addUsage, MONTHLY_CAP, usageAccountOf } from '../../../../domain/usage/usage.ts'

const PATH = '/2/tweets/search/all'
const RECENT = '/2/tweets/search/recent'
const DAY_MS = 86_400_000

function idsIn(json: { data?: { id: string }[] }): readonly string[] {
  return (json.data ?? []).map(({ id }) => id)
}

/** A server without the limit of one call per second. */
async function opened(t: TestContext, engine: 'sqlite' | 'postgres') {
  return openSearch(t, engine, { limits: 'off' })
}

async function pages(stage: SearchStage, path: string, query: Record<string, string>) {
  const found: string[] = []
  for (let more: Record<string, string> = {}; ; ) {
    const { status, json } = await stage.get(path, { ...query, ...more })
    assert.equal(status, 200)
    assert.equal(json.meta.result_count, idsIn(json).length)
    found.push(...idsIn(json))
    if (json.meta.next_token === undefined) return found
    more = { [found.length % 20 === 0 ? 'next_token' : 'pagination_token']: json.meta.next_token }
  }
}

/** Imports a post with words beyond its first 280 characters. */
async function importLong(context: Context, authorId: bigint): Promise<bigint> {
  const id = context.ids.next()
  const text = `An echidna ${'and one more '.repeat(40)} meets a platypus and a #wombat`
  const at = text.indexOf('#')
  const hashtags = [{ text: 'wombat', indices: [at, text.length] }]
  const post = {
    id,
    author: { id: authorId },
    createdAt: context.clock.now(),
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    content: JSON.stringify({ text, hashtags }),
    isCutShort: false,
    mentioned: [],
    geo: undefined,
    counts: undefined,
    withheldInCountries: [],
  }
  await importPosts(context, [{ posts: [post], referenced: [] }], async () => undefined)
  return id
}

for (const engine of ENGINES) {
  const testOn = slowOnPostgres(engine)
  testOn(`spec/v2-posts.md#search-calls: the full archive, on ${engine}`, async (t) => {
    const stage = await opened(t, engine)
    const { context, author } = stage
    const now = context.clock.now()
    const ages = [40, 400, 3_000]
    const old: string[] = []
    for (const days of ages) {
      const then = atTime(context, now - days * DAY_MS)
      old.push(String((await createPost(then, { authorId: author.id, text: `owl of ${days} days` })).id))
    }
    await consumed(context.store, 'search')
    const lastWeek = (await pages(stage, PATH, { query: '"owl of last"' }))[0] ?? ''
    const month = [...stage.ids, lastWeek]

    await t.test('without a start, a search covers the last 30 days, with 10 posts a page', async () => {
      assert.deepEqual(await pages(stage, PATH, { query: 'owl' }), month)
    })

    await t.test(
      'with a start, a search covers all posts since the start, with up to 500 a page',
      async () => {
        const query = { query: 'owl', start_time: '2006-03-21T00:00:00Z', max_results: '500' }
        const { json } = await stage.get(PATH, query)
        assert.deepEqual(idsIn(json), [...month, ...old])
        assert.equal(json.meta.next_token, undefined)
      },
    )

    await t.test(
      'spec/v2.md#later-members: a long post is found by a word beyond its first 280 characters',
      async () => {
        const id = String(await importLong(atTime(context, now - 50 * DAY_MS), author.id))
        await consumed(context.store, 'search')
        const asked = { start_time: '2006-03-21T00:00:00Z', 'tweet.fields': 'note_tweet' }
        for (const query of ['platypus', '#wombat', 'echidna platypus']) {
          const { json } = await stage.get(PATH, { query, ...asked })
          assert.deepEqual(idsIn(json), [id], query)
          const [post] = json.data
          assert.doesNotMatch(post.text, /platypus/)
          assert.match(post.note_tweet.text, /platypus/)
        }
      },
    )

    await t.test(
      'with only an end, a search covers the 30 days before the end; requests can have ids in place of times',
      async () => {
        const end = new Date(now - 30 * DAY_MS).toISOString()
        assert.deepEqual(await pages(stage, PATH, { query: 'owl', end_time: end }), [old[0]])
        const between = { since_id: old[2] ?? '', until_id: old[0] ?? '', start_time: end }
        assert.deepEqual(await pages(stage, PATH, { query: 'owl', ...between }), [old[1]])
      },
    )

    await t.test('a query can have 1,024 characters', async () => {
      const query = `owl ${'-cat '.repeat(204)}`.slice(0, 1_024).trim()
      assert.ok(query.length > 1_000)
      assert.deepEqual(await pages(stage, PATH, { query }), month)
    })

    await t.test(
      '400/2 spec/v2-posts.md#time-errors: wrong times, ids, sizes, tokens and orders',
      async () => {
        const { json } = await stage.get(RECENT, { query: 'owl' })
        const { next_token: foreign } = json.meta
        const { json: own } = await stage.get(PATH, { query: 'owl' })
        const annotated = { max_results: '101', 'tweet.fields': 'context_annotations' }
        const cases = [
          [{ start_time: '2006-03-20T23:00:00Z' }, /on or after 2006-03-21T00:00Z\.$/],
          [{ max_results: '501' }, /not between 10 and 500$/],
          [annotated, /not between 10 and 100$/],
          [{ next_token: foreign }, /is not valid$/],
          [{ pagination_token: 'x' }, /^The `pagination_token` query parameter value \[x\] is not valid$/],
          [{ next_token: own.meta.next_token, pagination_token: foreign }, /is not valid$/],
          [{ sort_order: 'chance' }, /is not one of \[recency,relevancy\]$/],
          [{ query: 'x'.repeat(1_025) }, /./],
        ] as const
        for (const [query, message] of cases) {
          const { status, json } = await stage.get(PATH, { query: 'owl', ...query })
          assert.equal(status, 400, JSON.stringify(query))
          assert.match(json.errors[0].message, message)
        }
        const old = await stage.get(RECENT, { query: 'owl', since_id: '1' })
        assert.match(
          old.json.errors[0].message,
          /^'since_id' must be a tweet id created after \d{4}-\d\d-\d\dT\d\d:\d\dZ\. Please use a 'since_id' that is larger than \d+$/,
        )
        const second = await stage.get(PATH, { query: 'owl', next_token: own.meta.next_token })
        const { next_token: third } = second.json.meta
        const unequal = { next_token: own.meta.next_token, pagination_token: third }
        assert.equal((await stage.get(PATH, { query: 'owl', ...unequal })).status, 400)
        assert.equal((await stage.get(PATH, { query: 'other', next_token: third })).status, 400)
        const equal = { next_token: third, pagination_token: third }
        assert.deepEqual(idsIn((await stage.get(PATH, { query: 'owl', ...equal })).json), month.slice(20))
      },
    )

    await t.test('by relevancy, liked posts come first and then the newest, on all pages', async () => {
      const [first = '', second = ''] = [stage.ids[20], stage.ids[7]]
      await like(context, { userId: stage.other.id, postId: BigInt(first) })
      await like(context, { userId: author.id, postId: BigInt(first) })
      await like(context, { userId: author.id, postId: BigInt(second) })
      const rest = month.filter((id) => id !== first && id !== second)
      for (const path of [PATH, RECENT]) {
        const all = path === PATH ? rest : rest.filter((id) => id !== lastWeek)
        const found = await pages(stage, path, { query: 'owl', sort_order: 'relevancy' })
        assert.deepEqual(found, [first, second, ...all])
      }
    })
  })
}

/** One server for the tests below that need no settings. Each test makes its own app. */
const shared = shareInSuite((hooks) => openSearch(hooks, 'sqlite'))

test('429 a second call of the app within a second', async () => {
  const stage = await shared()
  const { asApp } = await createProjectApp(stage.context)
  const answers = []
  for (let call = 0; call < 8; call += 1) answers.push(await stage.get(PATH, { query: 'owl' }, asApp))
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0)
  for (const { headers, json } of refused) {
    assert.equal(headers.get('x-rate-limit-limit'), '300')
    assert.ok(Number(headers.get('x-rate-limit-remaining')) > 280)
    assert.ok(Number(headers.get('x-rate-limit-reset')) >= Math.floor(Date.now() / 1_000))
    assert.equal(json.title, 'Too Many Requests')
  }
  const granted = answers.find(({ status }) => status === 200)
  assert.equal(granted?.headers.get('x-rate-limit-remaining'), '299')
})

test('403/3 an app without a project', async () => {
  const stage = await shared()
  const { asApp } = await createTestApp(stage.context)
  const { status, json } = await stage.get(PATH, { query: 'owl' }, asApp)
  assert.deepEqual([status, json.reason], [403, 'client-not-enrolled'])
})

test('429/2 the monthly cap is used up', async () => {
  const stage = await shared()
  const { store, clock } = stage.context
  const { appId, asApp } = await createProjectApp(stage.context)
  const account = await usageAccountOf(store, appId, '2')
  await addUsage(store, [{ account, day: dayOf(clock.now()), posts: MONTHLY_CAP }])
  const { status, json } = await stage.get(PATH, { query: 'owl' }, asApp)
  assert.deepEqual([status, json.title], [429, 'UsageCapExceeded'])
})

test('spec/v2.md#app-levels: the level of the app limits the length of recent queries, and the archive can be closed to lower levels', async (t) => {
  const stage = await openSearch(t, 'sqlite', { limits: 'off', full_archive: 'academic' })
  const query = `owl ${'-cat '.repeat(150)}`.trim()
  const recent = async () => (await stage.get(RECENT, { query })).status
  assert.deepEqual([await recent(), (await stage.get(PATH, { query })).status], [400, 403])
  const { status, json } = await stage.get('/2/tweets/counts/all', { query: 'owl' })
  assert.deepEqual([status, json.required_enrollment], [403, 'Appropriate Level of API Access'])
  await updateApp(stage.context, stage.app.appId, { level: 'academic' })
  assert.deepEqual([await recent(), (await stage.get(PATH, { query })).status], [200, 200])
})
