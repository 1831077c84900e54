import assert from 'node:assert/strict'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { makeList } from '../../../../../test/support/lists/make-list.ts'
import { seenListCases, type V11List, V11ListStage } from '../../../../../test/support/lists/v11-stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { followList } from '../../../../domain/lists/follow-list.ts'

const PATH = '/1.1/lists/subscribers/destroy.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`lists/subscribers/destroy on ${engine}`, async (t) => {
    const stage = await V11ListStage.open(t, engine)
    const { owner, other, context, relations } = stage
    const { id } = await makeList(context, owner.id)
    await followList(context, { userId: other.id, listId: id })
    await t.test(
      '200 spec/v1-streams-and-lists.md#lists: the list after the change, also for a repeated call',
      async () => {
        for (const _ of ['once', 'twice']) {
          const list = await relations.done<V11List>(`${PATH}?list_id=${id}`, other.as)
          assert.deepEqual([list.id, list.following, list.subscriber_count], [id, false, 0n])
        }
      },
    )
    await seenListCases(t, stage, { method: 'POST', path: PATH })
  })
}
