import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { makeList } from '../../../../test/support/lists/make-list.ts'
import { type V11List, V11ListStage } from '../../../../test/support/lists/v11-stage.ts'
import { ownerListCases } from '../../../../test/support/lists/v11-suites.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { followList } from '../../../domain/lists/follow-list.ts'

const PATH = '/1.1/lists/list.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`lists/list on ${engine}`, async (t) => {
    const stage = await V11ListStage.open(t, engine)
    const { owner, other, context, relations } = stage
    const followed = await makeList(context, other.id)
    const [older, newer] = [
      await makeList(context, owner.id),
      await makeList(context, owner.id, { isPrivate: true }),
    ]
    for (const listId of [older.id, followed.id]) await followList(context, { userId: owner.id, listId })
    const idsFor = async (as = owner.as) =>
      (await relations.got<V11List[]>(`${PATH}?user_id=${owner.id}`, as)).map(({ id }) => id)
    await t.test(
      '200 spec/v1-streams-and-lists.md#lists: the lists of the user come first, and each list occurs once',
      async () => {
        assert.deepEqual(await idsFor(), [newer.id, older.id, followed.id])
        assert.deepEqual(await idsFor(other.as), [older.id, followed.id])
        assert.equal((await relations.got<V11List[]>(PATH, owner.as)).length, 3)
      },
    )
    await t.test('400/44 a malformed id', async () => {
      assertError(
        await relations.get(`${PATH}?user_id=x`, owner.as),
        400,
        44,
        'user_id parameter is invalid.',
      )
    })
    await ownerListCases(t, stage, PATH)
  })
}
