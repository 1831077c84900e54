import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, good, MessageStage, type Writer } from '../../../../../test/support/messages/stage.ts'
import { type SeenWelcome, WELCOME, welcomed } from '../../../../../test/support/messages/welcome.ts'

test('direct_messages/welcome_messages/show', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const message = await welcomed(stage, ada)
  const show = (by: Writer, query: string) => stage.ask('GET', `${WELCOME}/show.json${query}`, by.as)

  await t.test('spec/direct-messages.md#welcome-messages: the message as it was created', async () => {
    const { welcome_message } = good<{ welcome_message: SeenWelcome }>(await show(ada, `?id=${message.id}`))
    assert.deepEqual(welcome_message, message)
  })

  await t.test('404/34 a message that is unknown, or of another user', async () => {
    assertRefused(await show(ada, '?id=5'), '404/34')
    assertRefused(await show(bob, `?id=${message.id}`), '404/34')
  })

  await t.test('403/38 no id', async () => {
    assertRefused(await show(ada, ''), '403/38')
  })

  await t.test('400/44 a text that is not an id', async () => {
    assertRefused(await show(ada, '?id=x'), '400/44')
  })
})
