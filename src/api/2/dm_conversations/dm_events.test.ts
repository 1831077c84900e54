import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { dmErrors, dmStage } from '../../../../test/support/http/dm-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`GET 2/dm_conversations/:id/dm_events on ${engine}`, async (t) => {
    const stage = await dmStage(t, engine)
    const { person, send, group, texts, get } = stage
    const [ada, bob, eve] = [await person(), await person(), await person()]
    const path = (id: string) => `/2/dm_conversations/${id}/dm_events`
    await send(ada, bob, 'one')
    await send(eve, ada, 'elsewhere')
    await send(bob, ada, 'two')
    const { groupId } = await group(ada, [bob, await person()], 'hello')

    await t.test(
      'spec/v2-messages-and-media.md#conversations: a conversation of two users, with the ids in either order',
      async () => {
        for (const id of [`${ada.id}-${bob.id}`, `${bob.id}-${ada.id}`]) {
          for (const by of [ada, bob]) assert.deepEqual(await texts(path(id), by), ['two', 'one'])
        }
        assert.deepEqual(await texts(`${path(`${ada.id}-${bob.id}`)}?event_types=ParticipantsJoin`, ada), [])
      },
    )
    await t.test('a conversation of a group, on several pages', async () => {
      assert.deepEqual(await texts(path(groupId), bob), ['hello', 'ParticipantsJoin'])
      const { body } = await get(`${path(groupId)}?max_results=1`, bob)
      const rest = `${path(groupId)}?max_results=1&pagination_token=${body.meta.next_token}`
      assert.deepEqual(await texts(rest, bob), ['ParticipantsJoin'])
    })
    await t.test('403/1 a conversation of other users: of two users, and of a group', async () => {
      for (const id of [`${ada.id}-${bob.id}`, groupId, '1']) {
        const { status, body } = await get(path(id), eve)
        assert.deepEqual([status, body.detail], [403, 'You are not a participant of this conversation.'], id)
      }
    })
    await t.test('400/2 a conversation id in an invalid form', async () => {
      assert.equal((await get(path('a-b'), ada)).status, 400)
    })
    await dmErrors(t, stage, ada, { method: 'GET', path: path(groupId) })
  })
}
