import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import * as fc from '../../../test/support/properties.ts'
import { createUsers } from '../../../test/support/users.ts'
import { must } from '../../lib/assert.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import { isFreeReply, ReplyNotFree } from './free-replies.ts'
import { setAcceptsAnyone } from './message-settings.ts'
import { sendMessage } from './send.ts'

const DAY_MS = 86_400_000

for (const engine of ENGINES) {
  test(`spec/direct-messages.md#message-limits: five free replies within 24 hours of each message received (${engine})`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const pair = async () => {
      const people = await createUsers(context, 2)
      for (const { id } of people) await setAcceptsAnyone(context, { userId: id, acceptsAnyone: true })
      return people.map(({ id }) => id)
    }
    const send = (senderId: bigint, recipientId: bigint, isFree = false) =>
      sendMessage(context, { senderId, recipientId, appId: null, draft: { text: 'hi' }, isFree })

    await t.test('the time window is exact to the millisecond', async () => {
      const [me, other] = await pair()
      assert.ok(me !== undefined && other !== undefined)
      const ends = { senderId: me, recipientId: other }
      const received = snowflakeTime((await send(other, me)).id)
      assert.equal(await isFreeReply(store, ends, received + DAY_MS), true)
      assert.equal(await isFreeReply(store, ends, received + DAY_MS + 1), false)
      // The other user has received no message yet.
      assert.equal(await isFreeReply(store, { senderId: other, recipientId: me }, received), false)
    })

    await t.test('free replies match a simple model', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 16 }), async (said) => {
          const [me = 0n, other = 0n] = await pair()
          const sent = []
          for (const isMine of said) sent.push(await (isMine ? send(me, other) : send(other, me)))
          const now =
            sent.length === 0 ? context.clock.now() : snowflakeTime(must(sent.at(-1), 'the last').id)
          const since = said.lastIndexOf(false)
          const isFree = since >= 0 && said.slice(since + 1).length < 5
          assert.equal(await isFreeReply(store, { senderId: me, recipientId: other }, now), isFree)
        }),
        { numRuns: 12 },
      )
    })

    await t.test(
      'several messages in one transaction are counted; each received message permits five more',
      async () => {
        const [me = 0n, other = 0n] = await pair()
        for (const { paid, free } of [
          { paid: 0, free: 5 },
          { paid: 2, free: 3 },
        ]) {
          await send(other, me)
          const charged = Array.from({ length: paid }, () => send(me, other))
          const claimed = Array.from({ length: 12 }, () => send(me, other, true))
          await Promise.all(charged)
          const results = await Promise.allSettled(claimed)
          assert.equal(results.filter(({ status }) => status === 'fulfilled').length, free)
          for (const result of results) {
            if (result.status === 'rejected') assert.ok(result.reason instanceof ReplyNotFree)
          }
        }
      },
    )

    await t.test('a received message between replies permits five more', async () => {
      const [me = 0n, other = 0n] = await pair()
      await send(other, me)
      const replies = Array.from({ length: 5 }, () => send(me, other, true))
      const more = [send(other, me), ...Array.from({ length: 5 }, () => send(me, other, true))]
      await Promise.all([...replies, ...more])
      await assert.rejects(send(me, other, true), ReplyNotFree)
    })

    await t.test('messages to oneself are not free', async () => {
      const [me = 0n] = await pair()
      await send(me, me)
      assert.equal(await isFreeReply(store, { senderId: me, recipientId: me }, context.clock.now()), false)
    })
  })
}
