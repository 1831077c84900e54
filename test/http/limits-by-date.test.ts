/** Tests the rate windows of earlier days (spec/retired-endpoints.md#limits-by-date). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { limitedOn } from '../../src/api/_versions/limits.ts'
import { V11_ENDPOINTS } from '../../src/api/1.1/_endpoints.ts'
import { API_DATE_HEADER } from '../../src/http/api-date-header.ts'
import { must } from '../../src/lib/assert.ts'
import { createTestApp } from '../support/api-client.ts'
import { slowTest } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { createOneUser } from '../support/users.ts'

test('spec/retired-endpoints.md#limits-by-date: windows, their headers and the list of windows depend on the day', async (t) => {
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

function endpointOf(method: string, path: string) {
  return must(
    V11_ENDPOINTS.find((each) => each.method === method && each.paths[0] === path),
    path,
  )
}

test('spec/retired-endpoints.md#limits-by-date: every row of the table is correct before and after 2016-07-01', () => {
  for (const [rest, before, user, app] of [
    ['followers/ids', 15, 15, 15],
    ['friends/ids', 15, 15, 15],
    ['statuses/home_timeline', 15, 15, 0],
    ['statuses/user_timeline', 180, 900, 1_500],
    ['users/show', 180, 900, 900],
    ['users/lookup', 180, 900, 300],
    ['statuses/show', 180, 900, 900],
    ['statuses/lookup', 180, 900, 300],
    ['lists/statuses', 180, 900, undefined],
    ['statuses/mentions_timeline', 15, 75, undefined],
    ['favorites/list', 15, 75, undefined],
    ['account/verify_credentials', 15, 75, undefined],
    ['trends/place', 15, 75, undefined],
    ['statuses/retweeters/ids', 15, 75, undefined],
    ['statuses/retweets/:id', 60, 75, 300],
    ['search/tweets', 180, 180, 450],
    ['direct_messages', 15, 300, undefined],
    ['direct_messages/sent', 15, 300, undefined],
    ['direct_messages/show', 15, 300, undefined],
  ] as const) {
    const endpoint = endpointOf('GET', `/1.1/${rest}.json`)
    assert.equal(limitedOn(endpoint, '2016-06-30').window?.user, before, rest)
    const later = limitedOn(endpoint, '2016-07-01').window
    assert.equal(later?.user, user, rest)
    if (app !== undefined) assert.equal(later?.app, app, rest)
  }
})

test('spec/retired-endpoints.md#limits-by-date: budgets of apps for writes begin on 2018-10-22, and budgets for timelines begin on 2019-06-19', () => {
  for (const [method, path, since, limit, seconds] of [
    ['POST', '/1.1/statuses/update.json', '2018-10-22', 300, 10_800],
    ['POST', '/1.1/statuses/retweet/:id.json', '2018-10-22', 300, 10_800],
    ['POST', '/1.1/favorites/create.json', '2018-10-22', 1_000, 86_400],
    ['POST', '/1.1/friendships/create.json', '2018-10-22', 1_000, 86_400],
    ['POST', '/1.1/direct_messages/events/new.json', '2018-10-22', 15_000, 86_400],
    ['GET', '/1.1/statuses/user_timeline.json', '2019-06-19', 100_000, 86_400],
    ['GET', '/1.1/statuses/mentions_timeline.json', '2019-06-19', 100_000, 86_400],
  ] as const) {
    const eve = new Date(Date.parse(since) - 1).toISOString().slice(0, 10)
    const endpoint = endpointOf(method, path)
    assert.equal(limitedOn(endpoint, eve).window?.further, undefined, path)
    const [budget] = limitedOn(endpoint, since).window?.further ?? []
    assert.deepEqual([budget?.of, budget?.limit, budget?.seconds], ['app', limit, seconds], path)
  }
})

slowTest(
  '403/161 more than 1,000 follows of a user a day before 2019-04-08, and more than 400 from that day on',
  async (t) => {
    const { url, context } = await startTestServer(t, {
      settings: { test_controls: 'on' },
      families: publicFamilies(),
    })
    const { id: followed } = await createOneUser(context)
    const form = { user_id: String(followed) }
    for (const [day, limit, shown] of [
      ['2018-10-21', 1_000, null],
      ['2018-10-22', 1_000, '1000'],
      ['2019-04-08', 400, '400'],
    ] as const) {
      // The caller uses another app, whose budget is not used up.
      const own = await createTestApp(context)
      const user = await own.asUser((await createOneUser(context)).id)
      const follow = () => {
        const address = `${url}/1.1/friendships/create.json`
        const headers = { authorization: user('POST', address, form), [API_DATE_HEADER]: day }
        return fetch(address, { method: 'POST', headers, body: new URLSearchParams(form) })
      }
      for (let call = 0; call < limit; call += 1) assert.equal((await follow()).status, 200, `${day} ${call}`)
      const refused = await follow()
      const { errors } = (await refused.json()) as { readonly errors: readonly { readonly code: number }[] }
      assert.deepEqual(
        [refused.status, errors[0]?.code, refused.headers.get('x-rate-limit-limit')],
        [403, 161, shown],
      )
    }
  },
)
