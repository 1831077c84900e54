import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRecordedOrder, LegacyStage } from '../../../../test/support/messages/legacy.ts'
import { assertRefused, good } from '../../../../test/support/messages/stage.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'

test('spec/retired-endpoints.md#legacy-messages: one message', async (t) => {
  const legacy = await LegacyStage.open(t)
  const [me, friend, other] = await legacy.stage.writers(3)
  const { id_str: id } = await legacy.sent(friend, me, 'hello')

  await t.test('200 for both sides, by both paths', async () => {
    for (const side of [me, friend]) {
      const shown = good<object>(await legacy.get(side, 'show', `id=${id}`))
      assertRecordedOrder(shown)
      const { created_at: _, ...byPath } = good<Record<string, unknown>>(await legacy.get(side, `show/${id}`))
      assert.equal(byPath['text'], 'hello')
    }
  })
  await t.test('403/38 no id', async () => {
    assertRefused(await legacy.get(me, 'show'), '403/38')
  })
  await t.test('400/44 an invalid id', async () => {
    assertRefused(await legacy.get(me, 'show', 'id=x'), '400/44')
  })
  await t.test(
    '404/34 a message that is unknown, not the caller’s, deleted by the caller, or with a suspended user',
    async () => {
      assertRefused(await legacy.get(me, 'show', 'id=5'), '404/34')
      assertRefused(await legacy.get(other, 'show', `id=${id}`), '404/34')
      const { id_str: deleted } = await legacy.sent(friend, me, 'deleted')
      await legacy.stage.destroy(me, deleted)
      assertRefused(await legacy.get(me, 'show', `id=${deleted}`), '404/34')
      good(await legacy.get(friend, 'show', `id=${deleted}`))
      await changeUserState(legacy.stage.context, { userId: friend.id, action: 'suspend' })
      assertRefused(await legacy.get(me, 'show', `id=${id}`), '404/34')
    },
  )
})
