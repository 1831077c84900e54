import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../../../test/support/engines.ts'
import {
  assertRefused,
  MESSAGES,
  MessageStage,
  type SeenPage,
  type Writer,
} from '../../../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import * as fc from '../../../../../test/support/properties.ts'
import { raw } from '../../../../../test/support/tables.ts'
import { TestClock } from '../../../../../test/support/test-clock.ts'
import { settled } from '../../../../../test/support/webhooks/webhooks.ts'
import { block } from '../../../../domain/graph/block.ts'
import { findFailed, requestRetry } from '../../../../log/failed-items.ts'

const DAY_MS = 86_400_000
const LIST = `${MESSAGES}/events/list.json`

const idsOf = ({ events }: SeenPage) => events.map(({ id }) => id)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`direct_messages/events/list on ${engine}`, async (t) => {
    const clock = new TestClock()
    const stage = await MessageStage.open(t, { engine, clock })
    const walk = async (of: Writer, count: number) => {
      const pages: SeenPage[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; cursor = pages.at(-1)?.next_cursor) {
        pages.push(await stage.page(of, `count=${count}${cursor === '' ? '' : `&cursor=${cursor}`}`))
      }
      return pages
    }

    await t.test(
      'spec/contract.md#direct-message-calls: sent and received messages, newest first, with sender_id',
      async () => {
        const [ada, bob, eve] = await stage.writers(3)
        const first = await stage.sent(ada, bob, 'one')
        clock.advance(1)
        const second = await stage.sent(bob, ada, 'two')
        const third = await stage.sent(eve, ada, 'three')
        const page = await stage.page(ada)
        assert.deepEqual(page.events, [third, second, first])
        assert.deepEqual(
          page.events.map(({ message_create }) => message_create.sender_id),
          [eve.id, bob.id, ada.id].map(String),
        )
        assert.deepEqual(page.apps, {
          [String(stage.app.appId)]: { id: String(stage.app.appId), name: 'Test app', url: '' },
        })
        assert.equal('next_cursor' in page, false)
        assert.deepEqual((await stage.page(bob)).events, [second, first])
      },
    )

    await t.test(
      'a message whose row cannot be read is left out; the response has the other messages',
      async () => {
        const [ada, bob] = await stage.writers(2)
        const { store } = stage.context
        const first = await stage.sent(ada, bob, 'one')
        const bad = await stage.sent(ada, bob, 'two')
        const third = await stage.sent(bob, ada, 'three')
        const change = (text: string) => store.write((tx) => tx.run(raw(text), {}))
        await change(`update messages set checksum = checksum - 1 where id = ${bad.id}`)
        for (const who of [ada, bob]) assert.deepEqual((await stage.page(who)).events, [third, first])
        const name = { reader: 'messages', item: `message ${bad.id}` }
        await settled(async () => (await findFailed(store, name)) !== undefined)
        await change(`update messages set checksum = checksum + 1 where id = ${bad.id}`)
        await store.write((tx) => requestRetry(tx, name, clock.now()))
        clock.advance(1_000)
        await settled(async () => (await findFailed(store, name)) === undefined)
        assert.deepEqual((await stage.page(ada)).events, [third, bad, first])
      },
    )

    await t.test('spec/direct-messages.md#list-cursor: an empty page has no apps and no cursor', async () => {
      assert.deepEqual(await stage.page(await stage.writer()), { events: [] })
    })

    await t.test(
      'spec/direct-messages.md#list-cursor: 20 messages per page by default, and 50 at most; the cursor is an id in base64',
      async () => {
        const [ada, bob] = await stage.writers(2)
        const sent: string[] = []
        for (let index = 0; index < 52; index++) sent.unshift((await stage.sent(ada, bob, `${index}`)).id)
        for (const [query, size] of [
          ['', 20],
          ['count=0', 20],
          ['count=x', 20],
          ['count=50', 50],
          ['count=51', 50],
        ] as const) {
          const page = await stage.page(bob, query)
          assert.equal(page.events.length, size)
          const next = sent[size] ?? ''
          assert.equal(page.next_cursor, Buffer.from(next).toString('base64').replaceAll('=', ''))
        }
        for (const count of [1, 3, 26, 50]) {
          const pages = await walk(bob, count)
          assert.deepEqual(pages.flatMap(idsOf), sent)
          assert.deepEqual(
            pages.map((page) => page.next_cursor === undefined),
            pages.map((_, index) => index === pages.length - 1),
          )
        }
      },
    )

    await t.test(
      'spec/direct-messages.md#list-cursor: paging returns every message that is not deleted, while messages are sent and deleted',
      async () => {
        const [ada, bob] = await stage.writers(2)
        const sent: string[] = []
        for (let index = 0; index < 12; index++) sent.unshift((await stage.sent(ada, bob, `${index}`)).id)
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page: SeenPage = await stage.page(
            bob,
            cursor === undefined ? 'count=2' : `count=2&cursor=${cursor}`,
          )
          seen.push(...idsOf(page))
          cursor = page.next_cursor
          // The message that the cursor names is deleted, and a newer message arrives.
          const next = sent[seen.length]
          if (next !== undefined) await stage.destroy(bob, next)
          await stage.sent(ada, bob, 'newer')
        } while (cursor !== undefined)
        assert.deepEqual(new Set(seen).size, seen.length)
        const left = sent.filter((id) => seen.includes(id))
        assert.deepEqual(seen, left)
        for (const id of sent.filter((each) => !seen.includes(each))) {
          assert.equal((await stage.show(bob, id)).status, 404)
        }
      },
    )

    await t.test('messages from before a block stay for both sides', async () => {
      const [ada, bob] = await stage.writers(2)
      const said = await stage.sent(ada, bob, 'hi')
      await block(stage.context, { userId: bob.id, blockedId: ada.id })
      for (const each of [ada, bob]) assert.deepEqual((await stage.page(each)).events, [said])
    })

    await t.test('spec/contract.md#limit-values: only messages of the last 30 days', async () => {
      const [ada, bob] = await stage.writers(2)
      const old = await stage.sent(ada, bob, 'old')
      clock.advance(5_000)
      const young = await stage.sent(ada, bob, 'young')
      clock.set(Number(old.created_timestamp) + 30 * DAY_MS)
      assert.deepEqual((await stage.page(bob)).events, [young, old])
      clock.set(clock.now() + 1)
      assert.deepEqual((await stage.page(bob)).events, [young])
      assert.equal((await stage.show(bob, old.id)).status, 200)
    })
  })
}

