import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { marksOf, RelationStage } from '../../../../test/support/relations/stage.ts'
import {
  type TargetSuite,
  targetSuite,
  unknownUsers,
} from '../../../../test/support/relations/target-suite.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { relationOf } from '../../../domain/graph/relations.ts'

const PATH = '/1.1/blocks/create.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`blocks/create on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    const { context } = stage
    const suite = { path: PATH } satisfies TargetSuite
    await targetSuite(t, stage, suite)
    await unknownUsers(t, stage, suite)

    await t.test(
      'spec/relations.md#blocks-and-mutes: returns the user; the follows in both directions end',
      async () => {
        const [asker, other] = [await stage.person(), await stage.person()]
        await follow(context, { follower: asker.id, followee: other.id })
        await follow(context, { follower: other.id, followee: asker.id })
        const user = await stage.done(`${PATH}?user_id=${other.id}`, asker.as)
        assert.deepEqual([user.id, marksOf(user)], [other.id, ['blocking']])
        const relation = await relationOf(context.store, asker.id, other.id)
        assert.deepEqual([relation.following, relation.followedBy], [false, false])
        for (const list of ['friends', 'followers']) {
          const { ids } = await stage.got<{ ids: bigint[] }>(`/1.1/${list}/ids.json`, asker.as)
          assert.deepEqual(ids, [])
        }
      },
    )
    await t.test('200 the follow requests in both directions end; a mute stays', async () => {
      const [asker, other] = [
        await stage.person({ isProtected: true }),
        await stage.person({ isProtected: true }),
      ]
      await follow(context, { follower: asker.id, followee: other.id })
      await follow(context, { follower: other.id, followee: asker.id })
      await stage.done(`/1.1/mutes/users/create.json?user_id=${other.id}`, asker.as)
      const user = await stage.done(`${PATH}?user_id=${other.id}`, asker.as)
      assert.deepEqual(marksOf(user), ['muting', 'blocking'])
      const relation = await relationOf(context.store, asker.id, other.id)
      assert.deepEqual([relation.followingRequested, relation.followingReceived], [false, false])
    })
    await t.test('200 a repeated block, and a block of a user that blocks the caller', async () => {
      const [asker, other] = [await stage.person(), await stage.person()]
      for (const [by, whom] of [
        [asker, other],
        [asker, other],
        [other, asker],
      ] as const) {
        const user = await stage.done(`${PATH}?user_id=${whom.id}`, by.as)
        assert.ok(marksOf(user).includes('blocking'))
      }
      assert.ok(marksOf(await stage.done(`${PATH}?user_id=${other.id}`, asker.as)).includes('blocked_by'))
    })
    await t.test('403/200 the caller blocks itself', async () => {
      const asker = await stage.person()
      const answer = await stage.post(`${PATH}?user_id=${asker.id}`, asker.as)
      assertError(answer, 403, 200, "You can't block yourself.")
    })
  })
}
