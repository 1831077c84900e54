import assert from 'node:assert/strict'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { dmErrors, dmStage } from '../../../../../test/support/http/dm-stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`GET 2/dm_conversations/with/:participant_id/dm_events on ${engine}`, async (t) => {
    const stage = await dmStage(t, engine)
    const { person, send, texts, get } = stage
    const [ada, bob] = [await person(), await person()]
    const path = (id: bigint | string) => `/2/dm_conversations/with/${id}/dm_events`
    await send(ada, bob, 'one')
    await send(bob, ada, 'two')
    await send(ada, ada, 'a note')

    await t.test(
      'spec/v2-messages-and-media.md#messages: the events of the conversation with a user, newest first',
      async () => {
        assert.deepEqual(await texts(path(bob.id), ada), ['two', 'one'])
        assert.deepEqual(await texts(path(ada.id), bob), ['two', 'one'])
        assert.deepEqual(await texts(path(ada.id), ada), ['a note'])
      },
    )
    await t.test(
      'the page is empty for a user without messages to or from the caller, and for a user who does not exist',
      async () => {
        for (const id of [(await person()).id, 1n]) {
          assert.deepEqual((await get(path(id), ada)).body, { meta: { result_count: 0 } })
        }
      },
    )
    await t.test('403/1 a number that is too large for a user id', async () => {
      assert.equal((await get(path('9999999999999999999'), ada)).status, 403)
    })
    await t.test('400/2 a name in place of an id', async () => {
      assert.equal((await get(path('bob'), ada)).status, 400)
    })
    await dmErrors(t, stage, ada, { method: 'GET', path: path(bob.id) })
  })
}
