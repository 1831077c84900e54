import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../../../test/support/api-client.ts'
import { consumed } from '../../../../../test/support/consumed.ts'
import { ENGINES, type Hooks } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import * as fc from '../../../../../test/support/properties.ts'
import {
  type SharedServer,
  serverFor,
  sharedServer,
  startTestServer,
  type TestServerOptions,
} from '../../../../../test/support/server.ts'
import { createProjectApp } from '../../../../../test/support/streams/rule-suite.ts'
import { bySecond, hoursOf, WeekOfPosts } from '../../../../../test/support/streams/week-of-posts.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { changeLabsEnrolment } from '../../../../domain/apps/enrolment.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'

const PATH = '/labs/2/rules/backtest'
const MONTH_MS = 30 * 86_400_000

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`backtests on ${engine}`, () => {
    test('spec/server.md#rule-tools: a rule over the last seven days matches the same posts as the reference implementation, without hidden posts', async (t) => {
      const { url, context, server } = await startTestServer(t, { engine, settings: { limits: 'off' } })
      const { asApp } = await createProjectApp(context)
      const week = await WeekOfPosts.write(server)
      const backtest = async (value: string) => {
        const { status, text } = await ask(`${url}${PATH}?value=${encodeURIComponent(value)}`, asApp)
        return { status, body: JSON.parse(text) }
      }
      let matched = 0
      const compare = async (value: string) => {
        const ids = await week.matchedBy(value)
        const { status, body } = await backtest(value)
        assert.equal(status, ids === undefined ? 400 : 200, value)
        if (ids === undefined) return
        matched += ids.length
        const { data, meta } = body
        assert.deepEqual(data.hours, hoursOf(ids, data.hours[0].start), value)
        assert.deepEqual(
          data.samples.map(({ id }: { id: string }) => id),
          ids.slice(0, 20).map(String),
        )
        const seconds = bySecond(ids)
        const dropped = [...seconds.values()].reduce((sum, count) => sum + Math.max(0, count - 50), 0)
        const peak = Math.max(0, ...seconds.values())
        assert.deepEqual([data.value, data.dialect, data.matched], [value, '2', ids.length])
        assert.deepEqual(
          [data.per_second.peak, data.per_second.dropped, data.per_second.seconds_above],
          [peak, dropped, dropped > 0 ? 1 : 0],
        )
        assert.deepEqual([data.per_second.cap, data.per_second.share], [50, peak / 50])
        const days = Date.parse(meta.end_time) - Date.parse(meta.start_time)
        const projected = Math.round(((ids.length - dropped) * MONTH_MS) / days)
        assert.deepEqual([data.per_month.cap, data.per_month.projected], [500_000, projected])
        assert.ok(Math.abs(data.per_month.share - projected / 500_000) < 0.000_001)
        assert.deepEqual([meta.is_complete, 'next_token' in meta], [true, false])
        assert.equal(meta.start_time, data.hours[0].start)
        assert.ok(meta.examined >= ids.length)
      }
      await compare('hidden OR cat OR dog')
      assert.ok(matched > 150, 'before the index has them all')
      await consumed(context.store, 'search')
      await fc.assert(fc.asyncProperty(week.rules, compare), { numRuns: 40 })
      await compare('cat rush')
      assert.ok(matched > 210)

      const now = await week.post('a pterodactyl, not in the index yet')
      const { data, meta } = (await backtest('pterodactyl')).body
      assert.deepEqual(
        [data.matched, data.samples[0].id, data.hours, meta.is_index_current],
        [1, String(now), hoursOf([now], data.hours[0].start), true],
      )
      assert.deepEqual(Object.keys(data.samples[0]).sort(), ['author_id', 'created_at', 'id', 'text'])
    })
  })
}

const shared = sharedServer()

