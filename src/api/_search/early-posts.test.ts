/** Tests searches and counts of posts from before November 2010 over HTTP. The ids of such posts contain no time. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { consumed } from '../../../test/support/consumed.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { type OpenSearch, openSearch } from '../../../test/support/streams/recent-search.ts'
import type { Engine } from '../../db/query.ts'
import { importPosts } from '../../domain/posts/import/import-posts.ts'
import { v11Bundle } from '../../importers/posts/post-object.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'

interface Early {
  readonly id: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

const DAY_MS = 86_400_000

/**
 * Posts in the order of ids. The second post is from an archive that has only the day of its posts. The last post
 * has one of the first ids that contain a time.
 */
const POSTS: readonly Early[] = [
  { id: '29', at: Date.UTC(2006, 2, 22, 4) },
  { id: '11000000000', at: Date.UTC(2010, 3, 10) },
  { id: '11000000900', at: Date.UTC(2010, 3, 10, 9, 30) },
  { id: '12000000000', at: Date.UTC(2010, 3, 11, 8) },
  { id: '14000000000', at: Date.UTC(2010, 4, 14, 23, 59, 59) },
  { id: '29700859247', at: Date.UTC(2010, 10, 4, 20) },
  { id: '1028460011520000', at: snowflakeTime(1_028_460_011_520_000n) },
]

async function opened(t: TestContext, engine: Engine): Promise<OpenSearch> {
  const stage = await openSearch(t, engine, { limits: 'off' })
  const { context, author } = stage
  const user = { id_str: String(author.id), screen_name: author.screenName, name: author.name }
  const bundles = POSTS.map(({ id, at }) =>
    v11Bundle({ id_str: id, created_at: new Date(at).toISOString(), full_text: `early owl ${id}`, user }),
  )
  await importPosts(context, bundles, async () => undefined)
  await consumed(context.store, 'search')
  return stage
}

/** The posts of a time span, newest first. */
function between(start: number, end: number): readonly string[] {
  return POSTS.filter(({ at }) => at >= start && at < end)
    .map(({ id }) => id)
    .toReversed()
}

const EDGES = [
  ...POSTS.flatMap(({ at }) => [at, at + 1_000]),
  Date.UTC(2006, 2, 21),
  Date.UTC(2010, 3, 10, 5),
  Date.UTC(2010, 3, 10, 12),
  Date.UTC(2010, 10, 5),
  Date.UTC(2010, 11, 1),
].toSorted((one, next) => one - next)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/v2-posts.md#search-calls: posts before November 2010, on ${engine}`, async (t) => {
    const stage = await opened(t, engine)
    const search = async (query: Record<string, string>) => {
      const { status, json } = await stage.get('/2/tweets/search/all', { query: 'early', ...query })
      assert.equal(status, 200, JSON.stringify(json))
      return (json.data ?? []).map(({ id }: { id: string }) => id)
    }
    const timesOf = (start: number, end: number) => ({
      start_time: new Date(start).toISOString(),
      end_time: new Date(end).toISOString(),
    })

    await t.test('a search finds posts between its times, by their stored times', async () => {
      for (const [index, start] of EDGES.entries()) {
        for (const end of EDGES.slice(index + 1)) {
          if (start === end) continue
          assert.deepEqual(await search(timesOf(start, end)), between(start, end), `${start} to ${end}`)
        }
      }
      const all = { start_time: '2006-03-21T00:00:00Z', sort_order: 'relevancy' }
      assert.deepEqual(await search(all), between(0, Number.POSITIVE_INFINITY))
    })

    await t.test(
      'ids can be sent in place of times; with only an end, the search covers the 30 days before the end',
      async () => {
        assert.deepEqual(await search({ since_id: '29', until_id: '12000000000' }), [
          '11000000900',
          '11000000000',
        ])
        assert.deepEqual(await search({ until_id: '14000000000' }), [])
        assert.deepEqual(await search({ end_time: '2010-05-10T12:00:00Z' }), ['12000000000'])
      },
    )

    await t.test(
      'spec/v2-posts.md#counts: a count has the same posts as a search, in the buckets of their times',
      async () => {
        const counts = async (start: number, end: number) => {
          const found: [string, number][] = []
          for (let more: Record<string, string> = {}; ; ) {
            const query = { query: 'early', granularity: 'day', ...timesOf(start, end), ...more }
            const { status, json } = await stage.get('/2/tweets/counts/all', query)
            assert.equal(status, 200, JSON.stringify(json))
            for (const { start: at, tweet_count } of json.data)
              if (tweet_count > 0) found.push([at.slice(0, 10), tweet_count])
            if (json.meta.next_token === undefined) return Object.fromEntries(found)
            more = { next_token: json.meta.next_token }
          }
        }
        const expected = (start: number, end: number) => {
          const days: Record<string, number> = {}
          for (const { at } of POSTS) {
            if (at < start || at >= end) continue
            const day = new Date(Math.max(start, Math.floor(at / DAY_MS) * DAY_MS)).toISOString().slice(0, 10)
            days[day] = (days[day] ?? 0) + 1
          }
          return days
        }
        const from = EDGES.filter((edge) => edge >= Date.UTC(2010, 3, 1))
        for (const [start, end] of [
          [from[0], from[2]],
          [Date.UTC(2010, 3, 10, 5), Date.UTC(2010, 3, 11, 8)],
          [Date.UTC(2010, 3, 1), Date.UTC(2010, 11, 1)],
          [Date.UTC(2010, 10, 4), Date.UTC(2010, 10, 5)],
        ] as const) {
          assert.ok(start !== undefined && end !== undefined)
          assert.deepEqual(await counts(start, end), expected(start, end), `${start} to ${end}`)
        }
        // For a phrase, each post is examined.
        const phrase = { query: '"early owl 12000000000"', ...timesOf(from[0] ?? 0, Date.UTC(2010, 3, 12)) }
        const { json } = await stage.get('/2/tweets/counts/all', phrase)
        assert.equal(json.meta.total_tweet_count, 1)
      },
    )
  })
}
