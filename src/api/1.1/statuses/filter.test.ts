import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
import { ENGINES, type Hooks } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import {
  type SharedServer,
  serverFor,
  sharedServer,
  type TestServerOptions,
} from '../../../../test/support/server.ts'
import { PostReader } from '../../../../test/support/streams/post-stream.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { importUsers } from '../../../domain/accounts/import-users.ts'
import { NO_PROFILE } from '../../../domain/accounts/profile.ts'
import { revokeAppOfUser } from '../../../domain/apps/revoke-app-of-user.ts'
import { block, unblock } from '../../../domain/graph/block.ts'
import { changePostState } from '../../../domain/posts/state/change-post-state.ts'
import { scrubGeo } from '../../../domain/posts/state/scrub-geo.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { repost } from '../../../domain/posts/write/repost.ts'
import { API_DATE_HEADER } from '../../../http/api-date-header.ts'
import { publicFamilies } from '../../_families.ts'

const PATH = '/1.1/statuses/filter.json'

const NO_LIMITS = { settings: { limits: 'off' } }

const shared = {
  sqlite: sharedServer({ ...NO_LIMITS, engine: 'sqlite' }),
  postgres: sharedServer({ ...NO_LIMITS, engine: 'postgres' }),
}

async function stage(t: Hooks, source: TestServerOptions | SharedServer) {
  const server = await serverFor(t, source)
  const { context, url } = server
  const app = await createTestApp(context)
  const reader = await createOneUser(context)
  const { id: authorId } = await createOneUser(context)
  const credentials = await app.asUser(reader.id)
  const post = (text: string, more: object = {}) =>
    createPost(context, { authorId, text, isLimited: false, ...more })
  const open = async (query: string) => {
    const stream = await PostReader.open(`${url}${PATH}?${query}`, credentials)
    t.after(() => stream.close())
    return stream
  }
  return { ...server, app, reader, authorId, credentials, post, open }
}

function texts({ lines }: PostReader): string[] {
  return lines.flatMap((line) => line.text ?? [])
}

