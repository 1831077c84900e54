import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { makeList } from '../../../../test/support/lists/make-list.ts'
import { namedListCases, type V11List, V11ListStage } from '../../../../test/support/lists/v11-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

const PATH = '/1.1/lists/update.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`lists/update on ${engine}`, async (t) => {
    const stage = await V11ListStage.open(t, engine)
    const { owner, other, context, relations } = stage
    const { id } = await makeList(context, owner.id)
    await t.test(
      '200 spec/v1-streams-and-lists.md#list-object: the changed list, with a new slug',
      async () => {
        const list = await relations.done<V11List>(`${PATH}?list_id=${id}&name=Bees&mode=private`, owner.as)
        assert.deepEqual([list.id, list.name, list.slug, list.mode], [id, 'Bees', 'bees', 'private'])
        const again = await relations.done<V11List>(`${PATH}?list_id=${id}&mode=public`, owner.as)
        assert.deepEqual([again.name, again.mode], ['Bees', 'public'])
      },
    )
    await t.test('400/44 an invalid name', async () => {
      const answer = await relations.post(`${PATH}?list_id=${id}&name=${'a'.repeat(26)}`, owner.as)
      assertError(answer, 400, 44, 'name parameter is invalid.')
    })
    await t.test('403/220 spec/v1-streams-and-lists.md#lists: the list of another user', async () => {
      const message = 'Your credentials do not allow access to this resource.'
      assertError(await relations.post(`${PATH}?list_id=${id}&name=a`, other.as), 403, 220, message)
    })
    await namedListCases(t, stage, { method: 'POST', path: PATH, more: 'name=a' })
  })
}
