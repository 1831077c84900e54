import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ApiAnswer } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { letFollow } from '../../../../test/support/follows.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { type Answered, marksOf, RelationStage } from '../../../../test/support/relations/stage.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createUsers } from '../../../../test/support/users.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import type { User } from '../../../domain/accounts/user.ts'

const PATH = '/1.1/users/lookup.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`users/lookup on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    const users = await createUsers(stage.context, 101)
    await inWhatOrder(t, stage, users)
    await howMany(t, stage, users)
    await whoIsLeftOut(t, stage, users)
    await byForm(t, stage, users)
    await howTheyAreShown(t, stage)
  })
}

async function idsOf(stage: RelationStage, query: string): Promise<bigint[]> {
  const users = await stage.got<Answered[]>(`${PATH}?${query}`, stage.app.asApp)
  return users.map(({ id }) => id)
}

async function inWhatOrder(t: TestContext, stage: RelationStage, users: readonly User[]): Promise<void> {
  const [a, b, c, d] = users
  assert.ok(a !== undefined && b !== undefined && c !== undefined && d !== undefined)
  await t.test('200 spec/users.md#lookup: in input order, by id, by name, by both', async () => {
    assert.deepEqual(await idsOf(stage, `user_id=${c.id},${a.id},${b.id}`), [c.id, a.id, b.id])
    const names = `${b.screenName.toUpperCase()},${a.screenName}`
    assert.deepEqual(await idsOf(stage, `screen_name=${names}`), [b.id, a.id])
    assert.deepEqual(await idsOf(stage, `screen_name=${names}&user_id=${d.id}`), [d.id, b.id, a.id])
  })
  await t.test('200 a user who is named twice is returned once', async () => {
    const query = `user_id=${a.id},${b.id},${a.id},0${a.id}&screen_name=${a.screenName},${b.screenName}`
    assert.deepEqual(await idsOf(stage, query), [a.id, b.id])
  })
  await t.test('200 spaces and empty names between commas are ignored', async () => {
    assert.deepEqual(await idsOf(stage, `user_id=%20${a.id}%20,,%20${b.id},`), [a.id, b.id])
  })
}

async function howMany(t: TestContext, stage: RelationStage, users: readonly User[]): Promise<void> {
  const ids = users.map(({ id }) => id)
  const names = users.map(({ screenName }) => screenName)
  await t.test('200 spec/users.md#lookup: 100 ids and names together', async () => {
    assert.deepEqual(await idsOf(stage, `user_id=${ids.slice(0, 100)}`), ids.slice(0, 100))
    const query = `user_id=${ids.slice(0, 60)}&screen_name=${names.slice(60, 100)}`
    assert.deepEqual(await idsOf(stage, query), ids.slice(0, 100))
  })
  await t.test('403/18 spec/users.md#lookup: more than 100, repetitions included', async () => {
    for (const query of [
      `user_id=${ids}`,
      `screen_name=${names}`,
      `user_id=${ids.slice(0, 60)}&screen_name=${names.slice(60)}`,
      `user_id=${ids.slice(0, 100)},${ids[0]}`,
    ]) {
      const answer = await stage.get(`${PATH}?${query}`, stage.app.asApp)
      assertError(answer, 403, 18, 'Too many terms specified in query.')
    }
  })
}

async function whoIsLeftOut(t: TestContext, stage: RelationStage, users: readonly User[]): Promise<void> {
  const [a] = users
  assert.ok(a !== undefined)
  const refused = (query: string) => stage.get(`${PATH}?${query}`, stage.app.asApp)
  const hidden = await createUsers(stage.context, 2)
  const [suspended, gone] = hidden.map(({ id }) => id)
  assert.ok(suspended !== undefined && gone !== undefined)
  await changeUserState(stage.context, { userId: suspended, action: 'suspend' })
  await changeUserState(stage.context, { userId: gone, action: 'deactivate' })
  await t.test(
    '200 spec/users.md#lookup: unknown, suspended and deactivated users are left out',
    async () => {
      const query = `user_id=1,${suspended},${a.id},${gone}&screen_name=nobody,${hidden[0]?.screenName}`
      assert.deepEqual(await idsOf(stage, query), [a.id])
    },
  )
  await t.test('200 invalid ids and screen names are left out too', async () => {
    const query = `user_id=abc,-1,1.5,9223372036854775808,${a.id},${'9'.repeat(3000)}&screen_name=%00,%E2%84%AA,a%20b`
    assert.deepEqual(await idsOf(stage, query), [a.id])
  })
  await t.test('404/17 spec/users.md#lookup: no user is found', async () => {
    for (const query of [
      'user_id=1',
      'user_id=abc',
      'screen_name=nobody',
      `user_id=${suspended},${gone}`,
      `user_id=1&screen_name=${hidden[1]?.screenName}`,
    ]) {
      assertError(await refused(query), 404, 17, 'No user matches for specified terms.')
    }
  })
  await t.test('400/25 spec/users.md#lookup: without a user', async () => {
    for (const query of ['', 'user_id=', 'user_id=,%20,&screen_name=,']) {
      assertError(await refused(query), 400, 25, 'Query parameters are missing.')
    }
  })
}

