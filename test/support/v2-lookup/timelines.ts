/**
 * Declares tests of all timelines of API v2 (spec/v2-posts.md#timelines, spec/v2-posts.md#time-errors).
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { snowflakeTime } from '../../../src/lib/ids/snowflake.ts'
import { isoTime } from '../../../src/lib/time/iso-time.ts'
import { idsIn, type OwnedPage } from './owned-pages.ts'

/** Declares tests of a timeline. Its posts must be at least a second apart. */
export async function timelineCases(t: TestContext, { stage, path, as, expected }: OwnedPage): Promise<void> {
  const got = (query: string) => stage.got(`${path}?max_results=100&${query}`, as)
  const messages = async (query: string) => {
    const { status, body } = await stage.get(`${path}?${query}`, as)
    assert.equal(status, 400, JSON.stringify(body))
    return body.errors.map(({ message }: { message: string }) => message)
  }
  const [, second = '', third = '', fourth = ''] = expected
  const timeOf = (id: string, later = 0) => isoTime(snowflakeTime(BigInt(id)) + later)

  await t.test('200 spec/v2.md#paging: meta has the newest and the oldest id', async () => {
    const { meta } = await stage.got(`${path}?max_results=100`, as)
    assert.deepEqual(Object.keys(meta), ['result_count', 'newest_id', 'oldest_id'])
    assert.deepEqual([meta.newest_id, meta.oldest_id], [expected[0], expected.at(-1)])
    const first = await stage.got(`${path}?max_results=5`, as)
    assert.deepEqual(Object.keys(first.meta), ['result_count', 'newest_id', 'oldest_id', 'next_token'])
    const next = await stage.got(`${path}?max_results=5&pagination_token=${first.meta.next_token}`, as)
    assert.equal(next.meta.newest_id, expected[5])
    assert.ok(next.meta.previous_token !== undefined)
  })
  await t.test('200 spec/v2.md#paging: since_id and until_id, which are exclusive', async () => {
    assert.deepEqual(idsIn(await got(`since_id=${third}`)), expected.slice(0, 2))
    assert.deepEqual(idsIn(await got(`until_id=${third}`)), expected.slice(3))
    assert.deepEqual(idsIn(await got(`since_id=${fourth}&until_id=${second}`)), [third])
    assert.deepEqual(await got(`since_id=${second}&until_id=${third}`), { meta: { result_count: 0 } })
    assert.deepEqual(await got('until_id=0'), { meta: { result_count: 0 } })
    assert.deepEqual(await got('since_id=9999999999999999999'), { meta: { result_count: 0 } })
    assert.deepEqual(idsIn(await got('until_id=9999999999999999999&since_id=0')), expected)
  })
  await t.test(
    '200 spec/v2.md#paging: start_time is inclusive and end_time is exclusive; ids take precedence over times',
    async () => {
      assert.deepEqual(idsIn(await got(`start_time=${timeOf(third)}`)), expected.slice(0, 3))
      assert.deepEqual(idsIn(await got(`start_time=${timeOf(third, 1)}`)), expected.slice(0, 2))
      assert.deepEqual(idsIn(await got(`end_time=${timeOf(third)}`)), expected.slice(3))
      assert.deepEqual(idsIn(await got(`start_time=${timeOf(fourth)}&end_time=${timeOf(second)}`)), [
        third,
        fourth,
      ])
      const offset = encodeURIComponent(`${timeOf(third).slice(0, -1)}+00:00`)
      assert.deepEqual(idsIn(await got(`end_time=${offset}`)), expected.slice(3))
      const ids = `since_id=${fourth}&until_id=${second}`
      assert.deepEqual(
        idsIn(await got(`${ids}&start_time=${timeOf(second)}&end_time=${timeOf(second, 1)}`)),
        [third],
      )
    },
  )
  await t.test('400/2 spec/v2-posts.md#time-errors: age, order and format of times', async () => {
    const now = stage.clock.now()
    const minute = (at: number) => `${isoTime(at).slice(0, 16)}Z`
    assert.deepEqual(await messages(`end_time=${isoTime(now - 9_000)}`), [
      `Invalid 'end_time':'${minute(now - 9_000)}'. 'end_time' must be a minimum of 10 seconds prior to the request time.`,
    ])
    await got(`end_time=${isoTime(now - 10_000)}`)
    assert.deepEqual(await messages('start_time=2010-11-05T23:59:59Z'), [
      "Invalid 'start_time':'2010-11-05T23:59Z'. 'start_time' must be on or after 2010-11-06T00:00Z.",
    ])
    assert.deepEqual(idsIn(await got('start_time=2010-11-06T00:00:00Z')), expected)
    assert.deepEqual(await messages('start_time=2020-01-01T00:01:00Z&end_time=2020-01-01T00:01:00Z'), [
      "Invalid 'end_time':'2020-01-01T00:01Z'. 'end_time' must be after 'start_time'.",
    ])
    assert.deepEqual(await messages('start_time=2020-01-01'), [
      'The `start_time` query parameter value [2020-01-01] is not a valid RFC3339 date-time',
    ])
    assert.deepEqual(await messages('since_id=x'), [
      'The `since_id` query parameter value [x] does not match ^[0-9]{1,19}$',
    ])
    assert.deepEqual(await messages('exclude=likes'), [
      'The `exclude` query parameter value [likes] is not one of [retweets,replies]',
    ])
  })
  await t.test('400/2 spec/v2.md#paging: a token belongs to its query', async () => {
    const { meta } = await stage.got(`${path}?max_results=5`, as)
    const token = `pagination_token=${meta.next_token}`
    for (const query of ['exclude=replies', 'since_id=1', 'until_id=9999999999999999999']) {
      assert.match(
        (await messages(`${query}&${token}`)).join(),
        /^The `pagination_token` query parameter value/,
      )
    }
    await got(token)
  })
}
