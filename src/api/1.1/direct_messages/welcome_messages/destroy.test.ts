import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, good, MessageStage, type Writer } from '../../../../../test/support/messages/stage.ts'
import { ruled, WELCOME, welcomed } from '../../../../../test/support/messages/welcome.ts'

test('direct_messages/welcome_messages/destroy', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const destroy = (by: Writer, query: string) => stage.ask('DELETE', `${WELCOME}/destroy.json${query}`, by.as)

  await t.test(
    'spec/direct-messages.md#welcome-messages: 204, and the rule of the message is deleted too',
    async () => {
      const [message, other] = [await welcomed(stage, ada), await welcomed(stage, ada)]
      await ruled(stage, ada, message.id)
      assert.equal((await destroy(ada, `?id=${other.id}`)).status, 204)
      const rules = () => stage.ask('GET', `${WELCOME}/rules/list.json`, ada.as)
      assert.equal(good<{ welcome_message_rules: [] }>(await rules()).welcome_message_rules.length, 1)
      const answer = await destroy(ada, `?id=${message.id}`)
      assert.deepEqual([answer.status, answer.text], [204, ''])
      assert.deepEqual(good(await rules()), { welcome_message_rules: [] })
      assertRefused(await stage.ask('GET', `${WELCOME}/show.json?id=${message.id}`, ada.as), '404/34')
    },
  )

  await t.test('404/34 a message that is unknown, or of another user', async () => {
    const message = await welcomed(stage, ada)
    assertRefused(await destroy(ada, '?id=5'), '404/34')
    assertRefused(await destroy(bob, `?id=${message.id}`), '404/34')
    assert.equal((await stage.ask('GET', `${WELCOME}/show.json?id=${message.id}`, ada.as)).status, 200)
  })

  await t.test('403/38 no id', async () => {
    assertRefused(await destroy(ada, ''), '403/38')
  })

  await t.test('400/44 a text that is not an id', async () => {
    assertRefused(await destroy(ada, '?id=x'), '400/44')
  })
})
