import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { testCounts } from '../../../../../test/support/streams/count-suite.ts'
import { openSearch, projectTest } from '../../../../../test/support/streams/recent-search.ts'

const PATH = '/2/tweets/counts/all'
const DAY_MS = 86_400_000

testCounts(PATH, slowOnPostgres, async (t, stage) => {
  await t.test(
    'a page has up to 31 days, and the newest page comes first; a count begins at start_time, or 30 days ago',
    async () => {
      const { json } = await stage.get(PATH, { query: 'owl', granularity: 'day' })
      assert.deepEqual(json.meta, { total_tweet_count: 26 })
      assert.equal(json.data.length, 31)
      const start = new Date(
        Math.floor(stage.context.clock.now() / 1_000) * 1_000 - 100 * DAY_MS,
      ).toISOString()
      const firsts: string[] = []
      const lengths: number[] = []
      for (let more: Record<string, string> = {}; ; ) {
        const page = (await stage.get(PATH, { query: 'owl', granularity: 'day', start_time: start, ...more }))
          .json
        firsts.push(page.data[0].start)
        lengths.push(page.data.length)
        if (page.meta.next_token === undefined) break
        more = { next_token: page.meta.next_token }
      }
      assert.deepEqual(lengths, [31, 31, 31, 8])
      assert.equal(firsts.at(-1), start)
    },
  )

  await t.test(
    'a client reaches start_time if it repeats the call with the start of each page as end_time',
    async () => {
      const start = new Date(
        Math.floor(stage.context.clock.now() / 1_000) * 1_000 - 400 * DAY_MS,
      ).toISOString()
      let end: string | undefined
      let calls = 0
      for (; end !== start; calls += 1) {
        assert.ok(calls < 20)
        const query = { query: 'owl', start_time: start, ...(end === undefined ? {} : { end_time: end }) }
        const { json } = await stage.get(PATH, query)
        assert.ok(end === undefined || json.data.at(-1).end === end)
        end = json.data[0].start
      }
      assert.equal(calls, 13)
    },
  )
})

test('spec/v2-posts.md#counts: the limit of one search a second does not apply to counts', async (t) => {
  const stage = await openSearch(t, 'sqlite')
  for (let call = 0; call < 4; call += 1) {
    assert.equal((await stage.get(PATH, { query: 'owl' })).status, 200)
  }
})

projectTest(PATH)
