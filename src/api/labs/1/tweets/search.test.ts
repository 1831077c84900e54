import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSearch } from '../../../../../test/support/streams/recent-search.ts'
import { changeLabsEnrolment } from '../../../../domain/apps/enrolment.ts'
import { dayOf } from '../../../../domain/usage/period.ts'
import { addUsage, MONTHLY_CAP, usageAccountOf } from '../../../../domain/usage/usage.ts'

const PATH = '/labs/1/tweets/search'

test('spec/retired-endpoints.md#labs-v1-calls: recent search with formats', async (t) => {
  const stage = await openSearch(t, 'sqlite', { api_date: '2020-07-07' })

  await t.test('200 pages of posts in a format, with included objects in their formats', async () => {
    const query = { query: 'owl', format: 'compact', expansions: 'author_id', 'user.format': 'default' }
    const { json, headers } = await stage.get(PATH, query)
    assert.equal(headers.get('x-rate-limit-limit'), '225')
    assert.deepEqual(
      json.data.map(({ id }: { id: string }) => id),
      stage.ids.slice(0, 10),
    )
    assert.deepEqual(Object.keys(json.data[0]), ['id', 'created_at', 'text', 'author_id', 'format'])
    assert.equal(json.data[0].format, 'compact')
    assert.deepEqual(
      json.includes.users.map(({ id, format }: Record<string, string>) => [id, format]),
      [[String(stage.author.id), 'default']],
    )
    const next = await stage.get(PATH, { query: 'owl', next_token: json.meta.next_token })
    assert.equal(next.json.data[0].id, stage.ids[10])
    assert.equal(next.json.data[0].format, 'default')
  })
  await t.test('400/2 with the texts of Labs v1: fields are unknown parameters', async () => {
    const { status, json } = await stage.get(PATH, { 'tweet.fields': 'id' })
    assert.equal(status, 400)
    assert.deepEqual(json.errors, [
      { parameters: { 'tweet.fields': ['id'] }, message: 'Unknown parameters in request: tweet.fields' },
      { parameters: { '': [] }, message: 'Request parameter `query` can not be empty' },
    ])
  })
  await t.test('429/2 spec/recent-search.md#monthly-cap: the cap of Labs v2 applies', async () => {
    const { store, clock } = stage.context
    const account = await usageAccountOf(store, stage.app.appId, 'labs-2-search')
    await addUsage(store, [{ account, day: dayOf(clock.now()), posts: MONTHLY_CAP }])
    const { status, json } = await stage.get(PATH, { query: 'owl' })
    assert.deepEqual([status, json.type], [429, 'https://api.twitter.com/labs/1/problems/usage-capped'])
  })
  await t.test('403/3 an app that is removed from Labs', async () => {
    await changeLabsEnrolment(stage.context, stage.app.appId, false)
    const { status, json } = await stage.get(PATH, { query: 'owl' })
    assert.deepEqual([status, json.reason], [403, 'client-not-enrolled'])
  })
})
