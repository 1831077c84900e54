import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../../../test/support/api-client.ts'
import { ENGINES, type Hooks } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import * as fc from '../../../../../test/support/properties.ts'
import {
  type SharedServer,
  serverFor,
  sharedServer,
  type TestServerOptions,
} from '../../../../../test/support/server.ts'
import { createProjectApp, postJson } from '../../../../../test/support/streams/rule-suite.ts'
import { hoursOf, WeekOfPosts } from '../../../../../test/support/streams/week-of-posts.ts'
import { changeLabsEnrolment } from '../../../../domain/apps/enrolment.ts'

const PATH = '/labs/2/rules/compare'
const RULES = '/labs/1/tweets/stream/filter/rules'

const shared = sharedServer()

async function stage(t: Hooks, source: TestServerOptions | SharedServer = shared) {
  const server = await serverFor(t, source)
  const app = await createProjectApp(server.context)
  const get = async (query: Record<string, string>, credentials = app.asApp) => {
    const { status, text, headers } = await ask(
      `${server.url}${PATH}?${new URLSearchParams(query)}`,
      credentials,
    )
    return { status, headers, body: JSON.parse(text) }
  }
  return { ...server, app, get }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`comparisons on ${engine}`, () => {
    test('spec/server.md#rule-tools: the added and lost posts of an edited rule equal those of the reference implementation', async (t) => {
      const { get, server } = await stage(t, { engine, settings: { limits: 'off' } })
      const week = await WeekOfPosts.write(server)
      let [gained, lost] = [0, 0]
      const compare = async (from: string, to: string) => {
        const [old, edited] = [await week.matchedBy(from), await week.matchedBy(to)]
        const { status, body } = await get({ from, to })
        assert.equal(status, old === undefined || edited === undefined ? 400 : 200)
        if (old === undefined || edited === undefined) return
        const { data, meta } = body
        const more = edited.filter((id) => !old.includes(id))
        const less = old.filter((id) => !edited.includes(id))
        const shown = ({ matched, samples }: { matched: number; samples: { id: string }[] }) => ({
          matched,
          ids: samples.map(({ id }) => id),
        })
        const expected = (ids: readonly bigint[]) => ({
          matched: ids.length,
          ids: ids.slice(0, 20).map(String),
        })
        assert.deepEqual(shown(data.gained), expected(more), `${from} to ${to}`)
        assert.deepEqual(shown(data.lost), expected(less), `${from} to ${to}`)
        assert.equal(data.kept, old.length - less.length)
        for (const [rule, ids, value] of [
          [data.from, old, from],
          [data.to, edited, to],
        ] as const) {
          assert.deepEqual([rule.value, rule.dialect, rule.matched], [value, '2', ids.length])
          assert.deepEqual(rule.hours, hoursOf(ids, rule.hours[0].start))
        }
        assert.equal(meta.is_complete, true)
        gained += more.length
        lost += less.length
      }
      await fc.assert(fc.asyncProperty(week.rules, week.rules, compare), { numRuns: 30 })
      await compare('cat rush', 'cat -rush')
      assert.ok(gained > 50 && lost > 50)
    })
  })
}

test('a rule of the app can be given by its id, and is read with the dialect of its stream', async (t) => {
  const { url, app, get } = await stage(t)
  const added = await postJson(`${url}${RULES}`, app.asApp, { add: [{ value: 'cat' }] })
  const [{ id }] = added.body.data
  const { status, body } = await get({ id, to: 'cat OR dog' })
  assert.equal(status, 200)
  const { from, to } = body.data
  assert.deepEqual([from.id, from.value, from.dialect, to.dialect], [id, 'cat', 'labs-1', 'labs-1'])
  assert.equal((await get({ id, to: 'cat is:reply' })).status, 400, 'not in Labs v1')
})

test('a rule of another app is not found, like an unknown rule', async (t) => {
  const { url, app, context, get } = await stage(t)
  const added = await postJson(`${url}${RULES}`, app.asApp, { add: [{ value: 'cat' }] })
  const [{ id }] = added.body.data
  const other = await createProjectApp(context)
  for (const [asked, credentials] of [
    [id, other.asApp],
    ['1', app.asApp],
    ['9999999999999999999', app.asApp],
  ] as const) {
    const { status, body } = await get({ id: asked, to: 'cat OR dog' }, credentials)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      errors: [
        {
          value: asked,
          detail: `Could not find rule with id: [${asked}].`,
          title: 'Not Found Error',
          resource_type: 'rule',
          parameter: 'id',
          type: 'https://api.twitter.com/labs/2/problems/resource-not-found',
        },
      ],
    })
  }
})

test('400/2 too few or too many rules, invalid rules, and unknown parameters', async (t) => {
  const { get } = await stage(t)
  for (const [query, parameter] of [
    [{ id: '9'.repeat(20), to: 'cat' }, 'id'],
    [{ id: '+1', to: 'cat' }, 'id'],
    [{ to: 'cat' }, 'from'],
    [{ from: 'cat' }, 'to'],
    [{ from: '--b', to: 'cat' }, 'from'],
    [{ from: 'cat', to: '--b' }, 'to'],
    [{ from: 'cat', to: 'a'.repeat(513) }, 'to'],
    [{ id: '1', from: 'cat', to: 'cat' }, 'from'],
    [{ id: '1', dialect: '2', to: 'cat' }, 'dialect'],
    [{ id: 'x', to: 'cat' }, 'id'],
    [{ from: 'cat', to: 'dog', dialect: '3' }, 'dialect'],
    [{ from: 'cat', to: 'dog', next_token: 'x' }, 'next_token'],
    [{ from: 'cat', to: 'dog', q: '1' }, 'q'],
  ] as const) {
    const { status, body } = await get(query as Record<string, string>)
    assert.deepEqual([status, body.title], [400, 'Invalid Request'])
    assert.deepEqual(Object.keys(body.errors[0].parameters), [parameter])
  }
})

test('the two longest rules fit into the URL, with any letters', async (t) => {
  const { get } = await stage(t)
  const longest = (emoji: string) => `"${emoji.repeat(510)}"`
  const { status, body } = await get({ from: longest('🐈'), to: longest('🐕') })
  assert.deepEqual([status, body.data.to.value], [200, longest('🐕')])
})

test('403/3 an app that is removed from Labs', async (t) => {
  const { context, app, get } = await stage(t)
  await changeLabsEnrolment(context, app.appId, false)
  const { status, body } = await get({ from: 'cat', to: 'dog' })
  assert.deepEqual([status, body.title], [403, 'Client Forbidden'])
})
