import assert from 'node:assert/strict'
import { test } from 'node:test'
import { good, MessageStage } from '../../../../../../test/support/messages/stage.ts'
import { ruled, WELCOME, welcomed } from '../../../../../../test/support/messages/welcome.ts'

test('spec/direct-messages.md#welcome-message-rules: welcome_messages/rules/list has the rule of the caller, or no rule', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const list = () => stage.ask('GET', `${WELCOME}/rules/list.json`, ada.as)
  await ruled(stage, bob, (await welcomed(stage, bob)).id)
  assert.deepEqual(good(await list()), { welcome_message_rules: [] })
  const rule = await ruled(stage, ada, (await welcomed(stage, ada)).id)
  assert.deepEqual(good(await list()), { welcome_message_rules: [rule] })
})
