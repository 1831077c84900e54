import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, MessageStage, type Writer } from '../../../../../../test/support/messages/stage.ts'
import { ruled, WELCOME, welcomed } from '../../../../../../test/support/messages/welcome.ts'

test('direct_messages/welcome_messages/rules/destroy', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const message = await welcomed(stage, ada)
  const destroy = (by: Writer, query: string) =>
    stage.ask('DELETE', `${WELCOME}/rules/destroy.json${query}`, by.as)

  await t.test(
    'spec/direct-messages.md#welcome-message-rules: 204; the welcome message stays, and may have another rule',
    async () => {
      const rule = await ruled(stage, ada, message.id)
      const answer = await destroy(ada, `?id=${rule.id}`)
      assert.deepEqual([answer.status, answer.text], [204, ''])
      assert.equal((await stage.ask('GET', `${WELCOME}/show.json?id=${message.id}`, ada.as)).status, 200)
      assert.equal((await ruled(stage, ada, message.id)).welcome_message_id, message.id)
    },
  )

  await t.test('404/34 a rule that is unknown, or of another user', async () => {
    const eve = await stage.writer()
    const rule = await ruled(stage, eve, (await welcomed(stage, eve)).id)
    assertRefused(await destroy(bob, '?id=5'), '404/34')
    assertRefused(await destroy(bob, `?id=${rule.id}`), '404/34')
  })

  await t.test('403/38 no id', async () => {
    assertRefused(await destroy(ada, ''), '403/38')
  })

  await t.test('400/44 a text that is not an id', async () => {
    assertRefused(await destroy(ada, '?id=x'), '400/44')
  })
})
