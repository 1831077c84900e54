import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRefused,
  good,
  MessageStage,
  type Writer,
} from '../../../../../../test/support/messages/stage.ts'
import { type SeenRule, WELCOME, welcomed } from '../../../../../../test/support/messages/welcome.ts'

const NEW = `${WELCOME}/rules/new.json`

test('direct_messages/welcome_messages/rules/new', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const make = (by: Writer, welcome_message_id: unknown) =>
    stage.ask('POST', NEW, by.as, { welcome_message_rule: { welcome_message_id } })

  await t.test('spec/direct-messages.md#welcome-message-rules: the rule', async () => {
    const message = await welcomed(stage, ada)
    const { welcome_message_rule: rule } = good<{ welcome_message_rule: SeenRule }>(
      await make(ada, message.id),
    )
    assert.equal(rule.welcome_message_id, message.id)
    assert.match(rule.created_timestamp, /^\d{13}$/)
  })

  await t.test(
    '403/214 spec/direct-messages.md#welcome-message-rules: a second rule, also by concurrent calls',
    async () => {
      const message = await welcomed(stage, ada)
      assertRefused(await make(ada, message.id), '403/214', 'There is a welcome message rule already.')
      const eve = await stage.writer()
      const own = await welcomed(stage, eve)
      const answers = await Promise.all(Array.from({ length: 4 }, () => make(eve, own.id)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403, 403])
    },
  )

  await t.test('404/34 a welcome message that is unknown, or of another user', async () => {
    const message = await welcomed(stage, ada)
    assertRefused(await make(bob, '5'), '404/34')
    assertRefused(await make(bob, message.id), '404/34')
  })

  await t.test('403/38 without a welcome message', async () => {
    assertRefused(await stage.ask('POST', NEW, bob.as, {}), '403/38', 'welcome_message_rule')
    assertRefused(await make(bob, null), '403/38', 'welcome_message_rule.welcome_message_id')
  })

  await t.test('400/214 a text that is not an id', async () => {
    assertRefused(await make(bob, 'x'), '400/214', 'welcome_message_rule.welcome_message_id')
  })
})
