/** Declares tests about the user whose list is requested, and about the visibility of the list. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { unfollow } from '../../../src/domain/graph/follow.ts'
import { letFollow } from '../follows.ts'
import { createOneUser } from '../users.ts'
import { assertError, assertNoPage, ownerOf, type Stage } from './stage.ts'

export async function listOwner(t: TestContext, stage: Stage): Promise<void> {
  const { five, members, crowded } = stage
  await t.test('200 by user_id', async () => {
    assert.deepEqual((await stage.page(`user_id=${five.id}`)).ids, members)
  })
  await t.test('200 by screen_name, in upper or lower case', async () => {
    assert.deepEqual((await stage.page(`screen_name=${five.screenName}`)).ids, members)
    assert.deepEqual((await stage.page(`screen_name=${five.screenName.toUpperCase()}`)).ids, members)
  })
  await t.test('200 with both parameters, user_id takes precedence', async () => {
    for (const name of [crowded.screenName, 'nobody']) {
      assert.deepEqual((await stage.page(`screen_name=${name}&user_id=${five.id}`)).ids, members)
    }
  })
  await t.test(
    '200 without a parameter and with user authentication: the list of the authenticated user',
    async () => {
      const asFive = await stage.app.asUser(five.id)
      assert.deepEqual((await stage.page('', asFive)).ids, members)
      assert.deepEqual((await stage.page('count=2', asFive)).ids, members.slice(0, 2))
    },
  )
  await t.test('200 user authentication, another user’s list', async () => {
    const asCrowded = await stage.app.asUser(crowded.id)
    assert.deepEqual((await stage.page(`user_id=${five.id}`, asCrowded)).ids, members)
  })
  await t.test('200 spec/followers.md#target: for a viewer that the target blocks', async () => {
    const viewer = await createOneUser(stage.context)
    await block(stage.context, { userId: five.id, blockedId: viewer.id })
    const asViewer = await stage.app.asUser(viewer.id)
    assert.deepEqual((await stage.page(`user_id=${five.id}`, asViewer)).ids, members)
  })
  await t.test('400/25 without a parameter and with app authentication', async () => {
    for (const query of ['', 'count=5', 'user_id=&screen_name=']) {
      assertError(await stage.ask(query), 400, 25, 'Query parameters are missing.')
    }
  })
}

/** Unknown and hidden targets. */
export async function listsOfUnknownUsers(t: TestContext, stage: Stage): Promise<void> {
  const { context } = stage
  for (const [label, query] of [
    ['id', 'user_id=1'],
    ['id of 0', 'user_id=0'],
    ['screen name', 'screen_name=nobody'],
    ['a screen name above the maximum length', `screen_name=${'n'.repeat(4000)}`],
    ['screen name with a NUL', 'screen_name=%00'],
    ['screen name beyond ASCII', 'screen_name=%E2%84%AA'],
  ] as const) {
    await t.test(`404/34 unknown user: ${label}`, async () => assertNoPage(await stage.ask(query)))
  }
  for (const action of ['suspend', 'deactivate'] as const) {
    await t.test(`404/34 target after ${action}, for all callers`, async () => {
      const [owner] = await ownerOf(context, stage.list, 1)
      const fan = await createOneUser(context)
      await changeUserState(context, { userId: owner.id, action })
      for (const credentials of [stage.app.asApp, await stage.app.asUser(fan.id)]) {
        assertNoPage(await stage.ask(`user_id=${owner.id}`, credentials))
        assertNoPage(await stage.ask(`screen_name=${owner.screenName}`, credentials))
      }
    })
  }
}

export async function protectedLists(t: TestContext, stage: Stage): Promise<void> {
  const { context, app, list } = stage
  const [owner, members] = await ownerOf(context, list, 2, true)
  const query = `user_id=${owner.id}`
  const { id: fan } = await createOneUser(context)
  const { id: followed } = await createOneUser(context)
  const { id: stranger } = await createOneUser(context)
  await letFollow(context, { follower: fan, followee: owner.id })
  await letFollow(context, { follower: owner.id, followee: followed })
  // `fan` is in the list if the list has followers, and `followed` if the list has friends.
  const joined = list.edge(owner.id, fan).follower === fan ? fan : followed
  const whole = [joined, ...members]
  const refused = `{"request":"${list.path}","error":"Not authorized."}`

  await t.test('401 protected target, app authentication', async () => {
    const { status, text } = await stage.ask(query)
    assert.deepEqual([status, text], [401, refused])
  })
  for (const [who, id] of [
    ['a stranger', stranger],
    ['a user that the target follows', followed],
  ] as const) {
    await t.test(`401 protected target, ${who}`, async () => {
      const { status, text } = await stage.ask(query, await app.asUser(id))
      assert.deepEqual([status, text], [401, refused])
    })
  }
  await t.test('200 protected target, its follower', async () => {
    assert.deepEqual((await stage.page(query, await app.asUser(fan))).ids, whole)
  })
  await t.test('200 protected target, requested by the target, with or without a parameter', async () => {
    const asOwner = await app.asUser(owner.id)
    assert.deepEqual((await stage.page(query, asOwner)).ids, whole)
    assert.deepEqual((await stage.page('', asOwner)).ids, whole)
  })
  await t.test('401 protected target, for a former follower', async () => {
    const asFan = await app.asUser(fan)
    await unfollow(context, { follower: fan, followee: owner.id })
    assert.equal((await stage.ask(query, asFan)).status, 401)
  })
}
