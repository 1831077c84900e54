import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { sharedUserStreams, shortOf, userStreamStage } from '../../../test/support/streams/user-stream.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { revokeAppOfUser } from '../../domain/apps/revoke-app-of-user.ts'
import { follow } from '../../domain/graph/follow.ts'
import { sendMessage } from '../../domain/messages/send.ts'

const SITE_STREAMS = 'spec/retired-endpoints.md#user-and-site-streams'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`GET site on ${engine}`, () => {
    test(`${SITE_STREAMS}: messages of the named users who authorized the app, each in an envelope`, async (t) => {
      const { context, member, outsider, open, post, app } = await userStreamStage(t, { engine })
      const [caller, one, two, gone] = await Promise.all([member(), member(), member(), member()])
      const stranger = await outsider()
      await follow(context, { follower: one.id, followee: two.id })
      const ids = [one, two, gone, stranger].map(({ id }) => id).join()
      const [stream, whole] = [
        await open(caller, `site.json?follow=${ids}`),
        await open(caller, `site.json?follow=${one.id}&with=followings`),
      ]
      await post(stranger.id, 'unheard')
      await post(one.id, 'of one')
      await post(two.id, 'of two')
      await sendMessage(context, {
        ...{ senderId: one.id, recipientId: two.id },
        ...{ appId: null, draft: { text: 'a secret' } },
      })
      await revokeAppOfUser(context, { appId: app.appId, userId: two.id })
      await changeUserState(context, { userId: gone.id, action: 'suspend' })
      await post(two.id, 'unheard too')
      await post(one.id, 'end')
      const seenBy = async (each: typeof stream) => {
        await each.until(() => each.lines.some(({ message }) => message.text === 'end'))
        return each.lines.map((line) => [line.for_user, shortOf(line.message)])
      }
      const [first, second] = [String(one.id), String(two.id)]
      assert.deepEqual(await seenBy(stream), [
        [first, 'of one'],
        [second, 'of two'],
        [first, 'message: a secret'],
        [second, 'message: a secret'],
        [first, 'end'],
      ])
      assert.deepEqual(await seenBy(whole), [
        [first, 'friends'],
        [first, 'of one'],
        [first, 'of two'],
        [first, 'message: a secret'],
        [first, 'unheard too'],
        [first, 'end'],
      ])
    })
  })
}

/** One server for the tests of refused parameters. */
const shared = sharedUserStreams()

test('406/214 without a user, or with an invalid id or `with`; 403 for an app', async (t) => {
  const { url, app, member, open } = await userStreamStage(t, shared)
  const me = await member()
  assert.equal((await ask(`${url}/1.1/site.json?follow=1`, app.asApp)).status, 403)
  for (const query of ['with=user', 'follow=anna', 'follow=1&with=x'])
    assert.equal((await open(me, `site.json?${query}`)).status, 406, query)
})

test('413/214 more than 100 users', async (t) => {
  const { member, open } = await userStreamStage(t, shared)
  const me = await member()
  const ids = Array.from({ length: 101 }, (_, index) => index + 1).join()
  assert.equal((await open(me, `site.json?follow=${ids}`)).status, 413)
})

test('420/88 after 50 connects in 15 minutes', async (t) => {
  const { member, open } = await userStreamStage(t, {
    settings: { limits: 'documented' },
    clock: new TestClock(),
  })
  const me = await member()
  for (let count = 0; count < 50; count += 1) (await open(me, `site.json?follow=${me.id}`)).close()
  assert.equal((await open(me, `site.json?follow=${me.id}`)).status, 420)
})
