/** Declares tests of counts over HTTP, which both calls share (spec/v2-posts.md#counts). */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ENGINES } from '../engines.ts'
import type { TestOn } from '../part.ts'
import { type OpenSearch, openSearch } from './recent-search.ts'

interface Bucket {
  readonly start: string
  readonly end: string
  readonly tweet_count: number
}

export interface CountStage extends OpenSearch {
  counts(query: Record<string, string>): Promise<readonly Bucket[]>
}

/** Asserts that the buckets have no gaps, and that the total is their sum. */
function requireWhole(data: readonly Bucket[], total: number): void {
  for (const [index, { start, end }] of data.entries()) {
    assert.ok(start < end)
    assert.match(start, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
    if (index > 0) assert.equal(start, data[index - 1]?.end)
  }
  assert.equal(
    total,
    data.reduce((sum, { tweet_count }) => sum + tweet_count, 0),
  )
}

async function opened(t: TestContext, engine: 'sqlite' | 'postgres', path: string): Promise<CountStage> {
  const stage = await openSearch(t, engine, { limits: 'off' })
  return Object.assign(stage, {
    async counts(query: Record<string, string>) {
      const { status, json } = await stage.get(path, query)
      assert.equal(status, 200, JSON.stringify(json))
      requireWhole(json.data, json.meta.total_tweet_count)
      return json.data
    },
  })
}

const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * Declares the tests for the rows of the specification that apply to both calls.
 * @param more subtests that only one call has
 */
export function testCounts(
  path: string,
  testOn: TestOn,
  more: (t: TestContext, stage: CountStage) => Promise<void>,
): void {
  for (const engine of ENGINES) {
    testOn(engine)(`spec/v2-posts.md#counts: ${path} on ${engine}`, async (t) => {
      const stage = await opened(t, engine, path)
      const now = stage.context.clock.now()

      await t.test('buckets end at whole units, except at the requested times', async () => {
        const start = Math.floor(now / 1_000) * 1_000 - 2 * 86_400_000 + 7_000
        const end = start + 86_400_000 + 11_000
        const times = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() }
        for (const [granularity, unit] of Object.entries(UNITS)) {
          const data = await stage.counts({ query: 'owl', granularity, ...times })
          assert.deepEqual([data[0]?.start, data.at(-1)?.end], [times.start_time, times.end_time])
          assert.ok(data.slice(1).every(({ start: edge }) => Date.parse(edge) % unit === 0))
          assert.equal(data.length, Math.ceil(end / unit) - Math.floor(start / unit))
        }
      })

      await t.test('counts each post that a search finds, in the bucket of its time', async () => {
        const data = await stage.counts({ query: 'owl', granularity: 'minute' })
        const counted = data.filter(({ tweet_count }) => tweet_count > 0)
        const found = await stage.get('/2/tweets/search/recent', {
          ...{ query: 'owl', max_results: '100', 'tweet.fields': 'created_at' },
        })
        const times: string[] = found.json.data.map(({ created_at }: { created_at: string }) => created_at)
        const recent = counted.filter(({ start }) => Date.parse(start) > now - 7 * 86_400_000)
        assert.deepEqual(
          recent.map(({ tweet_count }) => tweet_count),
          recent.map(({ start, end }) => times.filter((time) => time >= start && time < end).length),
        )
        assert.equal(
          recent.reduce((sum, { tweet_count }) => sum + tweet_count, 0),
          times.length,
        )
      })

      await t.test(
        'counts are correct for ids, for phrases and for terms that the index cannot decide',
        async () => {
          const [, second = '', third = '', fourth = ''] = stage.ids
          const sum = async (query: Record<string, string>) =>
            (await stage.counts(query)).reduce((all, { tweet_count }) => all + tweet_count, 0)
          assert.equal(await sum({ query: 'owl', since_id: fourth, until_id: second }), 1)
          assert.equal(await sum({ query: '"owl number"' }), 25)
          assert.equal(await sum({ query: 'owl -is:verified' }), await sum({ query: 'owl' }))
          assert.equal(await sum({ query: `conversation_id:${third}` }), 1)
          assert.equal(await sum({ query: `owl -conversation_id:${third} #birds` }), 24)
          assert.equal(await sum({ query: 'pterodactyl' }), 0)
        },
      )

      await t.test('400/2 wrong parameters are reported together', async () => {
        const { status, json } = await stage.get(path, {
          ...{
            query: 'owl',
            granularity: 'week',
            next_token: 'x',
            'search_count.fields': 'sum',
            max_results: '9',
          },
        })
        assert.equal(status, 400)
        assert.deepEqual(
          json.errors.map(({ message }: { message: string }) => message.replace(/^.*\] is not/, 'is not')),
          [
            `is not one of [query,start_time,end_time,since_id,until_id,granularity,next_token,pagination_token,search_count.fields]`,
            'is not one of [minute,hour,day]',
            'is not one of [end,start,tweet_count]',
            'is not valid',
          ],
        )
        assert.equal((await stage.get(path, {})).status, 400)
      })
      await more(t, stage)
    })
  }
}
