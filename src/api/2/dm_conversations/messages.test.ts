import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { dmErrors, dmStage } from '../../../../test/support/http/dm-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`POST 2/dm_conversations/:id/messages on ${engine}`, async (t) => {
    const stage = await dmStage(t, engine)
    const { person, group, texts, post } = stage
    const [ada, bob, eve, zoe] = [await person(), await person(), await person(), await person()]
    const { groupId } = await group(ada, [bob, eve], 'hello')
    const path = (id: string) => `/2/dm_conversations/${id}/messages`

    await t.test(
      'spec/v2-messages-and-media.md#messages: 201 a message to a group reaches every member',
      async () => {
        const { status, body } = await post(path(groupId), bob, { text: 'hi' })
        assert.deepEqual([status, body.data.dm_conversation_id], [201, groupId])
        for (const by of [ada, bob, eve]) {
          assert.deepEqual(await texts('/2/dm_events', by), ['hi', 'hello', 'ParticipantsJoin'])
        }
      },
    )
    await t.test('201 a message to a conversation of two users, by the id of the conversation', async () => {
      const { status, body } = await post(path(`${zoe.id}-${ada.id}`), ada, { text: 'dear zoe' })
      const [low, high] = ada.id < zoe.id ? [ada.id, zoe.id] : [zoe.id, ada.id]
      assert.deepEqual([status, body.data.dm_conversation_id], [201, `${low}-${high}`])
      assert.deepEqual(await texts('/2/dm_events', zoe), ['dear zoe'])
    })
    await t.test('403/1 a conversation of other users', async () => {
      for (const id of [groupId, `${ada.id}-${bob.id}`, '1']) {
        assert.equal((await post(path(id), zoe, { text: 'let me in' })).status, 403, id)
      }
      assert.equal((await texts('/2/dm_events', eve)).includes('let me in'), false)
    })
    await t.test(
      '400/2 a message without a text, with two attachments, or with an unknown upload',
      async () => {
        for (const body of [
          {},
          { text: '' },
          { text: 1 },
          { attachments: [{ media_id: '1' }, { media_id: '2' }] },
          { attachments: [{ media_id: '1' }] },
          { text: 'x', other: 1 },
        ]) {
          assert.equal((await post(path(groupId), bob, body)).status, 400, JSON.stringify(body))
        }
      },
    )
    await dmErrors(t, stage, ada, { method: 'POST', path: path(groupId), body: { text: 'again' } })
  })
}
