/** Rate windows of earlier days (spec/retired-endpoints.md#limits-by-date). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicFamilies } from '../../src/edge.ts'
import { API_DATE_HEADER } from '../../src/http/api-date-header.ts'
import { createTestApp } from '../support/api-client.ts'
import { startTestServer } from '../support/server.ts'
import { createOneUser } from '../support/users.ts'

test('spec/retired-endpoints.md#limits-by-date: windows, their headers and the list of windows are those of the day', async (t) => {
  const { url, context } = await startTestServer(t, {
    settings: { test_controls: 'on' },
    families: publicFamilies(),
  })
  const app = await createTestApp(context)
  const { id } = await createOneUser(context)
  const user = await app.asUser(id)
  const get = async (path: string, day: string) => {
    const address = `${url}${path}`
    return fetch(address, { headers: { authorization: user('GET', address), [API_DATE_HEADER]: day } })
  }
  const limitOf = async (path: string, day: string) =>
    (await get(path, day)).headers.get('x-rate-limit-limit')

  for (const [path, before, since] of [
    [`/1.1/users/show.json?user_id=${id}`, '180', '900'],
    [`/1.1/statuses/user_timeline.json?user_id=${id}`, '180', '900'],
    [`/1.1/favorites/list.json?user_id=${id}`, '15', '75'],
    [`/1.1/followers/ids.json?user_id=${id}`, '15', '15'],
    [`/1.1/search/tweets.json?q=a`, '180', '180'],
  ] as const) {
    assert.equal(await limitOf(path, '2016-06-30'), before, path)
    assert.equal(await limitOf(path, '2016-07-01'), since, path)
  }

  const listed = async (day: string) => {
    const answer = await get('/1.1/application/rate_limit_status.json?resources=users,favorites', day)
    const { resources } = (await answer.json()) as {
      readonly resources: Readonly<Record<string, Readonly<Record<string, { readonly limit: number }>>>>
    }
    return [
      resources['users']?.['/users/show/:id']?.limit,
      resources['favorites']?.['/favorites/list']?.limit,
    ]
  }
  assert.deepEqual(await listed('2016-06-30'), [180, 15])
  assert.deepEqual(await listed('2016-07-01'), [900, 75])

  const write = async (path: string, form: Record<string, string>, day: string) => {
    const address = `${url}${path}`
    const headers = { authorization: user('POST', address, form), [API_DATE_HEADER]: day }
    const answer = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(form) })
    return [answer.status, answer.headers.get('x-rate-limit-limit')]
  }
  const { id: other } = await createOneUser(context)
  const followed = { user_id: String(other) }
  assert.deepEqual(await write('/1.1/friendships/create.json', followed, '2018-10-21'), [200, null])
  assert.deepEqual(await write('/1.1/friendships/create.json', followed, '2018-10-22'), [200, '1000'])
  assert.deepEqual(await write('/1.1/friendships/create.json', followed, '2019-04-08'), [200, '400'])
  assert.deepEqual(await write('/1.1/statuses/update.json', { status: 'a' }, '2018-10-21'), [200, null])
  assert.deepEqual(await write('/1.1/statuses/update.json', { status: 'b' }, '2018-10-22'), [200, '300'])
})
