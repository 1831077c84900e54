import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { type Person, RelationStage } from '../../../../test/support/relations/stage.ts'
import {
  type TargetSuite,
  targetSuite,
  unknownUsers,
} from '../../../../test/support/relations/target-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { follow, unfollow } from '../../../domain/graph/follow.ts'
import { relationOf } from '../../../domain/graph/relations.ts'

const PATH = '/1.1/friendships/accept.json'
const NONE = [404, 34, 'Sorry, that page does not exist.'] as const

test('friendships/accept', async (t) => {
  const stage = await RelationStage.open(t)
  const { context } = stage
  const ask = (follower: bigint, followee: bigint) => follow(context, { follower, followee })
  const suite = {
    path: PATH,
    async prepare(asker: Person, other: Person) {
      await changeUserState(context, { userId: asker.id, action: 'protect' }).catch(() => undefined)
      await unfollow(context, { follower: other.id, followee: asker.id })
      await ask(other.id, asker.id)
    },
  } satisfies TargetSuite
  await targetSuite(t, stage, suite)
  await unknownUsers(t, stage, suite)

  await t.test('200 returns the requester, who then follows the caller', async () => {
    const [asker, target] = [await stage.person(), await stage.person({ isProtected: true })]
    await ask(asker.id, target.id)
    const user = await stage.done(`${PATH}?screen_name=${asker.screenName}`, target.as)
    assert.equal(user.id, asker.id)
    const { following, followingRequested } = await relationOf(context.store, asker.id, target.id)
    assert.deepEqual([following, followingRequested], [true, false])
    assert.equal((await ask(asker.id, target.id)).outcome, 'followed-already')
  })
  await t.test('200 also when the target is no longer protected', async () => {
    const [asker, target] = [await stage.person(), await stage.person({ isProtected: true })]
    await ask(asker.id, target.id)
    await changeUserState(context, { userId: target.id, action: 'unprotect' })
    await stage.done(`${PATH}?user_id=${asker.id}`, target.as)
  })
  await t.test('404/34 without a request, and after the request was accepted', async () => {
    const [asker, target] = [await stage.person(), await stage.person({ isProtected: true })]
    assertError(await stage.post(`${PATH}?user_id=${asker.id}`, target.as), ...NONE)
    await ask(asker.id, target.id)
    await stage.done(`${PATH}?user_id=${asker.id}`, target.as)
    assertError(await stage.post(`${PATH}?user_id=${asker.id}`, target.as), ...NONE)
    // The requester cannot accept its own request.
    assertError(await stage.post(`${PATH}?user_id=${target.id}`, asker.as), ...NONE)
  })
})
