/** Declares tests of the size and the format of pages. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createOneUser } from '../users.ts'
import { CROWD, CROWD_FROM, type Stage } from './stage.ts'

const MAX_PAGE_SIZE = 5_000

export async function pageSizes(t: TestContext, stage: Stage): Promise<void> {
  const { crowded, five, members } = stage
  for (const count of ['', '&count=', '&count=5000', '&count=5001', '&count=99999999999999999999999']) {
    await t.test(`200 a page of 5,000: ${count === '' ? 'no count' : count.slice(1)}`, async () => {
      const page = await stage.page(`user_id=${crowded.id}${count}`)
      assert.equal(page.ids.length, MAX_PAGE_SIZE)
      assert.notEqual(page.next_cursor, 0n)
    })
  }
  for (const count of ['0', '-1', '-5000', 'many', '2.5', '1e3', '0x10', '%00', '++']) {
    await t.test(`200 the default for count=${count}`, async () => {
      assert.equal((await stage.page(`user_id=${crowded.id}&count=${count}`)).ids.length, MAX_PAGE_SIZE)
    })
  }
  await t.test('200 count=1, and a count equal to the size of the list', async () => {
    assert.deepEqual((await stage.page(`user_id=${five.id}&count=1`)).ids, members.slice(0, 1))
    const whole = await stage.page(`user_id=${five.id}&count=5`)
    assert.deepEqual([whole.ids, whole.next_cursor], [members, 0n])
  })
}

export async function rendering(t: TestContext, stage: Stage): Promise<void> {
  const { five, members, crowded } = stage
  await t.test('200 five fields in the recorded order', async () => {
    const { text, headers } = await stage.ask(`user_id=${five.id}`)
    assert.equal(
      text,
      `{"ids":[${members.join(',')}],"next_cursor":0,"next_cursor_str":"0","previous_cursor":0,"previous_cursor_str":"0"}`,
    )
    assert.equal(headers.get('content-type'), 'application/json;charset=utf-8')
  })
  await t.test('200 an empty list', async () => {
    const { id } = await createOneUser(stage.context)
    const { text } = await stage.ask(`user_id=${id}`)
    assert.match(text, /^\{"ids":\[\],"next_cursor":0,/)
    assert.match((await stage.ask(`user_id=${id}&stringify_ids=true`)).text, /^\{"ids":\[\],/)
  })
  for (const yes of ['true', 'TRUE', 't', 'T', '1']) {
    await t.test(`200 stringify_ids=${yes}: strings`, async () => {
      const page = await stage.page(`user_id=${five.id}&stringify_ids=${yes}`)
      assert.deepEqual(page.ids, members.map(String))
      assert.equal(page.next_cursor, 0n)
    })
  }
  for (const no of ['false', '0', '', 'yes', 'on', 'truth']) {
    await t.test(`200 stringify_ids=${no}: numbers`, async () => {
      assert.deepEqual((await stage.page(`user_id=${five.id}&stringify_ids=${no}`)).ids, members)
    })
  }
  await t.test('200 exact digits above 2^53, and the same digits in the _str fields', async () => {
    const page = await stage.page(`user_id=${crowded.id}&count=3`)
    assert.deepEqual(
      page.ids,
      [1n, 2n, 3n].map((back) => CROWD_FROM + BigInt(CROWD) - back),
    )
    const second = await stage.page(`user_id=${crowded.id}&count=3&cursor=${page.next_cursor_str}`)
    for (const { next_cursor, next_cursor_str, previous_cursor, previous_cursor_str } of [page, second]) {
      assert.deepEqual([String(next_cursor), String(previous_cursor)], [next_cursor_str, previous_cursor_str])
    }
    assert.ok(page.next_cursor > 2n ** 53n)
  })
}
