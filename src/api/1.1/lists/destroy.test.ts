import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError, assertNoPage } from '../../../../test/support/id-list/stage.ts'
import { makeList } from '../../../../test/support/lists/make-list.ts'
import { namedListCases, type V11List, V11ListStage } from '../../../../test/support/lists/v11-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

const PATH = '/1.1/lists/destroy.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`lists/destroy on ${engine}`, async (t) => {
    const stage = await V11ListStage.open(t, engine)
    const { owner, other, context, relations } = stage
    const { id, slug } = await makeList(context, owner.id)
    await t.test('403/220 spec/v1-streams-and-lists.md#lists: the list of another user', async () => {
      const message = 'Your credentials do not allow access to this resource.'
      assertError(await relations.post(`${PATH}?list_id=${id}`, other.as), 403, 220, message)
    })
    await t.test('200 spec/v1-streams-and-lists.md#lists: the list before its deletion', async () => {
      const named = `slug=${slug}&owner_screen_name=${owner.screenName}`
      const list = await relations.done<V11List>(`${PATH}?${named}`, owner.as)
      assert.deepEqual([list.id, list.name], [id, 'Birds'])
      assertNoPage(await relations.post(`${PATH}?${named}`, owner.as))
    })
    await namedListCases(t, stage, { method: 'POST', path: PATH })
  })
}
