/** Tests how the day of a request is chosen under test controls (spec/versioning.md#day-of-a-request). */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { ENDING_LIFETIMES } from '../../src/api/_versions/lifetimes.ts'
import { ask, type Credentials, createTestApp, parseExactly } from '../support/api-client.ts'
import { ENGINES } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { startInTestMode } from '../support/test-mode.ts'
import { createOneUser } from '../support/users.ts'

/** A path that was retired on 2018-09-17. This version of Aviary does not serve the path. */
const ENDED = '/1.1/direct_messages/sent.json'
const ADVICE =
  'The header aviary-api-date must be a day from 2006-03-21 on, such as 2020-08-12, live or latest.'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/versioning.md#day-of-a-request: the app and the request choose the day, on ${engine}`, async (t) => {
    const server = await startInTestMode(t, {
      engine,
      settings: { limits: 'off' },
      // The responses are not compared with the API document, because it describes the default day.
      families: publicFamilies(),
    })
    const { url, context, control } = server
    const app = await createTestApp(context)
    const other = await createTestApp(context)
    const { id } = await createOneUser(context)
    const asUser = await app.asUser(id)
    const dateOf = (key: string) => `/test/apps/${key}/date`
    const send = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}${path}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    const statusOn = async (date: string, path: string) =>
      (await send(path, { 'aviary-api-date': date })).status
    const langFor = async (credentials: Credentials) => {
      const answer = await ask(`${url}/1.1/users/show.json?user_id=${id}`, credentials)
      return (parseExactly(answer.text) as { lang: unknown }).lang
    }

    await t.test('the header also decides for calls without credentials', async () => {
      assert.equal(await statusOn('2018-09-17', ENDED), 410)
      assert.equal(await statusOn('2020-02-24', '/labs/2/tweets?ids=1'), 404)
      assert.equal(await statusOn('2020-02-25', '/labs/2/tweets?ids=1'), 401)
      assert.equal(await statusOn('2020-08-11', '/2/tweets?ids=1'), 404)
      assert.equal(await statusOn('2020-08-12', '/2/tweets?ids=1'), 401)
    })

    await t.test('a wrong day gets 400, in the format of each family', async () => {
      for (const date of [
        'yesterday',
        '2020-02-31',
        '2006-03-20',
        'off',
        '2020-8-1',
        '',
        '2020-08-12, live',
      ]) {
        const { status, text } = await send('/1.1/users/show.json', { 'aviary-api-date': date })
        assert.deepEqual(
          [status, JSON.parse(text)],
          [400, { errors: [{ code: 214, message: ADVICE }] }],
          date,
        )
      }
      for (const path of [
        '/1.1/nothing.json',
        '/labs/2/tweets',
        '/2/tweets',
        '/2/oauth2/token',
        '/stream/compliance/1',
        '/oauth/authorize',
        '/oauth/request_token',
        '/nothing',
      ]) {
        const { status, text } = await send(path, { 'aviary-api-date': 'yesterday' })
        assert.deepEqual([status, text.includes(ADVICE)], [400, true], path)
      }
    })

    await t.test(
      'an app can have its own day, however the request names the app, and a header takes precedence',
      async () => {
        assert.deepEqual(await control('GET', dateOf(app.consumerKey)), {
          status: 200,
          body: { app_id: String(app.appId), date: null },
        })
        const set = await control('PUT', dateOf(app.consumerKey), { date: '2019-05-20' })
        assert.deepEqual(set, { status: 200, body: { app_id: String(app.appId), date: '2019-05-20' } })
        assert.deepEqual(await control('GET', dateOf(String(app.appId))), set)
        assert.deepEqual(
          [await langFor(asUser), await langFor(app.asApp), await langFor(other.asApp)],
          ['en', 'en', null],
        )
        await control('PUT', dateOf(app.consumerKey), { date: '2017-05-07' })
        const unsigned = {
          authorization: `OAuth oauth_consumer_key="${app.consumerKey}", oauth_nonce="a", oauth_signature="a", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1"`,
        }
        const basic = { authorization: `Basic ${Buffer.from(`${app.consumerKey}:x`).toString('base64')}` }
        for (const headers of [unsigned, basic]) {
          assert.equal((await send('/labs/2/tweets', headers)).status, 404)
          assert.equal((await send('/labs/2/tweets', { ...headers, 'aviary-api-date': 'live' })).status, 401)
        }
        const inQuery = `?oauth_consumer_key=${app.consumerKey}&oauth_nonce=a&oauth_signature=a&oauth_signature_method=HMAC-SHA1&oauth_timestamp=1`
        assert.equal((await send(`/labs/2/tweets${inQuery}`)).status, 404)
        await control('PUT', dateOf(app.consumerKey), { date: '2018-09-17' })
        assert.equal((await send(`${ENDED}${inQuery}`)).status, 410)
        await control('PUT', dateOf(app.consumerKey), { date: null })
        assert.equal(await langFor(asUser), null)
      },
    )

    await t.test('the 400 and 404 errors of the control say which dates and apps it accepts', async () => {
      for (const body of [{ date: 'tomorrow' }, { date: 5 }, {}, { date: 'live', day: 1 }, undefined]) {
        const { status, body: error } = await control('PUT', dateOf(app.consumerKey), body)
        assert.deepEqual([status, /a day from 2006-03-21 on/.test(String(error['error']))], [400, true])
      }
      for (const key of ['nothing', '99999999999999999999', '0']) {
        assert.deepEqual(await control('PUT', dateOf(key), { date: 'live' }), {
          status: 404,
          body: { error: 'no app has this consumer key or id.' },
        })
      }
    })

    await t.test(
      'an open stream is disconnected when the day of its app passes the end of the path',
      async (t) => {
        await control('PUT', dateOf(app.consumerKey), { date: '2022-10-28' })
        const stream = await PostReader.open(`${url}/1.1/statuses/sample.json`, asUser)
        t.after(() => stream.close())
        assert.equal(stream.status, 200)
        await control('PUT', dateOf(app.consumerKey), { date: '2022-10-29' })
        await stream.ended
        assert.equal(stream.lines.at(-1).disconnect.code, 1)
        assert.equal((await ask(`${url}/1.1/statuses/sample.json`, asUser)).status, 410)
        await control('PUT', dateOf(app.consumerKey), { date: null })
      },
    )
  })
}

