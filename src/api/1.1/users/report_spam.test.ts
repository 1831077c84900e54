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
import { relationOf } from '../../../domain/graph/relations.ts'

const PATH = '/1.1/users/report_spam.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`users/report_spam on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    const { context } = stage
    const suite = { path: PATH } satisfies TargetSuite
    await targetSuite(t, stage, suite)
    await unknownUsers(t, stage, suite)

    await t.test(
      'spec/v1-streams-and-lists.md#other-calls: 200 the user, who is blocked unless perform_block is false',
      async () => {
        const [asker, spammer, other] = [await stage.person(), await stage.person(), await stage.person()]
        const user = await stage.done(`${PATH}?user_id=${spammer.id}`, asker.as)
        assert.deepEqual([user.id, marksOf(user)], [spammer.id, ['blocking']])
        const kept = await stage.done(`${PATH}?user_id=${other.id}&perform_block=false`, asker.as)
        assert.deepEqual([kept.id, marksOf(kept)], [other.id, []])
        assert.equal((await relationOf(context.store, asker.id, other.id)).blocking, false)
        assert.equal((await relationOf(context.store, asker.id, spammer.id)).blocking, true)
      },
    )

    await t.test('403/36 oneself', async () => {
      const asker = await stage.person()
      const answer = await stage.post(`${PATH}?user_id=${asker.id}`, asker.as)
      assertError(answer, 403, 36, 'You cannot report yourself for spam.')
    })
  })
}
