import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import {
  assertRecordedOrder,
  type LegacyMessage,
  LegacyStage,
} from '../../../../test/support/messages/legacy.ts'
import { assertRefused, good, MESSAGES } from '../../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block } from '../../../domain/graph/block.ts'
import { importMessages } from '../../../domain/messages/import-messages.ts'
import { firstSnowflakeAt } from '../../../lib/ids/snowflake.ts'

const DAY_MS = 86_400_000

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/retired-endpoints.md#legacy-messages: sending on ${engine}`, () => {
    test('recipients, texts and errors', async (t) => {
      const legacy = await LegacyStage.open(t, undefined, { engine })
      const { stage } = legacy
      const [me, friend] = await stage.writers(2)
      const to = { user_id: String(friend.id) }

      await t.test('200 the message, which the recipient can also read as an event', async () => {
        const answer = await legacy.post(me, 'new', { ...to, text: 'see https://example.org/a #owl' })
        const sent = good<LegacyMessage>(answer)
        assert.equal(answer.headers.get('x-rate-limit-limit'), null)
        assertRecordedOrder(sent)
        assert.match(sent.text, /^see https:\/\/t\.co\/\w{10} #owl$/)
        assert.equal(sent.entities?.['urls']?.[0]?.['expanded_url'], 'https://example.org/a')
        const { events } = await stage.page(friend)
        assert.deepEqual(
          [events[0]?.id, events[0]?.message_create.message_data.text],
          [sent.id_str, sent.text],
        )
      })
      await t.test(
        '200 the recipient is a name in `screen_name` or `user`, in the query or the form, or is the sender',
        async () => {
          good(await legacy.post(me, 'new', { screen_name: friend.screenName.toUpperCase(), text: 'a' }))
          good(await legacy.post(me, 'new', { user: friend.screenName, text: 'b' }))
          good(await legacy.post(me, 'new', { user_id: String(me.id), text: 'c' }))
        },
      )
      await t.test('200 with a token that may read and write; 403/261 with a read-only token', async () => {
        const path = `${MESSAGES}/new.json?user_id=${friend.id}&text=d`
        good(await stage.ask('POST', path, await stage.token(me.id, 'read-write')))
        assertRefused(await stage.ask('POST', path, await stage.token(me.id, 'read')), '403/261')
      })
      await t.test('403/38 no text, or no recipient', async () => {
        assertRefused(await legacy.post(me, 'new', to), '403/38', 'text')
        assertRefused(await legacy.post(me, 'new', { ...to, text: ' ' }), '403/38', 'text')
        assertRefused(await legacy.post(me, 'new', { text: 'hi' }), '403/38', 'user_id')
      })
      await t.test('400/44 an invalid id', async () => {
        assertRefused(await legacy.post(me, 'new', { user_id: 'x', text: 'hi' }), '400/44')
      })
      await t.test('403/108 an unknown user', async () => {
        assertRefused(await legacy.post(me, 'new', { user_id: '5', text: 'hi' }), '403/108')
        assertRefused(await legacy.post(me, 'new', { screen_name: 'nobodythere', text: 'hi' }), '403/108')
      })
      await t.test('403/150 a recipient who does not follow the sender', async () => {
        const { id } = await stage.shyWriter()
        assertRefused(await legacy.post(me, 'new', { user_id: String(id), text: 'hi' }), '403/150')
      })
      await t.test('403/349 a recipient that blocks the sender, or is suspended', async () => {
        const [blocker, suspended] = await stage.writers(2)
        await block(stage.context, { userId: blocker.id, blockedId: me.id })
        await changeUserState(stage.context, { userId: suspended.id, action: 'suspend' })
        for (const { id } of [blocker, suspended]) {
          assertRefused(await legacy.post(me, 'new', { user_id: String(id), text: 'hi' }), '403/349')
        }
      })
      await t.test('403/389 a recipient that the sender blocks', async () => {
        const { id } = await stage.writer()
        await block(stage.context, { userId: me.id, blockedId: id })
        assertRefused(await legacy.post(me, 'new', { user_id: String(id), text: 'hi' }), '403/389')
      })
      await t.test('403/354 more than 10,000 characters', async () => {
        assertRefused(await legacy.post(me, 'new', { ...to, text: 'x'.repeat(10_001) }), '403/354')
        assert.equal((await legacy.sent(me, friend, 'x'.repeat(9_000))).text.length, 9_000)
      })
      await t.test('403/151 the same text to the same user within 24 hours, also with links', async () => {
        const [other] = await stage.writers(2)
        const text = 'read https://example.org/b'
        await legacy.sent(me, friend, text)
        assertRefused(
          await legacy.post(me, 'new', { ...to, text }),
          '403/151',
          'There was an error sending your message: Whoops! You already said that.',
        )
        await legacy.sent(me, other, text)
        await legacy.sent(friend, me, text)
        const yesterday = {
          id: firstSnowflakeAt(stage.context.clock.now() - DAY_MS - 1),
          senderId: me.id,
          recipientId: friend.id,
          appId: null,
          content: { text: 'said yesterday' },
        }
        await importMessages(stage.context, [yesterday], async () => undefined)
        await legacy.sent(me, friend, 'said yesterday')
      })
    })
  })
}

test('403/151 spec/retired-endpoints.md#legacy-message-errors: a text can be repeated after 24 hours', async (t) => {
  const clock = new TestClock(Date.UTC(2018, 8, 1, 12))
  const legacy = await LegacyStage.open(t, undefined, { clock, limits: 'documented' })
  const [me, friend] = await legacy.stage.writers(2)
  const repeat = () => legacy.post(me, 'new', { user_id: String(friend.id), text: 'good morning' })
  good(await repeat())
  clock.step(DAY_MS - 10_000)
  assertRefused(await repeat(), '403/151')
  clock.step(10_000)
  good(await repeat())
  assertRefused(await repeat(), '403/151')
})

test('403/151 spec/retired-endpoints.md#legacy-message-errors: more than 1,000 messages in 24 hours', async (t) => {
  const legacy = await LegacyStage.open(t, undefined, { limits: 'documented' })
  const [me, friend, other] = await legacy.stage.writers(3)
  const { context } = legacy.stage
  const messages = Array.from({ length: 1_000 }, (_, index) => ({
    id: context.ids.next(),
    senderId: me.id,
    recipientId: friend.id,
    appId: null,
    content: { text: `message ${index}` },
  }))
  await importMessages(context, messages, async () => undefined)
  const refused = await legacy.post(me, 'new', { user_id: String(other.id), text: 'one more' })
  assertRefused(refused, '403/151', 'There was an error sending your message: you sent')
  await legacy.sent(friend, me, 'another sender')
})

test('spec/retired-endpoints.md#legacy-message-object: before 2015-08-12 a text has at most 140 characters, and a link counts as 23', async (t) => {
  const legacy = await LegacyStage.open(t, '2015-08-11')
  const [me, friend] = await legacy.stage.writers(2)
  const to = { user_id: String(friend.id) }
  const link = `https://example.org/${'a'.repeat(200)}`
  await legacy.sent(me, friend, `${'x'.repeat(116)} ${link}`)
  assertRefused(await legacy.post(me, 'new', { ...to, text: `${'x'.repeat(117)} ${link}` }), '403/354')
  assertRefused(await legacy.post(me, 'new', { ...to, text: 'x'.repeat(141) }), '403/354')
})
