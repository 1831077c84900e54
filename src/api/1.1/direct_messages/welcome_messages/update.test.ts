import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, good, MessageStage, type Writer } from '../../../../../test/support/messages/stage.ts'
import { type SeenWelcome, WELCOME, welcomed } from '../../../../../test/support/messages/welcome.ts'

test('direct_messages/welcome_messages/update', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const before = await welcomed(stage, ada, 'Before', { name: 'kept' })
  const update = (by: Writer, id: string, message_data: object) =>
    stage.ask('PUT', `${WELCOME}/update.json?id=${id}`, by.as, { message_data })

  await t.test(
    'spec/direct-messages.md#welcome-messages: the new content, with the same id and name',
    async () => {
      const { welcome_message: after } = good<{ welcome_message: SeenWelcome }>(
        await update(ada, before.id, { text: 'After' }),
      )
      assert.deepEqual(after, { ...before, message_data: { ...before.message_data, text: 'After' } })
    },
  )

  await t.test('404/34 a message that is unknown, or of another user', async () => {
    assertRefused(await update(ada, '5', { text: 'a' }), '404/34')
    assertRefused(await update(bob, before.id, { text: 'a' }), '404/34')
  })

  await t.test('403/38 a missing part', async () => {
    const answer = await stage.ask('PUT', `${WELCOME}/update.json`, ada.as, { message_data: { text: 'a' } })
    assertRefused(answer, '403/38', 'id parameter')
    assertRefused(await stage.ask('PUT', `${WELCOME}/update.json?id=5`, ada.as, {}), '403/38', 'message_data')
    assertRefused(await update(ada, before.id, {}), '403/38', 'message_data.text')
  })

  await t.test('403/354 a text that is too long', async () => {
    assertRefused(await update(ada, before.id, { text: 'a'.repeat(9_991) }), '403/354')
  })

  await t.test('400/214 a body of another form', async () => {
    assertRefused(await update(ada, before.id, { text: [] }), '400/214', 'message_data.text')
    assertRefused(await update(ada, before.id, { text: 'a', ctas: [] }), '400/214', 'message_data.ctas')
  })

  await t.test('400/44 a text that is not an id', async () => {
    assertRefused(await update(ada, 'x', { text: 'a' }), '400/44')
  })

  await t.test('400/3 invalid coordinates', async () => {
    const coordinates = { type: 'Point', coordinates: [181, 0] }
    const location = { type: 'shared_coordinate', shared_coordinate: { coordinates } }
    assertRefused(await update(ada, before.id, { attachment: { type: 'location', location } }), '400/3')
  })
})
