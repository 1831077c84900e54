import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { choiceSuite } from '../../../../test/support/lists/choice-suite.ts'
import { forbidden, ListStage, messagesOf } from '../../../../test/support/lists/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { LIST_LIMITS } from '../../../domain/lists/list.ts'
import { pinList } from '../../../domain/lists/pin-list.ts'
import { must } from '../../../lib/assert.ts'

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
      '200 spec/v2-users-and-lists.md#list-calls: all lists are on one page, and max_results is ignored',
      async () => {
        const body = await stage.lookups.got(`${path}?max_results=1`, owner.as)
        assert.equal(body.data.length, LIST_LIMITS.pins)
        assert.deepEqual(body.meta, { result_count: LIST_LIMITS.pins })
      },
    )
    await t.test('403/1 spec/v2-users-and-lists.md#list-rules: a sixth pinned list', async () => {
      const { id } = await stage.list(owner)
      const { status, body } = await stage.send('POST', path, owner.as, { list_id: String(id) })
      assert.deepEqual([status, body], [403, forbidden('You are not allowed to pin more than 5 Lists.')])
    })
    await t.test(
      '200 spec/v2-users-and-lists.md#list-rules: the pin of a hidden list does not count, and can be removed',
      async () => {
        const [reader, hermit] = await stage.people(2)
        assert.ok(reader && hermit)
        const pins = `/users/${reader.id}/pinned_lists`
        const pin = ({ id }: { readonly id: bigint }) =>
          stage.send('POST', pins, reader.as, { list_id: String(id) })
        const [hidden, ended] = [await stage.list(hermit), await stage.list(hermit)]
        for (const list of [hidden, ended]) assert.equal((await pin(list)).status, 200)
        for (let number = 2; number < LIST_LIMITS.pins; number += 1) await pin(await stage.list(owner))
        const further = [await stage.list(owner), await stage.list(owner), await stage.list(owner)]
        assert.equal((await pin(must(further[0], 'a list'))).status, 403)
        await stage.lookups.act(hermit.id, 'protect')
        const count = async () => (await stage.lookups.got(pins, reader.as)).meta.result_count
        assert.equal(await count(), LIST_LIMITS.pins - 2)
        const end = await stage.send('DELETE', `${pins}/${ended.id}`, reader.as)
        assert.deepEqual([end.status, end.body], [200, { data: { pinned: false } }])
        const statuses: number[] = []
        for (const list of further) statuses.push((await pin(list)).status)
        assert.deepEqual(statuses, [200, 200, 403])
        assert.equal(await count(), LIST_LIMITS.pins)
      },
    )
    await t.test('400/2 spec/v2.md#callers: the pins of another user', async () => {
      assert.deepEqual(messagesOf(await stage.lookups.get(path, other.as)), [
        `The \`id\` query parameter value [${owner.id}] must be the same as the authenticating user [${other.id}]`,
      ])
    })
  })
}