test('spec/versioning.md#day-of-a-request: names of headers are in mixed case until 2017-05-08, even on errors', async (t) => {
  const { url } = await startInTestMode(t, { families: publicFamilies() })
  const namesOn = (date: string, path: string) =>
    new Promise<string>((resolve, reject) => {
      const asked = request(`${url}${path}`, { headers: { 'aviary-api-date': date } })
      asked.on('response', (response) => {
        response.resume()
        resolve(response.rawHeaders.filter((_text, at) => at % 2 === 0).join(' '))
      })
      asked.on('error', reject).end()
    })
  for (const path of ['/1.1/users/show.json', '/1.1/nothing.json', '/labs/2/tweets']) {
    assert.match(await namesOn('2017-05-07', path), /\bContent-Type\b/)
    assert.match(await namesOn('2017-05-08', path), /\bcontent-type\b/)
  }
})

/** The day before the given day. */
function eveOf(day: string): string {
  return new Date(Date.parse(day) - 1).toISOString().slice(0, 10)
}

/** The body of the response of a retired path to a request without credentials. */
function goneBody(path: string, sunset: string): RegExp {
  if (path.startsWith('/1/')) return /"code":68/
  if (/^\/1\.1\/(user|site)\.json/.test(path)) return /have been turned off/
  if (path.startsWith('/1.1/')) return /"code":251/
  return new RegExp(`"title":"Gone",.*"detail":"This endpoint was retired on ${sunset}\\. Use /`)
}

test('spec/versioning.md#retired-paths: a retired path sends 404 before its first day, headers from the announcement of its end on, and 410 from its end on', async (t) => {
  const { url } = await startInTestMode(t, { families: publicFamilies() })
  let asked = 0
  for (const { methods: [method] = ['GET'], paths, since, retirement } of ENDING_LIFETIMES) {
    const { deprecated, sunset } = retirement
    const path = (paths[0] ?? '').replace(/:\w+/, '7').replace('*', 'statuses/show.json')
    const on = async (date: string) => {
      asked += 1
      const response = await fetch(`${url}${path}`, { method, headers: { 'aviary-api-date': date } })
      const signals = ['deprecation', 'sunset', 'link'].filter((name) => response.headers.has(name))
      return { status: response.status, signals: signals.length, text: await response.text() }
    }
    const what = `${method} ${path}`
    if (since !== undefined) {
      const before = await on(eveOf(since))
      assert.deepEqual([before.status, /"code":34/.test(before.text)], [404, true], what)
    }
    // API version 1 has ended, and none of its paths is served.
    if (!path.startsWith('/1/')) {
      const announced = since !== undefined && since > deprecated ? since : deprecated
      if (announced === deprecated) assert.equal((await on(eveOf(deprecated))).signals, 0, what)
      for (const day of [announced, eveOf(sunset)]) {
        const { status, signals } = await on(day)
        assert.deepEqual([[400, 401].includes(status), signals], [true, 3], `${what} on ${day}: ${status}`)
      }
    }
    const gone = await on(sunset)
    assert.deepEqual([gone.status, gone.signals], [410, 0], what)
    assert.match(gone.text, goneBody(path, sunset), what)
  }
  assert.ok(asked > 70, String(asked))
})
