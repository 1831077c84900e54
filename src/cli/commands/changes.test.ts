import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../test/support/api-client.ts'
import { checkJsonKeys } from '../../../test/support/http/json-keys.ts'
import { runMain } from '../../../test/support/run-main.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { startInTestMode, TEST_TOKEN } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { publicFamilies } from '../../api/_families.ts'
import { changesFor, type KnownEndpoint, type LoggedCall } from '../changes/compare.ts'

const ENDPOINTS: readonly KnownEndpoint[] = publicFamilies().flatMap(({ endpoints }) => endpoints)

function call(
  method: string,
  endpoint: string,
  body?: object,
  request: { readonly query?: string; readonly sent?: string } = {},
): LoggedCall {
  const { query = '', sent } = request
  return {
    ...{ method, endpoint, path: endpoint, query, sent },
    body: body && JSON.stringify(body),
    isHttp1: true,
  }
}

function kinds(calls: readonly LoggedCall[], from: string, until: string): readonly string[] {
  return changesFor(calls, ENDPOINTS, { from, until }).map(({ kind, text }) => `${kind} ${text}`)
}

test('spec/versioning.md#changes-for-an-app: the changes include ends, deprecations, limits, fields and names of headers', () => {
  const search = [call('GET', '/labs/2/tweets/search')]
  assert.deepEqual(kinds(search, '2020-08-01', '2020-08-11'), [])
  assert.deepEqual(kinds(search, '2020-08-01', '2020-08-12'), [
    'path-deprecated GET /labs/2/tweets/search is deprecated and ends on 2020-11-16; use /2/tweets/search/recent.',
  ])
  assert.deepEqual(kinds(search, '2020-08-01', '2020-11-16'), [
    'path-ends GET /labs/2/tweets/search is 410: This endpoint was retired on 2020-11-16. Use /2/tweets/search/recent.',
  ])
  assert.match(kinds(search, '2020-08-01', '2019-01-01')[0] ?? '', /^path-unknown/)
  const posts = [call('POST', '/1.1/statuses/update.json')]
  assert.deepEqual(kinds(posts, '2018-10-21', '2018-10-22'), [
    'limit-shrinks POST /1.1/statuses/update.json allows 300 calls of a user in 180 minutes; before: unlimited.',
  ])
  const follows = [call('POST', '/1.1/friendships/create.json')]
  assert.match(kinds(follows, '2019-04-07', '2019-04-08')[0] ?? '', /allows 400 calls .* before: 1000\.$/)
  const user = { screen_name: 'a', followers_count: 1, lang: 'en' }
  const users = [call('GET', '/1.1/users/show.json', user)]
  assert.deepEqual(kinds(users, '2019-05-20', '2019-05-21'), [
    'field-changes GET /1.1/users/show.json: lang of the user has other values, such as null.',
  ])
  const post = { favorite_count: 1, retweet_count: 2, text: 'a' }
  assert.deepEqual(kinds([call('GET', '/1.1/statuses/show.json', post)], '2018-05-09', '2018-05-10'), [
    'field-begins GET /1.1/statuses/show.json: quoted_status_permalink of the post is new.',
  ])
  assert.deepEqual(kinds(users.slice(0, 1), '2017-05-07', '2017-05-08'), [
    'header-names Names of response headers are in lower case: compare them without case.',
  ])
  assert.deepEqual(kinds([], '2010-01-01', '2022-01-01'), [])
})

