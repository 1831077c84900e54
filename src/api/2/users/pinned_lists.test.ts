import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { choiceSuite } from '../../../../test/support/lists/choice-suite.ts'
import { forbidden, ListStage, messagesOf } from '../../../../test/support/lists/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { LIST_LIMITS } from '../../../domain/lists/list.ts'
import { pinList } from '../../../domain/lists/pin-list.ts'

choiceSuite('pinned_lists', 'pinned')

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`2/users/:id/pinned_lists on ${engine}`, async (t) => {
    const stage = await ListStage.open(t, engine)
    const [owner, other] = await stage.people(2)
    assert.ok(owner && other)
    const path = `/users/${owner.id}/pinned_lists`
    for (let number = 0; number < LIST_LIMITS.pins; number += 1) {
      await pinList(stage.context, { userId: owner.id, listId: (await stage.list(owner)).id })
    }
    await t.test(
      '200 spec/v2-users-and-lists.md#list-calls: all on one page, max_results is ignored',
      async () => {
        const body = await stage.lookups.got(`${path}?max_results=1`, owner.as)
        assert.equal(body.data.length, LIST_LIMITS.pins)
        assert.deepEqual(body.meta, { result_count: LIST_LIMITS.pins })
      },
    )
    await t.test('403/1 spec/v2-users-and-lists.md#list-rules: a sixth pin', async () => {
      const { id } = await stage.list(owner)
      const { status, body } = await stage.send('POST', path, owner.as, { list_id: String(id) })
      assert.deepEqual([status, body], [403, forbidden('You are not allowed to pin more than 5 Lists.')])
    })
    await t.test('400/2 spec/v2.md#callers: the pins of another user', async () => {
      assert.deepEqual(messagesOf(await stage.lookups.get(path, other.as)), [
        `The \`id\` query parameter value [${owner.id}] must be the same as the authenticating user [${other.id}]`,
      ])
    })
  })
}
