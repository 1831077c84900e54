import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import {
  assertRefused,
  MESSAGES,
  MessageStage,
  type Writer,
} from '../../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block } from '../../../domain/graph/block.ts'

const READ = `${MESSAGES}/mark_read.json`

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`direct_messages/mark_read on ${engine}`, async (t) => {
    const stage = await MessageStage.open(t, { engine })
    const [ada, bob, eve] = await stage.writers(3)
    const message = await stage.sent(ada, bob, 'hi')
    const read = (reader: Writer, writer: Writer, id: string) =>
      stage.ask('POST', `${READ}?last_read_event_id=${id}&recipient_id=${writer.id}`, reader.as)

    await t.test('spec/direct-messages.md#typing-and-read: 204, and an event for the writer', async () => {
      const events = await eventsOf(stage.context, async () => {
        const answer = await read(bob, ada, message.id)
        assert.deepEqual([answer.status, answer.text], [204, ''])
      })
      const ends = { user_id: bob.id, recipient_id: ada.id }
      assert.deepEqual(events.map(factsOf), [
        { kind: 'message.read', ...ends, last_read_event_id: BigInt(message.id) },
      ])
    })

    await t.test('404/34 a message that is not between the two users', async () => {
      const other = await stage.sent(eve, bob, 'hi')
      const own = await stage.sent(bob, bob, 'a note')
      const events = await eventsOf(stage.context, async () => {
        assertRefused(await read(bob, ada, '5'), '404/34')
        assertRefused(await read(bob, ada, other.id), '404/34')
        assertRefused(await read(bob, ada, own.id), '404/34')
        assertRefused(await read(eve, ada, message.id), '404/34')
        assertRefused(await read(eve, bob, message.id), '404/34')
      })
      assert.deepEqual(events, [])
    })

    await t.test('403/349 a writer who blocks the reader, or is suspended', async () => {
      const [blocker, suspended] = await stage.writers(2)
      const [one, other] = [await stage.sent(blocker, bob, 'hi'), await stage.sent(suspended, bob, 'hi')]
      await block(stage.context, { userId: blocker.id, blockedId: bob.id })
      await changeUserState(stage.context, { userId: suspended.id, action: 'suspend' })
      const events = await eventsOf(stage.context, async () => {
        assertRefused(await read(bob, blocker, one.id), '403/349')
        assertRefused(await read(bob, suspended, other.id), '403/349')
      })
      assert.deepEqual(events, [])
    })

    await t.test('403/389 a user that the reader blocks', async () => {
      const blocked = await stage.writer()
      const { id } = await stage.sent(blocked, bob, 'hi')
      await block(stage.context, { userId: bob.id, blockedId: blocked.id })
      assertRefused(await read(bob, blocked, id), '403/389')
    })

    await t.test('403/108 a deactivated user', async () => {
      const gone = await stage.writer()
      const { id } = await stage.sent(gone, bob, 'hi')
      await changeUserState(stage.context, { userId: gone.id, action: 'deactivate' })
      assertRefused(await read(bob, gone, id), '403/108')
    })

    await t.test('403/38 a missing parameter', async () => {
      assertRefused(
        await stage.ask('POST', `${READ}?recipient_id=${ada.id}`, bob.as),
        '403/38',
        'last_read_event_id',
      )
      assertRefused(await stage.ask('POST', `${READ}?last_read_event_id=5`, bob.as), '403/38', 'recipient_id')
    })

    await t.test('400/44 a text that is not an id', async () => {
      assertRefused(await read(bob, ada, 'x'), '400/44')
    })
  })
}
