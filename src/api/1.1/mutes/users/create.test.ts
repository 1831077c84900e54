import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../../../test/support/id-list/stage.ts'
import { marksOf, RelationStage } from '../../../../../test/support/relations/stage.ts'
import {
  type TargetSuite,
  targetSuite,
  unknownUsers,
} from '../../../../../test/support/relations/target-suite.ts'
import { follow } from '../../../../domain/graph/follow.ts'

const PATH = '/1.1/mutes/users/create.json'

test('mutes/users/create', async (t) => {
  const stage = await RelationStage.open(t)
  const { context } = stage
  const suite = { path: PATH } satisfies TargetSuite
  await targetSuite(t, stage, suite)
  await unknownUsers(t, stage, suite)

  await t.test('spec/relations.md#blocks-and-mutes: returns the user; follows stay', async () => {
    const [asker, other] = [await stage.person(), await stage.person()]
    await follow(context, { follower: asker.id, followee: other.id })
    for (let time = 0; time < 2; time++) {
      const user = await stage.done(`${PATH}?user_id=${other.id}`, asker.as)
      assert.deepEqual([user.id, marksOf(user)], [other.id, ['following', 'muting']])
    }
  })
  await t.test('403/271 the caller mutes itself', async () => {
    const asker = await stage.person()
    const answer = await stage.post(`${PATH}?user_id=${asker.id}`, asker.as)
    assertError(answer, 403, 271, "You can't mute yourself.")
  })
})
