import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRefused,
  good,
  MessageStage,
  type Writer,
} from '../../../../../../test/support/messages/stage.ts'
import { ruled, WELCOME, welcomed } from '../../../../../../test/support/messages/welcome.ts'

test('direct_messages/welcome_messages/rules/show', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const rule = await ruled(stage, ada, (await welcomed(stage, ada)).id)
  await ruled(stage, bob, (await welcomed(stage, bob)).id)
  const show = (by: Writer, query: string) => stage.ask('GET', `${WELCOME}/rules/show.json${query}`, by.as)

  await t.test(
    'spec/direct-messages.md#welcome-message-rules: the rule, as in the response of its creation',
    async () => {
      assert.deepEqual(good(await show(ada, `?id=${rule.id}`)), { welcome_message_rule: rule })
    },
  )

  await t.test('404/34 a rule that is unknown, or of another user', async () => {
    assertRefused(await show(ada, '?id=5'), '404/34')
    assertRefused(await show(bob, `?id=${rule.id}`), '404/34')
  })

  await t.test('403/38 no id', async () => {
    assertRefused(await show(ada, ''), '403/38')
  })

  await t.test('400/44 a text that is not an id', async () => {
    assertRefused(await show(ada, '?id=x'), '400/44')
  })
})
