import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { signedFetch } from '../../../../test/support/http/signed-request.ts'
import {
  assertRefused,
  MESSAGES,
  MessageStage,
  type Writer,
} from '../../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { issueToken } from '../../../domain/apps/tokens.ts'
import { block } from '../../../domain/graph/block.ts'

const TYPING = `${MESSAGES}/indicate_typing.json`

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`direct_messages/indicate_typing on ${engine}`, async (t) => {
    const stage = await MessageStage.open(t, { engine })
    const { context } = stage
    const [ada, bob] = await stage.writers(2)
    const typing = (from: Writer, to: string | bigint) =>
      stage.ask('POST', `${TYPING}?recipient_id=${to}`, from.as)

    await t.test('spec/direct-messages.md#typing-and-read: 204, and an event for the recipient', async () => {
      const events = await eventsOf(context, async () => {
        const answer = await typing(ada, bob.id)
        assert.deepEqual([answer.status, answer.text], [204, ''])
        assert.equal(answer.headers.get('content-type'), 'text/html;charset=utf-8')
      })
      assert.deepEqual(events.map(factsOf), [
        { kind: 'message.typing', user_id: ada.id, recipient_id: bob.id },
      ])
    })

    await t.test('spec/direct-messages.md#typing-and-read: recipient_id in a signed form', async () => {
      const issued = await issueToken(context, { appId: stage.app.appId, userId: ada.id })
      const { status } = await signedFetch(`${stage.server.url}${TYPING}`, {
        consumer: { key: stage.app.consumerKey, secret: stage.app.consumerSecret },
        token: { key: issued.accessToken, secret: issued.accessTokenSecret },
        form: { recipient_id: String(bob.id) },
      })
      assert.equal(status, 204)
    })

    await t.test('403/108 an unknown user', async () => {
      assertRefused(await typing(ada, 5n), '403/108')
    })

    await t.test('403/150 a user that accepts messages only from users that it follows', async () => {
      assertRefused(await typing(ada, (await stage.shyWriter()).id), '403/150')
    })

    await t.test('403/349 a suspended user', async () => {
      const { id: userId } = await stage.writer()
      await changeUserState(context, { userId, action: 'suspend' })
      assertRefused(await typing(ada, userId), '403/349')
    })

    await t.test('403/389 a user that the caller blocks', async () => {
      const { id } = await stage.writer()
      await block(context, { userId: ada.id, blockedId: id })
      assertRefused(await typing(ada, id), '403/389')
    })

    await t.test('403/38 without recipient_id', async () => {
      assertRefused(await stage.ask('POST', TYPING, ada.as), '403/38', 'recipient_id parameter is missing.')
    })

    await t.test('400/44 a text that is not an id', async () => {
      assertRefused(await typing(ada, 'x'), '400/44')
    })
  })
}
