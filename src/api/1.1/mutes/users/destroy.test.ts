import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../../../test/support/id-list/stage.ts'
import { marksOf, type Person, RelationStage } from '../../../../../test/support/relations/stage.ts'
import {
  type TargetSuite,
  targetSuite,
  unknownUsers,
} from '../../../../../test/support/relations/target-suite.ts'
import { mute } from '../../../../domain/graph/mute.ts'

const PATH = '/1.1/mutes/users/destroy.json'

test('mutes/users/destroy', async (t) => {
  const stage = await RelationStage.open(t)
  const { context } = stage
  const suite = {
    path: PATH,
    prepare: (asker: Person, other: Person) => mute(context, { userId: asker.id, mutedId: other.id }),
  } satisfies TargetSuite
  await targetSuite(t, stage, suite)
  await unknownUsers(t, stage, suite)

  await t.test('spec/relations.md#blocks-and-mutes: returns the user, who is no longer muted', async () => {
    const [asker, other] = [await stage.person(), await stage.person()]
    await mute(context, { userId: asker.id, mutedId: other.id })
    const user = await stage.done(`${PATH}?screen_name=${other.screenName}`, asker.as)
    assert.deepEqual([user.id, marksOf(user)], [other.id, []])
  })
  await t.test('403/272 the target user is not muted, or is the caller', async () => {
    const [asker, other] = [await stage.person(), await stage.person()]
    for (const { id } of [other, asker]) {
      const answer = await stage.post(`${PATH}?user_id=${id}`, asker.as)
      assertError(answer, 403, 272, 'You are not muting the specified user.')
    }
  })
})