test('spec/versioning.md#changes-for-an-app: the changes include refused fields and expansions, and texts that are too long', () => {
  const lookup = (query: string) => call('GET', '/2/tweets', undefined, { query })
  const calls = [
    lookup('ids=1&tweet.fields=created_at,edit_controls&expansions=author_id,edit_history_tweet_ids'),
    lookup('ids=2&tweet.fields=edit_controls'),
  ]
  assert.deepEqual(kinds(calls, '2022-09-29', '2022-09-28'), [
    'name-unknown GET /2/tweets is 400 with edit_controls in tweet.fields.',
    'name-unknown GET /2/tweets is 400 with edit_history_tweet_ids in expansions.',
  ])
  assert.deepEqual(kinds(calls, '2022-09-28', '2022-09-29'), [])
  const post = (status: string) =>
    call('POST', '/1.1/statuses/update.json', undefined, { sent: String(new URLSearchParams({ status })) })
  const posts = [post('a'.repeat(140)), post('b'.repeat(141)), post('c'.repeat(280)), post('d'.repeat(281))]
  assert.deepEqual(kinds(posts, '2017-11-07', '2017-11-06'), [
    'text-too-long POST /1.1/statuses/update.json is 403 for texts of more than 140 characters: 2 of 4.',
  ])
  assert.deepEqual(kinds(posts, '2017-11-06', '2017-11-07'), [])
  const family = post('\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}'.repeat(100))
  assert.match(
    kinds([family], '2018-10-10', '2018-10-09')[0] ?? '',
    /^text-too-long .*280 characters: 1 of 1\.$/,
  )
})

test('aviary changes reads the log of a running server, as text and as JSON', async (t) => {
  // `startInTestMode` does not check responses in this test, because the API document describes only the default day.
  const { server, url, context, control } = await startInTestMode(t, { families: publicFamilies() })
  const app = await createTestApp(context)
  const { id } = await createOneUser(context)
  await control('PUT', `/test/apps/${app.consumerKey}/date`, { date: '2019-05-20' })
  const address = `${url}/1.1/users/show.json?user_id=${id}`
  const answer = await fetch(address, { headers: { authorization: app.asApp('GET', address) } })
  assert.equal(answer.status, 200)
  await answer.text()
  const ask = ['changes', '--app', app.consumerKey, '--admin', server.opsUrl, '--test-token', TEST_TOKEN]
  const words = await runMain([...ask, '--until', '2019-05-21'])
  assert.equal(words.code, 0, words.err)
  assert.match(
    words.out,
    /^Changes from 2019-05-20 to 2019-05-21 for the app \d+ \(requests in the log: 1\):/,
  )
  assert.match(words.out, /- GET \/1\.1\/users\/show\.json: lang of the user has other values/)
  const json = await runMain([...ask, '--until', '2019-05-20', '--json'])
  checkJsonKeys(JSON.parse((await runMain([...ask, '--until', '2019-05-21', '--json'])).out), 'changes')
  assert.deepEqual(JSON.parse(json.out), {
    ...{ app_id: String(app.appId), from: '2019-05-20', until: '2019-05-20', requests: 1, changes: [] },
  })
})

test('aviary changes gives advice for invalid input', async (t) => {
  const { server, context } = await startInTestMode(t)
  const app = await createTestApp(context)
  const off = await startTestServer(t)
  const run = (...args: string[]) => runMain(['changes', '--test-token', TEST_TOKEN, ...args])
  for (const [args, words] of [
    [
      ['--app', '1', '--until', '2020-01-01', '--admin', off.server.opsUrl],
      /the request log is off: start the server with --test-controls on/,
    ],
    [
      ['--app', 'nothing', '--until', '2020-01-01', '--admin', server.opsUrl],
      /no app has this consumer key or id/,
    ],
    [['--app', app.consumerKey, '--until', 'latest', '--admin', server.opsUrl], /--until must be a day/],
    [['--app', app.consumerKey, '--until', '2020-02-31', '--admin', server.opsUrl], /--until must be a day/],
    [
      ['--app', '1', '--until', '2020-01-01', '--admin', 'http://127.0.0.1:1'],
      /no server answers at .* aviary test/,
    ],
  ] as const) {
    const { code, err } = await run(...args)
    assert.deepEqual([code, words.test(err)], [2, true], `${args.join(' ')}: ${err}`)
  }
})
