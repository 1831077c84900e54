import assert from 'node:assert/strict'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../../test/support/events.ts'
import { assertRefused, MESSAGES, MessageStage } from '../../../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

const DESTROY = `${MESSAGES}/events/destroy.json`

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`direct_messages/events/destroy on ${engine}`, async (t) => {
    const stage = await MessageStage.open(t, { engine })
    const [ada, bob, eve] = await stage.writers(3)

    await t.test('spec/clients.md#answers: 204, with an empty body as text', async () => {
      const { id } = await stage.sent(ada, bob, 'hi')
      const answer = await stage.destroy(ada, id)
      assert.equal(answer.status, 204)
      assert.equal(answer.text, '')
      assert.equal(answer.headers.get('content-type'), 'text/html;charset=utf-8')
      assert.equal(answer.headers.get('content-length'), '0')
    })

    await t.test(
      'spec/contract.md#direct-message-calls: the message is deleted for the caller, and stays for the other participant',
      async () => {
        const [ada, bob] = await stage.writers(2)
        const message = await stage.sent(ada, bob, 'hi')
        const events = await eventsOf(stage.context, () => stage.destroy(bob, message.id))
        assert.deepEqual(events.map(factsOf), [
          { kind: 'message.deleted', user_id: bob.id, message_id: BigInt(message.id), is_erased: false },
        ])
        assert.deepEqual((await stage.page(bob)).events, [])
        assert.deepEqual((await stage.page(ada)).events, [message])
      },
    )

    await t.test(
      '404/34 spec/direct-messages.md#delete: a message that is unknown, of other users, or already deleted',
      async () => {
        const { id } = await stage.sent(ada, bob, 'hi')
        for (const other of ['5', id]) assertRefused(await stage.destroy(eve, other), '404/34')
        assert.equal((await stage.destroy(ada, id)).status, 204)
        assertRefused(await stage.destroy(ada, id), '404/34')
        assert.equal((await stage.show(bob, id)).status, 200)
      },
    )

    await t.test('404/34 for all but one of four concurrent requests', async () => {
      const { id } = await stage.sent(ada, bob, 'hi')
      const answers = await Promise.all(Array.from({ length: 4 }, () => stage.destroy(ada, id)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404, 404])
    })

    await t.test('403/38 no id', async () => {
      assertRefused(await stage.ask('DELETE', DESTROY, ada.as), '403/38', 'id parameter is missing.')
    })

    await t.test('400/44 a text that is not an id', async () => {
      assertRefused(await stage.destroy(ada, 'x'), '400/44')
    })

    await t.test(
      '403/93 spec/direct-messages.md#access: a token without the permission for messages',
      async () => {
        const { id } = await stage.sent(ada, bob, 'hi')
        const as = await stage.token(ada.id, 'read-write')
        assertRefused(await stage.ask('DELETE', `${DESTROY}?id=${id}`, as), '403/93')
        assert.equal((await stage.show(ada, id)).status, 200)
      },
    )
  })
}
