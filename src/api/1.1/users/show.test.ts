import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ApiAnswer } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { letFollow } from '../../../../test/support/follows.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { type Answered, marksOf, RelationStage } from '../../../../test/support/relations/stage.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block } from '../../../domain/graph/block.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { mute } from '../../../domain/graph/mute.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`users/show on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    await whoIsShown(t, stage)
    await howItIsShown(t, stage)
    await whoIsNot(t, stage)
  })
}

/** Calls users/show. The default credentials are those of an app. */
function show(stage: RelationStage, query: string, as = stage.app.asApp): Promise<ApiAnswer> {
  return stage.get(`/1.1/users/show.json?${query}`, as)
}

async function shown(stage: RelationStage, query: string, as = stage.app.asApp): Promise<Answered> {
  return stage.got<Answered>(`/1.1/users/show.json?${query}`, as)
}

async function whoIsShown(t: TestContext, stage: RelationStage): Promise<void> {
  const [user, other] = await stage.people(2)
  assert.ok(user !== undefined && other !== undefined)
  await t.test(
    '200 spec/users.md#show: by user_id, or by screen_name in upper or lower case; user_id takes precedence',
    async () => {
      for (const query of [
        `user_id=${user.id}`,
        `screen_name=${user.screenName}`,
        `screen_name=${user.screenName.toUpperCase()}`,
        `screen_name=${other.screenName}&user_id=${user.id}`,
        `screen_name=nobody&user_id=${user.id}`,
      ]) {
        assert.equal((await shown(stage, query)).id, user.id, query)
      }
    },
  )
  await t.test('200 spec/users.md#show: users/show/:id with an id or a screen name', async () => {
    for (const id of [String(user.id), user.screenName]) {
      const path = `/1.1/users/show/${id}.json`
      assert.equal((await stage.got<Answered>(path, user.as)).id, user.id)
      assert.equal((await stage.got<Answered>(`${path}?id=${other.id}`, user.as)).id, user.id)
    }
  })
  await t.test('200 a protected user, for every caller', async () => {
    const { id } = await stage.person({ isProtected: true })
    for (const as of [stage.app.asApp, user.as]) {
      assert.equal((await shown(stage, `user_id=${id}`, as))['protected'], true)
    }
  })
}

async function howItIsShown(t: TestContext, stage: RelationStage): Promise<void> {
  const { context } = stage
  await t.test('200 spec/users.md#show: profile_location is null, after location', async () => {
    const user = await stage.person()
    const keys = Object.keys(await shown(stage, `user_id=${user.id}`))
    assert.deepEqual(keys.slice(0, 9), [
      'id',
      'id_str',
      'name',
      'screen_name',
      'location',
      'profile_location',
      'description',
      'url',
      'entities',
    ])
    const without = Object.keys(await shown(stage, `user_id=${user.id}&include_entities=false`))
    assert.deepEqual(
      without,
      keys.filter((key) => key !== 'entities'),
    )
  })
  await t.test('200 the relation between the user and the caller', async () => {
    const [viewer, target, shy] = [
      await stage.person(),
      await stage.person(),
      await stage.person({ isProtected: true }),
    ]
    const marks = async (id: bigint) => marksOf(await shown(stage, `user_id=${id}`, viewer.as))
    await letFollow(context, { follower: viewer.id, followee: target.id })
    await mute(context, { userId: viewer.id, mutedId: target.id })
    await follow(context, { follower: viewer.id, followee: shy.id })
    assert.deepEqual(await marks(target.id), ['following', 'muting'])
    assert.deepEqual(await marks(shy.id), ['follow_request_sent'])
    await block(context, { userId: target.id, blockedId: viewer.id })
    assert.deepEqual(await marks(target.id), ['muting', 'blocked_by'])
    const own = await shown(stage, `user_id=${viewer.id}`, viewer.as)
    assert.deepEqual([own['following'], 'blocking' in own], [false, false])
    const { following, follow_request_sent, notifications, ...others } = await shown(
      stage,
      `user_id=${target.id}`,
    )
    assert.deepEqual([following, follow_request_sent, notifications], [null, null, null])
    assert.ok(!('muting' in others))
  })
}

async function whoIsNot(t: TestContext, stage: RelationStage): Promise<void> {
  const { context } = stage
  await t.test('400/25 spec/users.md#show: without a user, also for a user token', async () => {
    const { as } = await stage.person()
    for (const query of ['colour=blue', 'user_id=&screen_name=', 'include_entities=true']) {
      assertError(await show(stage, query, as), 400, 25, 'Query parameters are missing.')
    }
  })
  await t.test('400/44 an invalid user_id', async () => {
    for (const bad of ['abc', '-5', '9223372036854775808']) {
      assertError(await show(stage, `user_id=${bad}`), 400, 44, 'user_id parameter is invalid.')
    }
  })
  await t.test('404/50 spec/users.md#show: an unknown user', async () => {
    for (const query of [
      'user_id=1',
      'screen_name=nobody',
      `screen_name=${'n'.repeat(4000)}`,
      'screen_name=%00',
      'screen_name=%E2%84%AA',
    ]) {
      assertError(await show(stage, query), 404, 50, 'User not found.')
    }
    for (const id of ['1', 'nobody', '9223372036854775808', '%00']) {
      assertError(await stage.get(`/1.1/users/show/${id}.json`, stage.app.asApp), 404, 50, 'User not found.')
    }
  })
  await t.test('404/50 a deactivated user, also if suspended before', async () => {
    const user = await stage.person()
    await changeUserState(context, { userId: user.id, action: 'deactivate' })
    assertError(await show(stage, `user_id=${user.id}`), 404, 50, 'User not found.')
    await changeUserState(context, { userId: user.id, action: 'suspend' })
    assertError(await show(stage, `screen_name=${user.screenName}`), 404, 50, 'User not found.')
  })
  await t.test('403/63 spec/users.md#show: a suspended user', async () => {
    const user = await stage.person()
    await changeUserState(context, { userId: user.id, action: 'suspend' })
    for (const query of [`user_id=${user.id}`, `screen_name=${user.screenName}`]) {
      assertError(await show(stage, query), 403, 63, 'User has been suspended.')
    }
  })
  await t.test('400/215 without credentials', async () => {
    assert.equal((await stage.get('/1.1/users/show.json?user_id=1')).status, 400)
  })
}

test('spec/limits.md#v11-limits: 900 requests in 15 minutes, counting both paths together', async (t) => {
  const stage = await RelationStage.open(t, { limits: 'documented', clock: new TestClock() })
  const { id, as } = await stage.person()
  for (const credentials of [as, stage.app.asApp]) {
    const first = await show(stage, `user_id=${id}`, credentials)
    const second = await stage.get(`/1.1/users/show/${id}.json`, credentials)
    assert.deepEqual(
      [first, second].map(({ headers }) => [
        headers.get('x-rate-limit-limit'),
        headers.get('x-rate-limit-remaining'),
      ]),
      [
        ['900', '899'],
        ['900', '898'],
      ],
    )
  }
})
