import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { marksOf, RelationStage } from '../../../../test/support/relations/stage.ts'
import { targetSuite, unknownUserQueries } from '../../../../test/support/relations/target-suite.ts'
import { raw } from '../../../../test/support/tables.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block } from '../../../domain/graph/block.ts'
import { relationOf } from '../../../domain/graph/relations.ts'

const PATH = '/1.1/friendships/create.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`friendships/create on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    await targetSuite(t, stage, { path: PATH })
    await follows(t, stage)
    await refuses(t, stage)
  })
}

async function follows(t: TestContext, stage: RelationStage): Promise<void> {
  await t.test('spec/relations.md#follow: returns the target user as it was before the change', async () => {
    const [asker, target] = [await stage.person(), await stage.person()]
    const user = await stage.done(`${PATH}?user_id=${target.id}`, asker.as)
    assert.deepEqual([user.id, marksOf(user), user['followers_count']], [target.id, [], 0n])
    const again = await stage.done(`${PATH}?user_id=${target.id}`, asker.as)
    assert.deepEqual([marksOf(again), again['followers_count']], [['following'], 1n])
  })
  await t.test('spec/relations.md#follow: 200 for a user that the caller already follows', async () => {
    const [asker, target] = [await stage.person(), await stage.person()]
    for (let time = 0; time < 3; time++) await stage.done(`${PATH}?user_id=${target.id}`, asker.as)
    const list = await stage.got<{ ids: bigint[] }>('/1.1/friends/ids.json', asker.as)
    assert.deepEqual(list.ids, [target.id])
  })
  await t.test(
    'spec/relations.md#follow: a follow of a protected user is a request, and follow_request_sent is true',
    async () => {
      const [asker, target] = [await stage.person(), await stage.person({ isProtected: true })]
      const user = await stage.done(`${PATH}?screen_name=${target.screenName}`, asker.as)
      assert.deepEqual(marksOf(user), ['follow_request_sent'])
      const waiting = await stage.got<{ ids: bigint[] }>('/1.1/friendships/incoming.json', target.as)
      assert.deepEqual(waiting.ids, [asker.id])
    },
  )
  await t.test(
    'spec/relations.md#follow: the parameter follow turns on notifications, and following again changes it',
    async () => {
      const [asker, target] = [await stage.person(), await stage.person()]
      const wants = async () =>
        (await relationOf(stage.context.store, asker.id, target.id)).wantsNotifications
      for (const [query, expected] of [
        ['&follow=true', true],
        ['', true],
        ['&follow=false', false],
        ['', false],
        ['&follow=t', true],
      ] as const) {
        await stage.done(`${PATH}?user_id=${target.id}${query}`, asker.as)
        assert.equal(await wants(), expected)
      }
    },
  )
  await t.test('200 when the target is public, a second call turns the request into a follow', async () => {
    const [asker, target] = [await stage.person(), await stage.person({ isProtected: true })]
    await stage.done(`${PATH}?user_id=${target.id}`, asker.as)
    await changeUserState(stage.context, { userId: target.id, action: 'unprotect' })
    const user = await stage.done(`${PATH}?user_id=${target.id}`, asker.as)
    assert.deepEqual(marksOf(user), [])
    const { following, followingRequested } = await relationOf(stage.context.store, asker.id, target.id)
    assert.deepEqual([following, followingRequested], [true, false])
  })
}

async function refuses(t: TestContext, stage: RelationStage): Promise<void> {
  await t.test('403/108 an unknown, a suspended and a deactivated user', async () => {
    const asker = await stage.person()
    for (const query of await unknownUserQueries(stage)) {
      const answer = await stage.post(`${PATH}?${query}`, asker.as)
      assertError(answer, 403, 108, 'Cannot find specified user.')
    }
  })
  await t.test('403/158 the caller follows itself', async () => {
    const asker = await stage.person()
    const answer = await stage.post(`${PATH}?user_id=${asker.id}`, asker.as)
    assertError(answer, 403, 158, "You can't follow yourself.")
  })
  await t.test('403/160 a repeated request', async () => {
    const [asker, target] = [await stage.person(), await stage.person({ isProtected: true })]
    await stage.done(`${PATH}?user_id=${target.id}`, asker.as)
    const answer = await stage.post(`${PATH}?user_id=${target.id}`, asker.as)
    assertError(answer, 403, 160, `You've already requested to follow ${target.screenName}.`)
  })
  await t.test('403/162 the target blocks the caller', async () => {
    const [asker, target] = [await stage.person(), await stage.person()]
    await block(stage.context, { userId: target.id, blockedId: asker.id })
    assertError(
      await stage.post(`${PATH}?user_id=${target.id}`, asker.as),
      403,
      162,
      'You have been blocked from following this account at the request of the user.',
    )
  })
  await t.test('403/200 the caller blocks the target', async () => {
    const [asker, target] = [await stage.person(), await stage.person()]
    await block(stage.context, { userId: asker.id, blockedId: target.id })
    assertError(
      await stage.post(`${PATH}?user_id=${target.id}`, asker.as),
      403,
      200,
      'You have blocked this account. Unblock it first.',
    )
  })
}

for (const limits of ['documented', 'off'] as const) {
  test(`403/161 a follow beyond 5,000 and beyond 1.1 times the followers of the caller; limits ${limits}`, async (t) => {
    const stage = await RelationStage.open(t, { limits })
    const [asker, ...targets] = [await stage.person(), await stage.person(), await stage.person()]
    const counts = (friends: number, followers: number) =>
      stage.context.store.write((tx) =>
        tx.run(
          raw(`update user_counts set friends_count = ${friends}, followers_count = ${followers}
            where user_id = ${asker.id}`),
          {},
        ),
      )
    const ask = (of: number) => stage.post(`${PATH}?user_id=${targets[of]?.id}`, asker.as)
    for (const [friends, followers] of [
      [5_000, 0],
      [5_000, 4_545],
      [6_600, 6_000],
    ] as const) {
      await counts(friends, followers)
      if (limits === 'off') continue
      assertError(await ask(0), 403, 161, 'You are unable to follow more people at this time.')
    }
    if (limits === 'documented') await counts(6_599, 6_000)
    assert.equal((await ask(0)).status, 200)
    await counts(9_000, 0)
    // A user that the caller already follows does not count again.
    assert.equal((await ask(0)).status, 200)
  })
}

test('spec/limits.md#v11-limits: 400 follows in 24 hours; friendships/destroy does not count', async (t) => {
  const clock = new TestClock()
  const stage = await RelationStage.open(t, { limits: 'documented', clock })
  const [asker, target] = [await stage.person(), await stage.person()]
  const ask = (command: string) =>
    stage.post(`/1.1/friendships/${command}.json?user_id=${target.id}`, asker.as)
  const { headers } = await ask('create')
  assert.equal(headers.get('x-rate-limit-limit'), '400')
  assert.equal(headers.get('x-rate-limit-remaining'), '399')
  assert.equal(headers.get('x-rate-limit-reset'), String(clock.now() / 1000 + 86_400))
  assert.equal((await ask('destroy')).headers.get('x-rate-limit-limit'), null)
  assert.equal((await ask('create')).headers.get('x-rate-limit-remaining'), '398')
})
