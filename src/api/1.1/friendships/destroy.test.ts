import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksOf, type Person, RelationStage } from '../../../../test/support/relations/stage.ts'
import {
  type TargetSuite,
  targetSuite,
  unknownUsers,
} from '../../../../test/support/relations/target-suite.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { relationOf } from '../../../domain/graph/relations.ts'

const PATH = '/1.1/friendships/destroy.json'

test('friendships/destroy', async (t) => {
  const stage = await RelationStage.open(t)
  const { context } = stage
  const suite = {
    path: PATH,
    prepare: (asker: Person, other: Person) => follow(context, { follower: asker.id, followee: other.id }),
  } satisfies TargetSuite
  await targetSuite(t, stage, suite)
  await unknownUsers(t, stage, suite)

  await t.test(
    'spec/relations.md#unfollow-and-update: returns the user that the caller no longer follows',
    async () => {
      const [asker, target] = [await stage.person(), await stage.person()]
      await follow(context, { follower: asker.id, followee: target.id, wantsNotifications: true })
      const user = await stage.done(`${PATH}?screen_name=${target.screenName}`, asker.as)
      assert.deepEqual([user.id, marksOf(user)], [target.id, []])
      const { following, wantsNotifications } = await relationOf(context.store, asker.id, target.id)
      assert.deepEqual([following, wantsNotifications], [false, false])
    },
  )
  await t.test(
    '200 returns the user, also if the caller does not follow the user or is the user',
    async () => {
      const [asker, target] = [await stage.person(), await stage.person()]
      for (const { id } of [target, target, asker]) {
        const user = await stage.done(`${PATH}?user_id=${id}`, asker.as)
        assert.deepEqual([user.id, marksOf(user)], [id, []])
      }
    },
  )
  await t.test('200 withdraws a follow request', async () => {
    const [asker, target] = [await stage.person(), await stage.person({ isProtected: true })]
    await follow(context, { follower: asker.id, followee: target.id })
    const user = await stage.done(`${PATH}?user_id=${target.id}`, asker.as)
    assert.deepEqual(marksOf(user), [])
    assert.equal((await relationOf(context.store, asker.id, target.id)).followingRequested, false)
  })
})
