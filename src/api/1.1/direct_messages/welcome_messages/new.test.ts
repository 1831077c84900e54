import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, good, MessageStage } from '../../../../../test/support/messages/stage.ts'
import { type SeenWelcome, WELCOME } from '../../../../../test/support/messages/welcome.ts'

const NEW = `${WELCOME}/new.json`

test('direct_messages/welcome_messages/new', async (t) => {
  const stage = await MessageStage.open(t)
  const ada = await stage.writer()
  const make = (message_data: object, more: object = {}) =>
    stage.ask('POST', NEW, ada.as, { welcome_message: { message_data, ...more } })

  await t.test(
    'spec/direct-messages.md#welcome-messages: the welcome message with its app; a name can be used twice',
    async () => {
      const options = [{ label: 'Hello', metadata: 'm' }]
      const data = { text: 'Welcome to example.org', quick_reply: { type: 'options', options } }
      const body = good<{ welcome_message: SeenWelcome; name: string; apps: object }>(
        await make(data, { name: 'n' }),
      )
      const { welcome_message: message, name, apps } = body
      const app = String(stage.app.appId)
      assert.deepEqual([name, message.name, message.source_app_id], ['n', 'n', app])
      assert.deepEqual(apps, { [app]: { id: app, name: 'Test app', url: '' } })
      assert.match(message.message_data.text, /^Welcome to https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
      assert.deepEqual(message.message_data['quick_reply'], data.quick_reply)
      const unnamed = good<object>(await make({ text: 'Welcome' }))
      assert.equal('name' in unnamed, false)
    },
  )

  await t.test(
    '403/354 spec/direct-messages.md#message-length: a welcome message has at most 9,990 code points',
    async () => {
      assert.equal((await make({ text: '𝔸'.repeat(9_990) })).status, 200)
      assertRefused(await make({ text: '𝔸'.repeat(9_991) }), '403/354')
    },
  )

  await t.test('403/38 a missing part', async () => {
    assertRefused(await stage.ask('POST', NEW, ada.as, {}), '403/38', 'welcome_message parameter')
    assertRefused(
      await stage.ask('POST', NEW, ada.as, { welcome_message: {} }),
      '403/38',
      'welcome_message.message_data',
    )
    assertRefused(await make({}), '403/38', 'welcome_message.message_data.text')
  })

  await t.test('400/214 other objects, and members that only messages have', async () => {
    assertRefused(await make({ text: 5 }), '400/214', 'welcome_message.message_data.text')
    assertRefused(await make({ text: 'a' }, { name: 5 }), '400/214', 'welcome_message.name')
    assertRefused(await make({ text: 'a' }, { name: 'n'.repeat(101) }), '400/214', 'welcome_message.name: ')
    const media = { type: 'media', media: { id: '5' } }
    assertRefused(
      await make({ text: 'a', attachment: media }),
      '400/214',
      'welcome_message.message_data.attachment',
    )
    const response = { quick_reply_response: { type: 'options', metadata: 'm' } }
    assertRefused(
      await make({ text: 'a', ...response }),
      '400/214',
      'welcome_message.message_data.quick_reply_response',
    )
  })

  await t.test('400/3 invalid coordinates', async () => {
    const coordinates = { type: 'Point', coordinates: [0, 91] }
    const location = { type: 'shared_coordinate', shared_coordinate: { coordinates } }
    assertRefused(await make({ attachment: { type: 'location', location } }), '400/3')
  })
})
