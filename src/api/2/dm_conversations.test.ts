import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { dmErrors, dmStage } from '../../../test/support/http/dm-stage.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { block } from '../../domain/graph/block.ts'
import { setAcceptsAnyone } from '../../domain/messages/message-settings.ts'

const PATH = '/2/dm_conversations'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`POST 2/dm_conversations on ${engine}`, async (t) => {
    const stage = await dmStage(t, engine)
    const { person, post, group, get, context } = stage
    const [ada, bob, eve, zoe] = [await person(), await person(), await person(), await person()]
    const body = (ids: readonly bigint[], more: object = {}) => ({
      conversation_type: 'Group',
      participant_ids: ids.map(String),
      message: { text: 'hello' },
      ...more,
    })

    await t.test(
      'spec/v2-messages-and-media.md#messages: 201 a group is created with all members and a first message',
      async () => {
        const { groupId, eventId } = await group(ada, [bob, eve], 'hello')
        assert.match(groupId, /^[0-9]{15,19}$/)
        const { body: page } = await get(`${PATH}/${groupId}/dm_events?expansions=participant_ids`, eve)
        assert.deepEqual(
          page.data.map(({ id, event_type }: { id: string; event_type: string }) => [
            event_type,
            id === eventId,
          ]),
          [
            ['MessageCreate', true],
            ['ParticipantsJoin', false],
          ],
        )
        const ids = [ada, bob, eve].map(({ id }) => String(id))
        assert.deepEqual(page.data[1].participant_ids, ids)
        assert.deepEqual(page.includes.users.map(({ id }: { id: string }) => id).toSorted(), ids.toSorted())
      },
    )

    await t.test(
      '400/2 too few or too many participants, another conversation type, no message, or an unknown user',
      async () => {
        for (const wrong of [
          body([bob.id]),
          body([bob.id, bob.id]),
          body([bob.id, ada.id]),
          body(Array.from({ length: 50 }, (_, index) => BigInt(index + 1))),
          body([bob.id, eve.id], { conversation_type: 'Pair' }),
          body([bob.id, eve.id], { message: null }),
          body([bob.id, eve.id], { message: {} }),
          body([bob.id, eve.id], { message: { text: 'x'.repeat(10_001) } }),
          body([bob.id, 1n]),
          body([bob.id, eve.id], { name: 'x' }),
        ]) {
          const { status, body: answer } = await post(PATH, ada, wrong)
          assert.deepEqual(
            [status, answer.title],
            [400, 'Invalid Request'],
            JSON.stringify(wrong).slice(0, 100),
          )
        }
      },
    )

    await t.test('403/1 a participant to whom the creator may not write; no group is created', async () => {
      await block(context, { userId: zoe.id, blockedId: ada.id })
      const refused = await post(PATH, ada, body([bob.id, zoe.id]))
      assert.deepEqual([refused.status, refused.body.detail], [403, 'You cannot send messages to this user.'])
      const before = (await get('/2/dm_events', bob)).body.meta.result_count
      await setAcceptsAnyone(context, { userId: eve.id, acceptsAnyone: false })
      const shy = await post(PATH, zoe, body([bob.id, eve.id]))
      assert.equal(shy.status, 403)
      assert.equal((await get('/2/dm_events', bob)).body.meta.result_count, before)
    })

    await dmErrors(t, stage, bob, { method: 'POST', path: PATH, body: body([ada.id, zoe.id]) })
  })
}
