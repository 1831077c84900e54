import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LegacyStage } from '../../../../test/support/messages/legacy.ts'
import { assertRefused } from '../../../../test/support/messages/stage.ts'

test('spec/retired-endpoints.md#legacy-messages: sent messages', async (t) => {
  const legacy = await LegacyStage.open(t)
  const [me, friend] = await legacy.stage.writers(2)
  await legacy.sent(me, friend, 'hello')
  await legacy.sent(friend, me, 'an answer')
  await legacy.sent(me, me, 'to myself')

  await t.test('200 sent messages; a message to oneself is in both lists', async () => {
    assert.deepEqual(await legacy.texts(me, 'sent'), ['to myself', 'hello'])
    assert.deepEqual(await legacy.texts(me, ''), ['to myself', 'an answer'])
    assert.deepEqual(await legacy.texts(friend, 'sent'), ['an answer'])
  })
  await t.test('400/44 an invalid id', async () => {
    assertRefused(await legacy.get(me, 'sent', 'max_id=x'), '400/44')
  })
})
