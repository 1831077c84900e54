import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { type V11List, V11ListStage } from '../../../../test/support/lists/v11-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { raw } from '../../../../test/support/tables.ts'
import { LIST_LIMITS } from '../../../domain/lists/list.ts'

const PATH = '/1.1/lists/create.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`lists/create on ${engine}`, async (t) => {
    const { owner, context, relations } = await V11ListStage.open(t, engine)
    await t.test('200 spec/v1-streams-and-lists.md#lists: the list', async () => {
      const open = await relations.done<V11List>(`${PATH}?name=Birds`, owner.as)
      assert.deepEqual([open.name, open.mode, open.user.id], ['Birds', 'public', owner.id])
      const closed = await relations.done<V11List>(
        `${PATH}?name=Birds&mode=private&description=All`,
        owner.as,
      )
      assert.deepEqual([closed.slug, closed.mode], ['birds-2', 'private'])
    })
    await t.test('403/38 without a name', async () => {
      assertError(await relations.post(PATH, owner.as), 403, 38, 'name parameter is missing.')
    })
    await t.test('400/44 an invalid name, description or mode', async () => {
      for (const [name, query] of [
        ['name', `name=${'a'.repeat(26)}`],
        ['description', `name=a&description=${'b'.repeat(101)}`],
        ['mode', 'name=a&mode=secret'],
      ] as const) {
        const answer = await relations.post(`${PATH}?${query}`, owner.as)
        assertError(answer, 400, 44, `${name} parameter is invalid.`)
      }
    })
    await t.test('403/200 spec/v2-users-and-lists.md#list-rules: more than 1,000 lists', async () => {
      const rows = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${LIST_LIMITS.lists})`
      await context.store.write((tx) =>
        tx.run(
          raw(`insert into lists (id, owner_id, slug, name, description, is_private, created_at, member_count,
            follower_count) ${rows} select n, ${owner.id}, 's' || cast(n as text), 'L', '', 0, 0, 0, 0 from numbers`),
          {},
        ),
      )
      assertError(await relations.post(`${PATH}?name=a`, owner.as), 403, 200, 'You cannot have more lists.')
    })
  })
}
