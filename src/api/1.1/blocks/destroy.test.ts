import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksOf, type Person, RelationStage } from '../../../../test/support/relations/stage.ts'
import {
  type TargetSuite,
  targetSuite,
  unknownUsers,
} from '../../../../test/support/relations/target-suite.ts'
import { block } from '../../../domain/graph/block.ts'
import { follow } from '../../../domain/graph/follow.ts'

const PATH = '/1.1/blocks/destroy.json'

test('blocks/destroy', async (t) => {
  const stage = await RelationStage.open(t)
  const { context } = stage
  const suite = {
    path: PATH,
    prepare: (asker: Person, other: Person) => block(context, { userId: asker.id, blockedId: other.id }),
  } satisfies TargetSuite
  await targetSuite(t, stage, suite)
  await unknownUsers(t, stage, suite)

  await t.test(
    'spec/relations.md#blocks-and-mutes: returns the user, who can be followed again; earlier follows are not restored',
    async () => {
      const [asker, other] = [await stage.person(), await stage.person()]
      await follow(context, { follower: asker.id, followee: other.id })
      await block(context, { userId: asker.id, blockedId: other.id })
      const user = await stage.done(`${PATH}?screen_name=${other.screenName}`, asker.as)
      assert.deepEqual([user.id, marksOf(user)], [other.id, []])
      assert.equal((await follow(context, { follower: asker.id, followee: other.id })).outcome, 'followed')
    },
  )
  await t.test('200 returns the user, also if the user is not blocked', async () => {
    const [asker, other] = [await stage.person(), await stage.person()]
    assert.equal((await stage.done(`${PATH}?user_id=${other.id}`, asker.as)).id, other.id)
  })
  await t.test('200 if the target user also blocks the caller, this block stays', async () => {
    const [asker, other] = [await stage.person(), await stage.person()]
    await block(context, { userId: other.id, blockedId: asker.id })
    const user = await stage.done(`${PATH}?user_id=${other.id}`, asker.as)
    assert.deepEqual(marksOf(user), ['blocked_by'])
  })
})
