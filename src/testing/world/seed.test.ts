/** Tests seed files of test mode: their errors with line and column, and the data that a seed file creates. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask, bearer, signature } from '../../../test/support/api-client.ts'
import { ENGINES, freshConfig } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { basic, Consumer } from '../../../test/support/streams/compliance-stream.ts'
import { MAX_DOCUMENT_LENGTH } from '../documents/read-document.ts'
import { buildSeed } from './build-seed.ts'
import { readSeed } from './read-seed.ts'
import { STARTER } from './starter.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API
type Json = any

function errorsOf(text: string): readonly string[] {
  try {
    readSeed(text, 'world.yaml')
  } catch (error) {
    return String((error as Error).message).split('\n')
  }
  return []
}

describe('a seed file', () => {
  test('the example file of "aviary init" is valid', () => {
    assert.deepEqual(errorsOf(STARTER), [])
  })

  test('JSON is accepted, and an empty file creates no data', () => {
    const { value } = readSeed('{"users": [{"screen_name": "ada", "id": 9007199254740993}]}', 'world.json')
    assert.deepEqual(value, { users: [{ screen_name: 'ada', id: 9_007_199_254_740_993n }] })
    assert.deepEqual(readSeed('# nothing yet\n', 'world.yaml').value, {})
  })

  const cases: readonly (readonly [name: string, text: string, errors: readonly RegExp[]])[] = [
    ['no YAML', 'users: [', [/^world\.yaml:1:\d+: /]],
    ['a key twice', 'users: []\nusers: []', [/^world\.yaml:2:1: .*unique/]],
    [
      'an unknown key',
      'users:\n  - screen_nme: ada',
      [
        /^world\.yaml:2:5: users\[0\]: needs screen_name/,
        /^world\.yaml:2:5: users\[0\]\.screen_nme: unknown key; known are id, screen_name, /,
      ],
    ],
    [
      'a wrong name',
      'users:\n  - {id: 1, screen_name: a b}',
      [/^world\.yaml:2:13: users\[0\]\.screen_name: must be a screen name of 1 to 15 letters/],
    ],
    ['a wrong type', 'posts: 3', [/^world\.yaml:1:1: posts: must be a list of at most/]],
    [
      'a number as a text',
      'users: [{screen_name: ada, name: 7}]',
      [/users\[0\]\.name: must be a text; put numbers/],
    ],
    [
      'a wrong choice',
      'users: [{screen_name: ada}]\napps: [{name: x, owner: ada, level: gold}]',
      [/^world\.yaml:2:\d+: apps\[0\]\.level: must be one of standard, elevated, academic/],
    ],
    [
      'a user of another file',
      'users: [{screen_name: ada}]\nfollows:\n  - {follower: Ada, followee: bob}',
      [/^world\.yaml:3:21: follows\[0\]\.followee: there is no user bob in this file; add it to users/],
    ],
    [
      'a name twice',
      'users: [{screen_name: ada}, {screen_name: "@ADA"}]',
      [/users\[1\]\.screen_name: ada is in this file twice/],
    ],
    [
      'a time that does not exist',
      'users: [{screen_name: ada, created_at: 2020-02-30}]',
      [/users\[0\]\.created_at: "2020-02-30" is no time; write 2020-08-12T12:00:00Z/],
    ],
    [
      'a day that the API does not have',
      'users: [{screen_name: ada}]\napps:\n  - {name: x, owner: ada, api_date: 2020-02-30}',
      [/^world\.yaml:3:27: apps\[0\]\.api_date: "2020-02-30" is not a day from 2006-03-21 on/],
    ],
    [
      'an unknown key of a fault',
      'faults:\n  - do: {error: 503}\n    paht: /2/tweets',
      [/^world\.yaml:3:5: faults\[0\]\.paht: unknown key; known are name, on, /],
    ],
    [
      'an unknown action, and actions that contradict each other',
      'faults:\n  - do: {eror: 503}\n  - do: {cut: answer, error: 503}',
      [
        /^world\.yaml:2:10: faults\[0\]\.do\.eror: unknown key; known are error, delay_ms/,
        /^world\.yaml:3:10: faults\[1\]\.do\.cut: cut: answer sends no answer/,
      ],
    ],
    [
      'aliases that multiply',
      `a: &a [${'x,'.repeat(9)}]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index]},`.repeat(9)}]`).join('\n')}`,
      [/^world\.yaml: Excessive alias count/],
    ],
    [
      'a file that is too long',
      '#'.repeat(MAX_DOCUMENT_LENGTH + 1),
      [/is longer than 8000000 characters; split it/],
    ],
  ]
  for (const [name, text, errors] of cases) {
    test(name, () => {
      const found = errorsOf(text)
      assert.equal(found.length, errors.length, found.join('\n'))
      for (const [index, error] of errors.entries()) assert.match(found[index] ?? '', error)
    })
  }

  test('if there are many errors, only the first twenty are listed', () => {
    const found = errorsOf(`follows: [${'{follower: a, followee: b},'.repeat(15)}]`)
    assert.equal(found.length, 21)
    assert.equal(found.at(-1), 'and 10 more')
  })
})

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `the world of the starter on ${engine}: every kind of entry, and what the server refuses`,
    async (t) => {
      const config = await freshConfig(t, engine, { limits: 'off' })
      const { url, context } = await startTestServer(t, { config })
      const { apps } = await buildSeed(context, readSeed(STARTER, 'world.yaml'), url)
      const [app] = apps
      const [ada] = app?.tokens ?? []
      assert.ok(app !== undefined && ada !== undefined)
      const asApp = bearer(app.bearer_token)
      const get = async (path: string, as: typeof asApp) => JSON.parse((await ask(url + path, as)).text)
      assert.deepEqual(
        await get('/1.1/followers/ids.json?screen_name=ada&stringify_ids=true', asApp).then(({ ids }) =>
          ids.toSorted(),
        ),
        ['1002', '1003'],
      )
      const { data, includes } = await get(
        '/2/tweets?ids=3001,3002&tweet.fields=created_at,public_metrics&expansions=author_id&user.fields=description',
        asApp,
      )
      assert.equal(data[0].created_at, '2020-08-12T09:00:00.000Z')
      assert.equal(data[0].public_metrics.like_count, 2)
      assert.equal(data[0].public_metrics.retweet_count, 1)
      assert.equal(data[1].text, '@ada How fast?')
      assert.equal(includes.users[0].description, 'Writes about engines.')
      assert.deepEqual(
        (await get('/2/tweets/search/stream/rules', asApp)).data.map(({ value }: { value: string }) => value),
        ['engine has:links'],
      )
      const consumer = { key: app.consumer_key, secret: app.consumer_secret }
      const token = { key: ada.access_token, secret: ada.access_token_secret }
      const asAda = signature(consumer, token, () => context.clock.now())
      assert.equal((await get('/2/users/me', asAda)).data.username, 'ada')
      assert.equal(ada.access_token, '1001-adaaccesstoken0000000001')
      const { events } = await get('/1.1/direct_messages/events/list.json', asAda)
      assert.deepEqual(
        events.map(({ message_create: { sender_id, target, message_data } }: Json) => [
          sender_id,
          target.recipient_id,
          message_data.text,
        ]),
        [['1001', '1002', 'See you at noon.']],
      )
      assert.equal((await get('/1.1/users/show.json?screen_name=carol', asAda)).protected, true)
      const activity = '/1.1/account_activity/all/dev'
      const hooks = await get(`${activity}/webhooks.json`, asApp)
      assert.deepEqual(
        hooks.map(({ url, valid }: Json) => [url, valid]),
        [['http://127.0.0.1:3000/webhook', true]],
      )
      const { subscriptions } = await get(`${activity}/subscriptions/list.json`, asApp)
      assert.deepEqual(subscriptions, [{ user_id: '1001' }])
      const partition = '/stream/compliance/accounts/archive/publishers/twitter/prod.json?partition=1'
      for (const [password, status] of [
        ['a-long-password', 200],
        ['another-password', 401],
      ] as const) {
        const authorization = basic('archive@example.org', password)
        const consumer = await Consumer.open(url, partition, { authorization })
        assert.equal(consumer.status, status)
        consumer.close()
      }
      const refused = readSeed('users:\n  - screen_name: ada', 'more.yaml')
      await assert.rejects(
        buildSeed(context, refused, url),
        /^ControlRefused: more\.yaml:2:5: users\[0\]: the screen name ada is taken/,
      )
      await assert.rejects(
        buildSeed(
          context,
          readSeed(
            'users: [{screen_name: eve}]\nposts: [{author: eve, text: hi, in_reply_to: 77}]',
            'more.yaml',
          ),
          url,
        ),
        /more\.yaml:2:9: posts\[0\]: /,
      )
    },
  )
}
