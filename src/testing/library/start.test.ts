/** Tests the test library: a server in this process, its builders and its controls. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, describe, test } from 'node:test'
import { connect } from 'node:tls'
import postgres from 'postgres'
import { ask, bearer, signature } from '../../../test/support/api-client.ts'
import { testDatabase } from '../../../test/support/databases/databases.ts'
import { slowTest } from '../../../test/support/part.ts'
import { type Aviary, startAviary, useAviary } from '../index.ts'

const START = Date.UTC(2020, 7, 12)

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API
type Json = any

async function get(
  aviary: Aviary,
  path: string,
  credentials = bearer(aviary.app.bearerToken),
): Promise<Json> {
  const { text } = await ask(aviary.url + path, credentials)
  return JSON.parse(text)
}

describe('a server for the tests of a file', () => {
  const aviary = useAviary({ before, after, beforeEach }, { clock: { at: START, speed: 0 } })
  let prepared: string

  before(async () => {
    prepared = (await aviary.createPost({ author: aviary.user, text: 'Prepared' })).id
  })

  test('builders create objects that the API returns', async () => {
    const writer = await aviary.createUser({
      screenName: 'writer',
      description: 'Writes.',
      createdAt: '2020-01-01',
    })
    const reader = await aviary.createUser({ screenName: 'reader', id: '77' })
    await aviary.createFollow({ follower: reader, followee: writer })
    const post = await aviary.createPost({ author: writer, text: 'One heron', likes: [reader, aviary.user] })
    const app = await aviary.createApp({ owner: writer, apiDate: '2019-06-01', permissions: 'read-write' })
    const { accessToken, accessTokenSecret } = await aviary.createToken({ app, user: reader })
    await aviary.createMessage({ sender: writer, recipient: reader, text: 'Hello' })
    const { value } = await aviary.createRule({ app: aviary.app, value: 'heron', tag: 'birds' })
    assert.equal(value, 'heron')
    assert.deepEqual((await get(aviary, `/1.1/followers/ids.json?user_id=${writer.id}`)).ids, [77])
    const fields = 'tweet.fields=public_metrics,author_id&expansions=author_id&user.fields=created_at'
    const { data, includes } = await get(aviary, `/2/tweets?ids=${post.id},${prepared}&${fields}`)
    assert.deepEqual([data[0].public_metrics.like_count, data[0].author_id], [2, writer.id])
    assert.equal(includes.users[0].created_at, '2020-01-01T00:00:00.000Z')
    const consumer = { key: app.consumerKey, secret: app.consumerSecret }
    const asReader = signature(consumer, { key: accessToken, secret: accessTokenSecret }, () => START)
    assert.equal((await get(aviary, '/1.1/account/verify_credentials.json', asReader)).id_str, '77')
    const oauth2 = await aviary.createOAuth2Token({
      app: aviary.app,
      user: reader,
      scope: 'tweet.read users.read',
    })
    assert.equal(oauth2.refreshToken, undefined)
    assert.equal((await get(aviary, '/2/users/me', bearer(oauth2.accessToken))).data.id, '77')
  })

  test('each test begins with the state that the server had after the last `before` hook', async () => {
    assert.equal((await get(aviary, '/1.1/users/show.json?screen_name=writer')).errors[0].code, 50)
    assert.equal((await get(aviary, `/2/tweets/${prepared}`)).data.text, 'Prepared')
    assert.equal(aviary.requests.list().length, 2)
  })

  test('a test can control the clock, the faults and the request log', async () => {
    assert.equal(aviary.clock.now(), START)
    await aviary.clock.step('15m')
    await aviary.clock.set('2020-08-13')
    assert.equal(aviary.clock.now(), START + 86_400_000)
    assert.throws(
      () => aviary.faults.set({ do: { error: 'none' } }),
      /faults\[0\]\.do\.error: .*no documented error none/,
    )
    aviary.faults.set([{ name: 'limited', app: aviary.app.id, calls: 2, do: { error: 429 } }])
    await get(aviary, `/2/tweets/${prepared}`)
    const limited = aviary.requests.waitFor({ path: '/2/tweets/:id', status: 429 })
    await get(aviary, `/2/tweets/${prepared}`)
    assert.deepEqual((await limited).faults, ['limited'])
    assert.deepEqual(aviary.faults.counts(), [{ name: 'limited', calls: 2, hits: 1 }])
    assert.equal(aviary.requests.list({ status: '4xx' }).length, 1)
    assert.equal(JSON.parse(aviary.requests.har()).log.entries.length, 2)
    await assert.rejects(
      aviary.requests.waitFor({ method: 'POST' }, 1),
      /no request matched \{"method":"POST"\} within 1 ms; the newest entries are GET \/2\/tweets/,
    )
    aviary.faults.clear()
    assert.ok((await get(aviary, `/2/tweets/${prepared}`)).data)
  })

  test('a test can restore a snapshot', async () => {
    await aviary.snapshot('before')
    const { id } = await aviary.createPost({ author: aviary.user, text: 'After' })
    await aviary.restore('before')
    assert.equal((await get(aviary, `/2/tweets/${id}`)).data, undefined)
  })
})

test('errors name the wrong option or input', async () => {
  const refused = (options: object, message: RegExp) => assert.rejects(startAviary(options), message)
  await refused({ seed: { users: [{ screen_nme: 'ada' }] } }, /seed: users\[0\]\.screen_nme: unknown key/)
  await refused({ seed: 'missing.yaml' }, /the seed file: ENOENT.*aviary init missing\.yaml/)
  await refused({ apiDate: 'soon' }, /--api-date: "soon" is not accepted/)
  await refused({ apiDate: '2006-03-20' }, /--api-date: "2006-03-20" is not accepted/)
  await refused({ clock: { at: 'noon' } }, /a time such as/)
  await refused({ clock: { at: '2006-03-21' } }, /times from 2010-11-04/)
  const unused = useAviary({ before: () => undefined, after: () => undefined, beforeEach: () => undefined })
  assert.throws(() => unused.url, /the server starts in the hook "before"/)
})

slowTest('on PostgreSQL: a new database, which is dropped when the server ends', async (t) => {
  const url = await testDatabase(t)
  const sql = postgres(url, { max: 1 })
  t.after(() => sql.end())
  // The test compares names, because other tests create databases of this kind at the same time.
  const throwAway = async () => {
    const rows = await sql<
      { datname: string }[]
    >`select datname from pg_database where datname like 'aviary_test_%'`
    return new Set(rows.map(({ datname }) => datname))
  }
  const before = await throwAway()
  let during = before
  {
    await using aviary = await startAviary({ clock: { at: START, speed: 0 }, database: url })
    const prepared = await aviary.createPost({ author: aviary.user, text: 'Prepared' })
    await aviary.snapshot('before')
    const later = await aviary.createPost({ author: aviary.user, text: 'Later' })
    const { data } = await get(aviary, `/2/tweets?ids=${prepared.id},${later.id}`)
    assert.equal(data.length, 2)
    await aviary.clock.step('15m')
    await aviary.restore('before')
    const { data: restored } = await get(aviary, `/2/tweets?ids=${prepared.id},${later.id}`)
    assert.deepEqual(restored, [data[0]])
    await aviary.reset()
    assert.equal((await get(aviary, `/2/tweets/${prepared.id}`)).data, undefined)
    during = (await throwAway()).difference(before)
    assert.ok(during.size > 0)
  }
  assert.ok((await throwAway()).intersection(during).size < during.size)
})

slowTest('a seed as an object, with ids as bigints, numbers and digits', async () => {
  await using aviary = await startAviary({
    seed: {
      users: [
        { screen_name: 'ada', id: 9_007_199_254_740_993n },
        { screen_name: 'bob', id: 2 },
      ],
      apps: [{ name: 'Bot', owner: 'ada', id: '3', tokens: [{ user: 'bob' }] }],
    },
  })
  const { user, app, token } = aviary
  assert.deepEqual(user, { id: '9007199254740993', screenName: 'ada' })
  assert.deepEqual([app.id, token.userId], ['3', '2'])
  await assert.rejects(aviary.createPost({ author: 'ada', text: 'x' }), /"ada" is no id/)
  await assert.rejects(
    aviary.createToken({ app, user, accessToken: '1-x' }),
    /accessToken and accessTokenSecret belong together/,
  )
})

test("with the setting `tls`, the server's certificate is valid for the public host names, and a client can trust its CA", async () => {
  await using aviary = await startAviary({ clock: { at: START }, settings: { tls: 'auto' } })
  const { caFile = '', names = [] } = aviary.tls ?? {}
  assert.ok(names.includes('api.x.com'))
  const { port } = new URL(aviary.url)
  const socket = connect({ port: Number(port), ca: readFileSync(caFile), servername: 'api.x.com' })
  await once(socket, 'secureConnect')
  socket.destroy()
})