test('refusals and window of direct_messages/events/list', async (t) => {
  const stage = await MessageStage.open(t, { limits: 'documented' })
  const [ada, bob] = await stage.writers(2)
  await stage.sent(ada, bob, 'hi')

  await t.test('spec/limits.md#v11-limits: 15 requests in 15 minutes', async () => {
    const answer = await stage.ask('GET', LIST, ada.as)
    assert.equal(answer.headers.get('x-rate-limit-limit'), '15')
    assert.equal(answer.headers.get('x-rate-limit-remaining'), '14')
  })

  await t.test('spec/contract.md#cursoring: the cursor -1 selects the first page', async () => {
    for (const [query, plain] of [
      ['?cursor=-1', ''],
      ['?cursor=-1&count=1', '?count=1'],
    ]) {
      const page = await stage.ask('GET', `${LIST}${query}`, bob.as)
      const first = await stage.ask('GET', `${LIST}${plain}`, bob.as)
      assert.deepEqual([page.status, page.text], [200, first.text])
      assert.equal(JSON.parse(page.text).events.length, 1)
    }
  })

  await t.test('400/44 spec/direct-messages.md#list-cursor: a cursor that was never returned', async () => {
    for (const cursor of ['0', '-2', 'x', 'MTE0MjA5ODA3OTUyNjYwMDcwOA~', 'NQAAAA', '5']) {
      const refused = await stage.ask('GET', `${LIST}?cursor=${cursor}`, bob.as)
      assertRefused(refused, '400/44', 'cursor parameter is invalid.')
    }
  })

  await t.test('403/93 spec/direct-messages.md#access: a token without the right to messages', async () => {
    assertRefused(await stage.ask('GET', LIST, await stage.token(ada.id, 'read-write')), '403/93')
    assertRefused(await stage.ask('GET', LIST, stage.app.asApp), '403/220')
  })
})

test('spec/direct-messages.md#list: after any sequence of sends and deletions, the pages equal a list that the test keeps in memory', async (t) => {
  const stage = await MessageStage.open(t)
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        from: fc.nat({ max: 2 }),
        to: fc.nat({ max: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('delete' as const),
        by: fc.nat({ max: 2 }),
        at: fc.nat({ max: 10 }),
      }),
    },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, count) => {
        const people = await stage.writers(3)
        const lists: string[][] = [[], [], []]
        for (const each of steps) {
          if (each.do === 'send') {
            const { id } = await stage.sent(people[each.from] as Writer, people[each.to] as Writer, 'hi')
            for (const side of new Set([each.from, each.to])) lists[side]?.unshift(id)
          } else {
            const list = lists[each.by] ?? []
            const [id] = list.splice(each.at % Math.max(1, list.length), 1)
            const { status } = await stage.destroy(people[each.by] as Writer, id ?? '5')
            assert.equal(status, id === undefined ? 404 : 204)
          }
        }
        for (const [index, person] of people.entries()) {
          const seen: string[] = []
          let cursor: string | undefined
          do {
            const more: string = cursor === undefined ? '' : `&cursor=${cursor}`
            const page: SeenPage = await stage.page(person, `count=${count}${more}`)
            seen.push(...idsOf(page))
            cursor = page.next_cursor
          } while (cursor !== undefined)
          assert.deepEqual(seen, lists[index])
        }
      },
    ),
    { numRuns: 15 },
  )
})
