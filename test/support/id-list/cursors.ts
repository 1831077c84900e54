/** Declares tests that page through a list with cursors. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { unfollow } from '../../../src/domain/graph/follow.ts'
import { must } from '../../../src/lib/assert.ts'
import { assertError, ownerOf, type Page, type Stage } from './stage.ts'

/** Texts that are not signed 64-bit integers. */
const NO_CURSORS = [
  'next',
  '1.5',
  '1e5',
  '0x10',
  '--1',
  '-',
  '%201',
  '1,2',
  '%00',
  '9223372036854775808',
  '-9223372036854775809',
  '9'.repeat(20),
  '9'.repeat(3000),
]

export async function cursors(t: TestContext, stage: Stage): Promise<void> {
  const { five, members, crowded } = stage
  const of = (cursor: bigint | string, count = 2) =>
    stage.page(`user_id=${five.id}&count=${count}&cursor=${cursor}`)

  await t.test(
    '200 no cursor, an empty cursor and -1 give the first page, whose previous_cursor is 0',
    async () => {
      for (const query of ['', '&cursor=', '&cursor=-1']) {
        const page = await stage.page(`user_id=${five.id}&count=2${query}`)
        assert.deepEqual([page.ids, page.previous_cursor], [members.slice(0, 2), 0n])
      }
    },
  )
  await t.test('200 next_cursor leads to the end and is 0 there', async () => {
    const [first, second, third] = await threePages(of)
    assert.deepEqual(
      [first.ids, second.ids, third.ids],
      [members.slice(0, 2), members.slice(2, 4), members.slice(4)],
    )
    assert.equal(third.next_cursor, 0n)
  })
  await t.test(
    '200 later pages: previous_cursor is negative, has as many digits as next_cursor, and is not the negated cursor of the page',
    async () => {
      const [first, second] = await threePages(of)
      assert.ok(second.previous_cursor < -1n)
      assert.equal(String(-second.previous_cursor).length, String(first.next_cursor).length)
      assert.notEqual(second.previous_cursor, -first.next_cursor)
    },
  )
  await t.test('200 previous_cursor leads back, and each page has both cursors', async () => {
    const [first, second, third] = await threePages(of)
    assert.deepEqual(await of(third.previous_cursor), second)
    assert.deepEqual(await of(second.previous_cursor), first)
  })
  await t.test('200 cursor 0: an empty page on which both cursors are 0', async () => {
    const page = await of(0n)
    assert.deepEqual([page.ids, page.next_cursor, page.previous_cursor], [[], 0n, 0n])
  })
  await t.test('200 a negated cursor returns the page on the other side of its position', async () => {
    const [first, second] = await threePages(of)
    assert.deepEqual((await of(-first.next_cursor)).ids, first.ids.slice(0, 1))
    assert.deepEqual((await of(-second.previous_cursor)).ids, members.slice(3))
  })
  await t.test(
    '200 a cursor of the list of another user counts as a position in time, and nothing of that list is shown',
    async () => {
      const theirs = await stage.page(`user_id=${crowded.id}&count=1`)
      const older = await of(theirs.next_cursor, 5)
      const newer = await of(-theirs.next_cursor, 5)
      assert.deepEqual([...newer.ids, ...older.ids], members)
    },
  )
  await t.test('200 the smallest and the largest 64-bit number are valid cursors', async () => {
    assert.deepEqual((await of(2n ** 63n - 1n)).ids, members.slice(0, 2))
    assert.deepEqual((await of(-(2n ** 63n))).ids, [])
  })
  await t.test('200 a cursor stays valid after its edge is removed', async () => {
    const [owner, own] = await ownerOf(stage.context, stage.list, 4)
    const first = await stage.page(`user_id=${owner.id}&count=2`)
    await unfollow(stage.context, stage.list.edge(owner.id, must(own[1], 'a member')))
    const second = await stage.page(`user_id=${owner.id}&count=2&cursor=${first.next_cursor}`)
    assert.deepEqual(second.ids, own.slice(2))
  })
}

export async function cursorsRefused(t: TestContext, stage: Stage): Promise<void> {
  for (const bad of NO_CURSORS) {
    await t.test(`400/44 cursor=${bad.slice(0, 24)}`, async () => {
      const answer = await stage.ask(`user_id=${stage.five.id}&cursor=${bad}`)
      assertError(answer, 400, 44, 'cursor parameter is invalid.')
    })
  }
}

async function threePages(of: (cursor: bigint) => Promise<Page>): Promise<[Page, Page, Page]> {
  const first = await of(-1n)
  const second = await of(first.next_cursor)
  return [first, second, await of(second.next_cursor)]
}

export async function hiddenMembers(t: TestContext, stage: Stage): Promise<void> {
  const { context } = stage
  for (const [hide, show] of [
    ['suspend', 'unsuspend'],
    ['deactivate', 'reactivate'],
  ] as const) {
    await t.test(
      `200 after ${hide} the user is removed from the page without a replacement; after ${show} the user is listed again`,
      async () => {
        const [owner, own] = await ownerOf(context, stage.list, 5)
        const of = (cursor: bigint) => stage.page(`user_id=${owner.id}&count=2&cursor=${cursor}`)
        const hidden = own.slice(1, 4)
        for (const userId of hidden) await changeUserState(context, { userId, action: hide })
        const [short, empty, last] = await threePages(of)
        assert.deepEqual([short.ids, empty.ids, last.ids], [own.slice(0, 1), [], own.slice(4)])
        assert.notEqual(short.next_cursor, 0n)
        assert.notEqual(empty.next_cursor, 0n)
        assert.notEqual(empty.previous_cursor, 0n)
        assert.deepEqual((await of(last.previous_cursor)).ids, [])
        for (const userId of hidden) await changeUserState(context, { userId, action: show })
        assert.deepEqual((await stage.page(`user_id=${owner.id}`)).ids, own)
      },
    )
  }
}