for (const engine of ENGINES) {
  const engineTest = slowOnPostgres(engine)
  describe(`GET statuses/filter on ${engine}`, () => {
    engineTest(
      'spec/v1-streams-and-lists.md#filter-and-sample: track, follow and locations are joined by OR; each post is a v1.1 object; long texts are in extended_tweet',
      async (t) => {
        const { open, post, context, reader, authorId } = await stage(t, shared[engine])
        const other = await createOneUser(context)
        const stream = await open(`track=cat,big%20dog&follow=${other.id}&locations=-1,50,1,52`)
        assert.deepEqual(
          [stream.status, stream.headers['content-type']],
          [200, 'application/json;charset=utf-8'],
        )
        await post('a category')
        const first = await post('A Cat!')
        await post('this dog is big')
        const followed = await post('nothing', { authorId: other.id })
        await repost(context, { userId: authorId, postId: followed.id })
        await post('in London', { lat: 51.5, long: -0.1 })
        await post(`cat ${'x'.repeat(200)}`)
        await stream.some(6)
        assert.deepEqual(
          texts(stream).map((text) => text.slice(0, 9)),
          ['A Cat!', 'this dog ', 'nothing', 'RT @', 'in London', 'cat xxxxx'].map((text, index) =>
            index === 3 ? `RT @${other.screenName}`.slice(0, 9) : text,
          ),
        )
        const [line, , , , , long] = stream.lines
        assert.deepEqual(
          [line.id_str, line.user.id_str, line.filter_level, line.favorited, typeof line.timestamp_ms],
          [String(first.id), String(authorId), 'low', false, 'string'],
        )
        assert.deepEqual([long.truncated, long.extended_tweet.full_text.length], [true, 204])
        assert.notEqual(reader.id, authorId)
      },
    )

    engineTest(
      'spec/retired-endpoints.md#stream-posts: a connection has the objects of the day on which it was opened',
      async (t) => {
        const settings = { limits: 'off', test_controls: 'on' }
        // With `families`, the responses are not compared with the API document, which describes the default day.
        const { url, context, authorId, app, post } = await stage(t, {
          engine,
          settings,
          families: publicFamilies(),
        })
        const openOn = async (day: string) => {
          // A user has one stream at a time.
          const as = await app.asUser((await createOneUser(context)).id)
          const stream = await PostReader.open(`${url}${PATH}?track=cat`, as, { [API_DATE_HEADER]: day })
          t.after(() => stream.close())
          return stream
        }
        const streams = [
          await openOn('2016-09-18'),
          await openOn('2018-09-01'),
          await openOn('2020-08-12'),
          await openOn('2022-10-29'),
        ]
        const { id } = await post(`cat ${'x'.repeat(200)}`)
        for (const stream of streams) await stream.some(1)
        await deletePost(context, { userId: authorId, postId: id })
        const last = await post('another cat')
        for (const stream of streams)
          await stream.until(() => stream.lines.some((line) => line.id_str === String(last.id)))
        assert.deepEqual(
          streams.map(({ lines: [first] }) => [
            first.user.lang,
            'extended_tweet' in first,
            'quote_count' in first,
            Object.keys(first).at(-1),
          ]),
          [
            ['en', false, false, 'timestamp_ms'],
            ['en', true, true, 'timestamp_ms'],
            [null, true, true, 'timestamp_ms'],
            [null, true, true, 'timestamp_ms'],
          ],
        )
        assert.deepEqual(
          streams.map(({ lines }) => lines.some((line) => 'delete' in line)),
          [true, true, true, false],
        )
      },
    )

    engineTest('language and filter_level restrict everything that the filter matches', async (t) => {
      const { open, post, context, authorId } = await stage(t, shared[engine])
      const stream = await open(`follow=${authorId}&language=de,fr`)
      await post('Guten Morgen, das Wetter ist heute schön in Berlin')
      await post('Good morning, the weather is lovely in London today')
      await post('Bonjour, il fait beau à Paris ce matin et je suis content')
      await stream.some(2)
      assert.deepEqual(
        stream.lines.map(({ lang }) => lang),
        ['de', 'fr'],
      )
      const verified = { id: 5n, screenName: 'verified_one', profile: { ...NO_PROFILE, isVerified: true } }
      await importUsers(context, [verified], async () => undefined)
      const strict = await open(`follow=${authorId},${verified.id}&filter_level=medium`)
      await post('from anybody')
      await post('from a verified user', { authorId: verified.id })
      assert.equal((await strict.some(1))[0].filter_level, 'medium')
      assert.deepEqual(texts(strict), ['from a verified user'])
    })

    engineTest(
      'spec/v1-streams-and-lists.md#notices: delete, status_withheld, user_withheld and scrub_geo are sent to each stream that was sent the post',
      async (t) => {
        const { open, post, context, authorId } = await stage(t, shared[engine])
        const stream = await open('track=cat')
        const dog = await post('a dog', { lat: 1, long: 2 })
        const cat = await post('a cat', { lat: 1, long: 2 })
        const old = await post('an old cat')
        await stream.some(2)
        await changePostState(context, { postId: cat.id, action: 'withhold', countries: ['DE'] })
        await scrubGeo(context, { userId: authorId, upToId: old.id })
        await changeUserState(context, { userId: authorId, action: 'withhold', countries: ['FR'] })
        await deletePost(context, { userId: authorId, postId: dog.id })
        await deletePost(context, { userId: authorId, postId: cat.id })
        await changePostState(context, { postId: old.id, action: 'drop' })
        const lines = await stream.some(7)
        const [post1, user] = [cat.id, authorId].map(String)
        assert.deepEqual(
          stream.texts.slice(2).map((text) => text.replace(/"up_to_status_id.*/, '')),
          [
            `{"status_withheld":{"id":${post1},"user_id":${user},"withheld_in_countries":["DE"]}}`,
            `{"scrub_geo":{"user_id":${user},"user_id_str":"${user}",`,
            `{"user_withheld":{"id":${user},"withheld_in_countries":["FR"]}}`,
            `{"delete":{"status":{"id":${post1},"id_str":"${post1}","user_id":${user},"user_id_str":"${user}"}}}`,
            `{"delete":{"status":{"id":${old.id},"id_str":"${old.id}","user_id":${user},"user_id_str":"${user}"}}}`,
          ],
        )
        assert.equal(lines.length, 7)
      },
    )

    engineTest(
      'a stream leaves out posts of authors who are protected, suspended or block the user, also after a change while the stream is connected',
      async (t) => {
        const { open, post, context, reader } = await stage(t, shared[engine])
        const [shy, hostile, late] = [
          await createOneUser(context),
          await createOneUser(context),
          await createOneUser(context),
        ]
        await changeUserState(context, { userId: shy.id, action: 'protect' })
        await block(context, { userId: hostile.id, blockedId: reader.id })
        const stream = await open('track=cat')
        await post('cat of a protected author', { authorId: shy.id })
        const hidden = await post('cat of one who blocks', { authorId: hostile.id })
        await post('quote of the cat', { quoteId: hidden.id })
        await post('cat 1', { authorId: late.id })
        await block(context, { userId: late.id, blockedId: reader.id })
        await post('cat 2', { authorId: late.id })
        await unblock(context, { userId: late.id, blockedId: reader.id })
        await post('cat 3', { authorId: late.id })
        await stream.some(2)
        assert.deepEqual(texts(stream), ['cat 1', 'cat 3'])
      },
    )

    engineTest(
      'spec/v1-streams-and-lists.md#connections: a newer connection of the user and app ends the older connection with code 2',
      async (t) => {
        const { open, post, url, context, reader } = await stage(t, shared[engine])
        const first = await open('track=cat')
        const otherApp = await createTestApp(context)
        const elsewhere = await PostReader.open(`${url}${PATH}?track=cat`, await otherApp.asUser(reader.id))
        t.after(() => elsewhere.close())
        const second = await open('track=dog')
        assert.equal((await first.last()).disconnect.code, 2)
        await post('cat and dog')
        await second.some(1)
        await elsewhere.some(1)
      },
    )
  })
}

test('POST reads the filter from a form, and with delimited=length the number of bytes precedes each message', async (t) => {
  const { url, post, credentials } = await stage(t, shared.sqlite)
  const form = { track: 'cät', delimited: 'length' }
  const body = new URLSearchParams(form).toString()
  const leaving = new AbortController()
  t.after(() => leaving.abort())
  const response = await fetch(`${url}${PATH}`, {
    method: 'POST',
    body,
    signal: leaving.signal,
    headers: {
      authorization: credentials('POST', `${url}${PATH}`, form),
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  await post('a cät')
  const { value = new Uint8Array() } = (await response.body?.getReader().read()) ?? {}
  const text = Buffer.from(value).toString()
  const [length = '', message = ''] = text.split(/\n(.*)/s)
  assert.equal(Number(length), Buffer.byteLength(message))
  assert.equal(JSON.parse(message).text, 'a cät')
  assert.ok(message.endsWith('}\r\n'))
})

test('spec/v1-streams-and-lists.md#disconnects: a stream ends with code 6 when the token is revoked, and with code 1 when the server stops', async (t) => {
  const { open, close, context, app, reader, url, authorId } = await stage(t, NO_LIMITS)
  const stream = await open('track=cat')
  const other = await PostReader.open(`${url}${PATH}?track=cat`, await app.asUser(authorId))
  await revokeAppOfUser(context, { appId: app.appId, userId: reader.id })
  const { disconnect } = await stream.last()
  assert.deepEqual([disconnect.code, disconnect.stream_name], [6, `${reader.screenName}-${PATH}`])
  await close()
  assert.equal((await other.last()).disconnect.code, 1)
})

test('at most 50 posts per second are sent, and `limit` counts the posts that are not sent', async (t) => {
  const clock = new TestClock()
  const { open, post, url, app, authorId } = await stage(t, { clock, settings: { limits: 'documented' } })
  const stream = await open('track=cat')
  const witness = await PostReader.open(`${url}${PATH}?track=mark`, await app.asUser(authorId))
  t.after(() => witness.close())
  for (let count = 1; count < 53; count += 1) await post(`cat ${count}`)
  await post('cat mark')
  await witness.some(1)
  clock.advance(1_000)
  await post('cat last')
  await stream.until(() => texts(stream).includes('cat last'))
  assert.deepEqual(
    stream.lines.filter((line) => 'limit' in line),
    [{ limit: { track: 3 } }],
  )
})

test('an idle stream gets a keep-alive every 15 s', async (t) => {
  const clock = new TestClock()
  const { open } = await stage(t, { ...NO_LIMITS, clock })
  const stream = await open('track=cat')
  clock.advance(15_000)
  await stream.until(() => stream.keepAlives === 1)
})

test('406/214 without a filter, and with invalid phrases, ids and boxes; 403 for an app', async (t) => {
  const { open, url, app } = await stage(t, shared.sqlite)
  assert.equal((await ask(`${url}${PATH}?track=cat`, app.asApp)).status, 403)
  const missing = await open('language=en&stall_warning=true')
  assert.deepEqual(
    [missing.status, await missing.error()],
    [
      406,
      {
        errors: [
          {
            code: 214,
            message: 'No filter parameters found. Expect at least one parameter: follow track locations',
          },
        ],
      },
    ],
  )
  for (const query of [
    `track=${'x'.repeat(61)}`,
    'follow=anna',
    'follow=9999999999999999999',
    'locations=1,2,3',
    'locations=1,2,-1,3',
    'locations=1,2,3,91',
    'locations=a,b,c,d',
  ]) {
    assert.equal((await open(query)).status, 406, query)
  }
})

test('413/214 too many phrases or boxes', async (t) => {
  const { open } = await stage(t, shared.sqlite)
  for (const query of [
    `track=${Array.from({ length: 401 }, (_, count) => `t${count}`).join()}`,
    `locations=${Array.from({ length: 101 }, () => '1').join()}`,
  ]) {
    assert.equal((await open(query)).status, 413, query.slice(0, 20))
  }
})

test('420/88 after 50 connects in 15 minutes, with the rate headers', async (t) => {
  const { open } = await stage(t, { settings: { limits: 'documented' }, clock: new TestClock() })
  const first = await open('track=cat')
  assert.equal(first.headers['x-rate-limit-limit'], '50')
  for (let count = 1; count < 50; count += 1) (await open('track=cat')).close()
  const refused = await open('track=cat')
  assert.deepEqual(
    [refused.status, (await refused.error()).errors[0].message, refused.headers['x-rate-limit-remaining']],
    [420, 'Exceeded connection limit for user', '0'],
  )
})
