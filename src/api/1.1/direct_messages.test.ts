import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES } from '../../../test/support/engines.ts'
import {
  assertRecordedOrder,
  type LegacyMessage,
  LegacyStage,
} from '../../../test/support/messages/legacy.ts'
import { assertRefused, good, MESSAGES } from '../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { importMessages } from '../../domain/messages/import-messages.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/retired-endpoints.md#legacy-messages: received messages on ${engine}`, () => {
    test('pages, objects and long texts', async (t) => {
      const legacy = await LegacyStage.open(t, undefined, { engine })
      const { stage } = legacy
      const [me, friend, other] = await stage.writers(3)
      const ids: string[] = []
      for (const text of ['one', 'two', 'three', 'four']) {
        ids.push((await legacy.sent(text === 'two' ? other : friend, me, text)).id_str)
      }
      await legacy.sent(me, friend, 'an answer')

      await t.test(
        '200 newest first, without sent messages; messages that were sent as events are included',
        async () => {
          assert.deepEqual(await legacy.texts(me, ''), ['four', 'three', 'two', 'one'])
          await stage.sent(friend, me, 'by events & <more>')
          assert.deepEqual(await legacy.texts(me, '', 'count=1'), ['by events &amp; &lt;more&gt;'])
        },
      )
      await t.test('200 since_id is exclusive, max_id inclusive; pages by count', async () => {
        const [one, two, three] = ids
        assert.deepEqual(await legacy.texts(me, '', `since_id=${one}&max_id=${three}`), ['three', 'two'])
        assert.deepEqual(await legacy.texts(me, '', `max_id=${two}&count=1&page=2`), ['one'])
        assert.deepEqual(await legacy.texts(me, '', 'page=9'), [])
      })
      await t.test(
        '200 spec/retired-endpoints.md#legacy-message-object: members in the recorded order, and users without status',
        async () => {
          const [message] = good<readonly LegacyMessage[]>(
            await legacy.get(me, '', `count=1&max_id=${ids[0]}`),
          )
          assert.ok(message !== undefined)
          assertRecordedOrder(message)
          assert.deepEqual(message.entities, { hashtags: [], symbols: [], user_mentions: [], urls: [] })
          assert.equal('status' in message.sender, false)
          assert.deepEqual(
            [message.sender_screen_name, message.recipient_screen_name],
            [friend.screenName, me.screenName],
          )
          const [bare] = good<readonly LegacyMessage[]>(
            await legacy.get(me, '', 'count=1&include_entities=false'),
          )
          assert.equal('entities' in (bare ?? {}), false)
        },
      )
      await t.test(
        '200 a long text is cut to 140 characters, unless `full_text` is true; entities after the cut are left out',
        async () => {
          const text = `#owl ${'hoot '.repeat(40)}#end`
          await stage.sent(friend, me, text)
          const [cut] = good<readonly LegacyMessage[]>(await legacy.get(me, '', 'count=1'))
          assert.equal([...(cut?.text ?? '')].length <= 140 && cut?.text.endsWith('…'), true)
          assert.deepEqual(cut?.entities?.['hashtags'], [{ text: 'owl', indices: [0, 4] }])
          const [whole] = good<readonly LegacyMessage[]>(await legacy.get(me, '', 'count=1&full_text=true'))
          assert.equal(whole?.text, text)
          assert.equal(whole?.entities?.['hashtags']?.length, 2)
        },
      )
      await t.test(
        '200 messages of suspended users count towards the size of a page, but are left out of it',
        async () => {
          await changeUserState(stage.context, { userId: other.id, action: 'suspend' })
          assert.deepEqual(await legacy.texts(me, '', `max_id=${ids[2]}&count=2`), ['three'])
        },
      )
      await t.test('400/44 an invalid id', async () => {
        assertRefused(await legacy.get(me, '', 'since_id=x'), '400/44')
      })
    })
  })
}

test('spec/retired-endpoints.md#end-of-legacy-messages: 410 with code 251 from 2018-09-17, or 404 by a setting', async (t) => {
  const on = async (api_date: string, retired_messages = 'gone') => {
    const { stage } = await LegacyStage.open(t, api_date, { settings: { retired_messages } })
    const answer = await stage.ask('GET', '/1.1/direct_messages.json')
    return { answer, headers: ['deprecation', 'sunset'].map((name) => answer.headers.get(name)) }
  }
  const living = await on('2018-09-16')
  assertRefused(living.answer, '400/215')
  assert.deepEqual(living.headers, ['@1513641600', 'Mon, 17 Sep 2018 00:00:00 GMT'])
  assert.deepEqual((await on('2017-12-18')).headers, [null, null])
  assertRefused((await on('2018-09-17')).answer, '410/251')
  assertRefused((await on('2018-09-17', 'unknown')).answer, '404/34')
  assertRefused((await on('latest')).answer, '400/215')
})

test('spec/retired-endpoints.md#limits-by-date: 15 reads in a window, and 300 from 2016-07-01', async (t) => {
  const on = async (day: string) => {
    const legacy = await LegacyStage.open(t, day, { limits: 'documented' })
    const [me] = await legacy.stage.writers(2)
    return (await legacy.get(me, '')).headers.get('x-rate-limit-limit')
  }
  assert.equal(await on('2016-06-30'), '15')
  assert.equal(await on('2016-07-01'), '300')
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/retired-endpoints.md#legacy-messages: pages reach 800 sent and 800 received messages, and 200 of each from 2015-08-12, on ${engine}`, async (t) => {
    const legacy = await LegacyStage.open(t, undefined, { engine, settings: { test_controls: 'on' } })
    const { stage } = legacy
    const [me, friend] = await stage.writers(2)
    const start = Date.UTC(2015, 7, 1)
    const messages = Array.from({ length: 2 * 810 }, (_, index) => {
      const [senderId, recipientId] = index % 2 === 0 ? [me.id, friend.id] : [friend.id, me.id]
      const content = { text: `${index % 2 === 0 ? 'sent' : 'received'} ${Math.floor(index / 2)}` }
      return { id: firstSnowflakeAt(start + index * 1_000), senderId, recipientId, appId: null, content }
    })
    await importMessages(stage.context, messages, async () => undefined)
    const page = async (day: string, name: '' | 'sent', number: number) => {
      const url = `${stage.server.url}${MESSAGES}${name === '' ? '' : '/sent'}.json?count=200&page=${number}`
      const headers = { authorization: me.as('GET', url), 'aviary-api-date': day }
      const response = await fetch(url, { headers })
      assert.equal(response.status, 200)
      return ((await response.json()) as readonly LegacyMessage[]).map(({ text }) => text)
    }
    for (const [name, word] of [
      ['sent', 'sent'],
      ['', 'received'],
    ] as const) {
      const old = [1, 2, 3, 4, 5].map((number) => page('2015-08-11', name, number))
      const texts = await Promise.all(old)
      assert.deepEqual(
        texts.map(({ length }) => length),
        [200, 200, 200, 200, 0],
      )
      assert.deepEqual([texts[0]?.[0], texts[3]?.at(-1)], [`${word} 809`, `${word} 10`])
      assert.equal((await page('2015-08-12', name, 1)).at(-1), `${word} 610`)
      assert.deepEqual(await page('2015-08-12', name, 2), [])
    }
  })
}
