import assert from 'node:assert/strict'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { assertRefused, good, MESSAGES, MessageStage } from '../../../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

const SHOW = `${MESSAGES}/events/show.json`

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`direct_messages/events/show on ${engine}`, async (t) => {
    const stage = await MessageStage.open(t, { engine })
    const [ada, bob, eve] = await stage.writers(3)
    const message = await stage.sent(ada, bob, 'hi')

    await t.test('spec/direct-messages.md#show: both sides get the same event, with its app', async () => {
      const name = String(stage.app.appId)
      for (const each of [ada, bob]) {
        assert.deepEqual(good(await stage.show(each, message.id)), {
          event: message,
          apps: { [name]: { id: name, name: 'Test app', url: '' } },
        })
      }
    })

    await t.test(
      '404/34 spec/direct-messages.md#show: a message that is unknown, of other users, or deleted by the viewer',
      async () => {
        assertRefused(await stage.show(eve, message.id), '404/34', 'Sorry, that page does not exist.')
        assertRefused(await stage.show(ada, '5'), '404/34')
        await stage.destroy(ada, message.id)
        assertRefused(await stage.show(ada, message.id), '404/34')
        assert.equal((await stage.show(bob, message.id)).status, 200)
      },
    )

    await t.test('403/38 no id', async () => {
      assertRefused(await stage.ask('GET', SHOW, ada.as), '403/38', 'id parameter is missing.')
    })

    await t.test('400/44 a text that is not an id', async () => {
      for (const id of ['x', '-5', '9223372036854775808']) {
        assertRefused(await stage.show(ada, id), '400/44', 'id parameter is invalid.')
      }
    })
  })
}
