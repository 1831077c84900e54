import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dmErrors, dmStage } from '../../../../../test/support/http/dm-stage.ts'
import { block } from '../../../../domain/graph/block.ts'
import { setAcceptsAnyone } from '../../../../domain/messages/message-settings.ts'

test('POST 2/dm_conversations/with/:participant_id/messages', async (t) => {
  const stage = await dmStage(t)
  const { person, post, get, context } = stage
  const [ada, bob, eve] = [await person(), await person(), await person()]
  const path = (id: bigint | string) => `/2/dm_conversations/with/${id}/messages`

  await t.test(
    'spec/v2-messages-and-media.md#messages: 201 the response has both ids, and the recipient can read the message',
    async () => {
      const { status, body } = await post(path(bob.id), ada, { text: 'hi', attachments: null })
      const [low, high] = ada.id < bob.id ? [ada.id, bob.id] : [bob.id, ada.id]
      assert.deepEqual([status, body.data.dm_conversation_id], [201, `${low}-${high}`])
      assert.equal((await get(`/2/dm_events/${body.data.dm_event_id}`, bob)).body.data.text, 'hi')
    },
  )
  await t.test(
    '403/1 spec/direct-messages.md#recipients: the error texts are those of the codes 150, 349 and 389',
    async () => {
      await setAcceptsAnyone(context, { userId: eve.id, acceptsAnyone: false })
      const follower = await post(path(eve.id), ada, { text: 'hi' })
      assert.equal(follower.body.detail, 'You cannot send messages to users who are not following you.')
      await block(context, { userId: eve.id, blockedId: ada.id })
      const blocked = await post(path(eve.id), ada, { text: 'hi' })
      assert.equal(blocked.body.detail, 'You cannot send messages to this user.')
      await block(context, { userId: ada.id, blockedId: bob.id })
      const blocking = await post(path(bob.id), ada, { text: 'hi' })
      assert.deepEqual(
        [blocking.status, blocking.body.detail],
        [403, 'You cannot send messages to users you have blocked.'],
      )
    },
  )
  await t.test(
    '400/2 an unknown user, a text that is too long, and a body that is not an object',
    async () => {
      assert.equal(
        (await post(path(1n), ada, { text: 'hi' })).body.errors[0].message,
        'This user cannot be found.',
      )
      for (const body of [{ text: 'x'.repeat(10_001) }, [], 'null']) {
        assert.equal((await post(path(eve.id), ada, body)).status, 400)
      }
    },
  )
  await dmErrors(t, stage, ada, { method: 'POST', path: path(ada.id), body: { text: 'again' } })
})
