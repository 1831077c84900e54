import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRecordedOrder,
  type LegacyMessage,
  LegacyStage,
} from '../../../../test/support/messages/legacy.ts'
import { assertRefused, good, MESSAGES } from '../../../../test/support/messages/stage.ts'

test('spec/retired-endpoints.md#legacy-messages: deletion', async (t) => {
  const legacy = await LegacyStage.open(t)
  const { stage } = legacy
  const [me, friend, other] = await stage.writers(3)

  await t.test(
    '200 the whole deleted message, for sender and recipient; only the caller no longer sees it',
    async () => {
      const text = 'hoot '.repeat(50).trim()
      for (const [caller, counterpart] of [
        [me, friend],
        [friend, me],
      ] as const) {
        const { id } = await stage.sent(me, friend, `${text} ${caller.screenName}`)
        const deleted = good<LegacyMessage>(await legacy.post(caller, 'destroy', { id }))
        assertRecordedOrder(deleted)
        assert.equal(deleted.text, `${text} ${caller.screenName}`)
        assertRefused(await legacy.get(caller, 'show', `id=${id}`), '404/34')
        assertRefused(await stage.show(caller, id), '404/34')
        good(await stage.show(counterpart, id))
      }
    },
  )
  await t.test('403/38 no id', async () => {
    assertRefused(await legacy.post(me, 'destroy', {}), '403/38')
  })
  await t.test('400/44 an invalid id', async () => {
    assertRefused(await legacy.post(me, 'destroy', { id: 'x' }), '400/44')
  })
  await t.test('404/34 a message of other users, a repeated deletion, and an id in the path', async () => {
    const { id_str: id } = await legacy.sent(me, friend, 'again')
    assertRefused(await legacy.post(other, 'destroy', { id }), '404/34')
    assertRefused(await stage.ask('POST', `${MESSAGES}/destroy/${id}.json`, me.as), '404/34')
    good(await legacy.post(me, 'destroy', { id }))
    assertRefused(await legacy.post(me, 'destroy', { id }), '404/34')
  })
})