async function byForm(t: TestContext, stage: RelationStage, users: readonly User[]): Promise<void> {
  const ids = users.slice(0, 100).map(({ id }) => id)
  const url = `${stage.server.url}${PATH}`
  const post = async (target: string, form?: string): Promise<ApiAnswer> => {
    const headers = { authorization: stage.app.asApp('POST', target) }
    const body = form === undefined ? {} : { body: new URLSearchParams(form) }
    const response = await fetch(target, { method: 'POST', headers, ...body })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  await t.test(
    '200 spec/users.md#lookup: POST returns the same response, with parameters in the form or in the query',
    async () => {
      const { text } = await stage.get(`${PATH}?user_id=${ids}`, stage.app.asApp)
      assert.equal((await post(url, `user_id=${ids}`)).text, text)
      assert.equal((await post(`${url}?user_id=${ids}`)).text, text)
      assert.equal((await post(`${url}?user_id=${ids.slice(0, 1)}`, 'include_entities=0')).status, 200)
    },
  )
  await t.test('200 POST with a read-only token', async () => {
    const { id } = await stage.person()
    const [found] = await stage.done<Answered[]>(`${PATH}?user_id=${ids[0]}`, await stage.reader(id))
    assert.equal(found?.id, ids[0])
  })
  await t.test('403/18 POST with more than 100 users', async () => {
    assertError(await post(url, `user_id=${ids},1`), 403, 18, 'Too many terms specified in query.')
  })
}

async function howTheyAreShown(t: TestContext, stage: RelationStage): Promise<void> {
  const viewer = await stage.person()
  const [followed, other] = await createUsers(stage.context, 2)
  assert.ok(followed !== undefined && other !== undefined)
  await letFollow(stage.context, { follower: viewer.id, followee: followed.id })
  const ids = [followed.id, other.id, viewer.id]
  await t.test('200 the users have the relations to the caller, and no profile_location', async () => {
    const users = await stage.got<Answered[]>(`${PATH}?user_id=${ids}`, viewer.as)
    assert.deepEqual(users.map(marksOf), [['following'], [], []])
    assert.deepEqual(
      users.map((user) => 'live_following' in user),
      [true, true, false],
    )
    assert.ok(users.every((user) => !('profile_location' in user)))
  })
  await t.test('200 include_entities=false, alternating with include_entities=true', async () => {
    for (const isIncluded of [true, false, true]) {
      const path = `${PATH}?user_id=${ids}&include_entities=${isIncluded}&tweet_mode=extended`
      const users = await stage.got<Answered[]>(path, stage.app.asApp)
      assert.ok(users.every((user) => 'entities' in user === isIncluded))
    }
  })
  await t.test('200 the default picture has the host of the request', async () => {
    const { port } = new URL(stage.server.url)
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = `http://${host}:${port}${PATH}?user_id=${other.id}`
      const response = await fetch(url, { headers: { authorization: stage.app.asApp('GET', url) } })
      const [user] = (await response.json()) as [Record<string, unknown>]
      const picture = `http://${host}:${port}/images/default_profile_normal.png`
      assert.deepEqual([user['profile_image_url'], user['profile_image_url_https']], [picture, picture])
      assert.equal(user['default_profile_image'], true)
    }
  })
}

test('spec/limits.md#v11-limits: 900 requests in 15 minutes for a user and 300 for an app, counting both methods together', async (t) => {
  const stage = await RelationStage.open(t, { limits: 'documented', clock: new TestClock() })
  const { id, as } = await stage.person()
  for (const [credentials, limit] of [
    [as, 900],
    [stage.app.asApp, 300],
  ] as const) {
    for (const [index, ask] of [stage.get, stage.post].entries()) {
      const { headers } = await ask.call(stage, `${PATH}?user_id=${id}`, credentials)
      assert.deepEqual(
        [headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-remaining')],
        [String(limit), String(limit - 1 - index)],
      )
    }
  }
})