async function stage(t: Hooks, source: TestServerOptions | SharedServer = shared) {
  const server = await serverFor(t, source)
  const app = await createProjectApp(server.context)
  const get = async (query: string) => {
    const { status, text, headers } = await ask(`${server.url}${PATH}${query}`, app.asApp)
    return { status, headers, body: JSON.parse(text) }
  }
  return { ...server, app, get }
}

test('the rule is read with the dialect of its stream', async (t) => {
  const { get } = await stage(t)
  assert.equal((await get('?value=cat%20is:reply')).status, 200)
  const { status, body } = await get('?value=cat%20is:reply&dialect=labs-1')
  assert.equal(status, 400)
  assert.match(body.errors[0].message, /^Reference to invalid operator 'is:reply'/)
})

test('spec/rules.md#create: a backtest is refused with the same errors as adding the rule', async (t) => {
  const { get } = await stage(t)
  const { status, body } = await get('?value=--b')
  assert.deepEqual(
    [status, body.errors],
    [
      400,
      [
        {
          parameters: { value: ['--b'] },
          message:
            'Rules must contain a non-negation term (at position 1), ' +
            'Rules must contain at least one positive, non-stopword clause (at position 1)',
        },
      ],
    ],
  )
  const long = await get(`?value=${'a'.repeat(513)}`)
  assert.match(long.body.errors[0].message, /^Rule must be no longer than 512 characters/)
})

test('400/2 without a rule, with an unknown dialect, a token of another call, and unknown parameters', async (t) => {
  const { get } = await stage(t)
  for (const query of [
    '',
    '?value=',
    '?value=cat&dialect=1',
    '?value=cat&next_token=b1abc',
    '?value=cat&next_token=t10-0',
    '?value=cat&next_token=t1zzzzzzzz-0',
    '?value=cat&q=1',
  ]) {
    const { status, body } = await get(query)
    assert.deepEqual([status, body.title], [400, 'Invalid Request'], query)
  }
})

test('the longest rule fits into the URL, with any letters', async (t) => {
  const { get } = await stage(t)
  const longest = `"${'🐈'.repeat(510)}"`
  const { status, body } = await get(`?value=${encodeURIComponent(longest)}`)
  assert.deepEqual([status, body.data.value], [200, longest])
})

test('429 after 120 backtests in 15 minutes, in a separate window', async (t) => {
  const { url, app, get } = await stage(t)
  const { headers } = await get('?value=cat')
  assert.deepEqual(
    ['limit', 'remaining'].map((name) => headers.get(`x-rate-limit-${name}`)),
    ['120', '119'],
  )
  const other = await ask(`${url}/labs/2/rules/compare?from=cat&to=dog`, app.asApp)
  assert.equal(other.headers.get('x-rate-limit-remaining'), '119')
})

test('403/3 an app that is removed from Labs', async (t) => {
  const { context, app, get } = await stage(t)
  await changeLabsEnrolment(context, app.appId, false)
  const { status, body } = await get('?value=cat')
  assert.deepEqual([status, body.title], [403, 'Client Forbidden'])
})

test('OAuth 1.0a is 403 unsupported-authentication', async (t) => {
  const { url, app, context } = await stage(t)
  const { id } = await createOneUser(context)
  const { status, text } = await ask(`${url}${PATH}?value=cat`, await app.asUser(id))
  assert.deepEqual([status, JSON.parse(text).title], [403, 'Unsupported Authentication'])
})

test('a server whose search covers fewer days returns the covered time', async (t) => {
  const { get, context } = await stage(t, { settings: { search_days: '2' } })
  const { id: authorId } = await createOneUser(context)
  await createPost(context, { authorId, text: 'a cat' })
  const { body } = await get('?value=cat')
  const { meta, data } = body
  assert.equal(Date.parse(meta.end_time) - Date.parse(meta.start_time), 2 * 86_400_000)
  assert.deepEqual([data.matched, data.per_month.projected, data.hours.length], [1, 15, 168])
})
