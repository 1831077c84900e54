import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp, type TestApp } from '../../../../test/support/api-client.ts'
import { sharedServer, startTestServer } from '../../../../test/support/server.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'

/** The keys of the user object in the recorded order, for a user without a profile (spec/users.md#user-object). */
const KEYS = [
  'id',
  'id_str',
  'name',
  'screen_name',
  'location',
  'description',
  'url',
  'entities',
  'protected',
  'followers_count',
  'friends_count',
  'listed_count',
  'created_at',
  'favourites_count',
  'utc_offset',
  'time_zone',
  'geo_enabled',
  'verified',
  'statuses_count',
  'lang',
  'contributors_enabled',
  'is_translator',
  'is_translation_enabled',
  'profile_background_color',
  'profile_background_image_url',
  'profile_background_image_url_https',
  'profile_background_tile',
  'profile_image_url',
  'profile_image_url_https',
  'profile_link_color',
  'profile_sidebar_border_color',
  'profile_sidebar_fill_color',
  'profile_text_color',
  'profile_use_background_image',
  'has_extended_profile',
  'default_profile',
  'default_profile_image',
  'following',
  'follow_request_sent',
  'notifications',
  'translator_type',
  'suspended',
  'needs_phone_verification',
]

const shared = sharedServer()

test('spec/users.md#user-object: all members of the user object, in the recorded order, with exact ids', async (t) => {
  const clock = new TestClock(Date.UTC(2018, 11, 10, 22, 3, 43))
  const { url, context } = await startTestServer(t, { clock })
  const app = await createTestApp(context)
  const user = await createOneUser(context, { name: 'A <b> & "c" ☃' })
  const answer = await ask(`${url}/1.1/account/verify_credentials.json`, await app.asUser(user.id))
  assert.equal(answer.status, 200)
  const body = JSON.parse(answer.text) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), KEYS)
  assert.ok(answer.text.startsWith(`{"id":${user.id},"id_str":"${user.id}",`))
  assert.equal(body['name'], 'A <b> & "c" ☃')
  assert.equal(body['screen_name'], user.screenName)
  assert.equal(body['created_at'], 'Mon Dec 10 22:03:43 +0000 2018')
  assert.equal(body['errors'], undefined)
  assert.deepEqual([body['utc_offset'], body['time_zone'], body['lang']], [null, null, null])
  assert.equal(answer.headers.get('x-rate-limit-limit'), '75')
})

test('include_entities=false leaves out entities and changes nothing else', async () => {
  const { url, context } = await shared()
  const app = await createTestApp(context)
  const asUser = await app.asUser((await createOneUser(context)).id)
  const query = '?include_entities=false&skip_status=1&tweet_mode=extended'
  const answer = await ask(`${url}/1.1/account/verify_credentials.json${query}`, asUser)
  const keys = Object.keys(JSON.parse(answer.text) as object)
  assert.deepEqual(
    keys,
    KEYS.filter((key) => key !== 'entities'),
  )
})

test('spec/users.md#user-object: the members about withholding come after the members about the state of the user, as recorded', async () => {
  const { url, context } = await shared()
  const app = await createTestApp(context)
  const { id } = await createOneUser(context)
  await changeUserState(context, { userId: id, action: 'withhold', countries: ['DE'], actor: 'test' })
  const { text } = await ask(`${url}/1.1/account/verify_credentials.json`, await app.asUser(id))
  const body = JSON.parse(text) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), [...KEYS, 'withheld_in_countries', 'withheld_scope'])
  assert.deepEqual([body['withheld_in_countries'], body['withheld_scope']], [['DE'], 'user'])
})

test('403/220 a bearer token has no user to verify', async () => {
  const { url, context } = await shared()
  const answer = await ask(`${url}/1.1/account/verify_credentials.json`, (await createTestApp(context)).asApp)
  assert.deepEqual([answer.status, /"code":220/.test(answer.text)], [403, true])
})

test('spec/users.md#verify-credentials: include_email adds email at the end, for an app with that right', async () => {
  const { url, context } = await shared()
  const plain = await createTestApp(context)
  const trusted = await createTestApp(context, { mayReadEmail: true })
  const ada = await createOneUser(context, { email: 'Ada@example.org', password: 'correct horse' })
  const without = await createOneUser(context)
  const seen = async (app: TestApp, { id }: { readonly id: bigint }, query: string) => {
    const target = `${url}/1.1/account/verify_credentials.json?${query}`
    const answer = await ask(target, await app.asUser(id))
    assert.equal(answer.status, 200)
    return JSON.parse(answer.text) as Record<string, unknown>
  }
  for (const yes of ['true', 'TRUE', 't', '1']) {
    const body = await seen(trusted, ada, `include_email=${yes}`)
    assert.deepEqual([body['email'], Object.keys(body)], ['Ada@example.org', [...KEYS, 'email']])
  }
  assert.equal((await seen(trusted, without, 'include_email=true'))['email'], null)
  for (const [app, query] of [
    [trusted, 'include_email=false'],
    [trusted, 'include_email=yes'],
    [trusted, 'skip_status=true'],
    [plain, 'include_email=true'],
  ] as const) {
    assert.deepEqual(Object.keys(await seen(app, ada, query)), KEYS)
  }
})

test('a user without a picture has the default picture of the requested host', async () => {
  const { url, context } = await shared()
  const asUser = await (await createTestApp(context)).asUser((await createOneUser(context)).id)
  const { text } = await ask(`${url}/1.1/account/verify_credentials.json`, asUser)
  const user = JSON.parse(text) as Record<string, unknown>
  const picture = `${url}/images/default_profile_normal.png`
  assert.deepEqual([user['profile_image_url'], user['profile_image_url_https']], [picture, picture])
  assert.equal((await fetch(picture)).headers.get('content-type'), 'image/png')
})
