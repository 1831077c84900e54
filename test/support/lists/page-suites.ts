/** The contracts of pages of lists, and of pages of the users and posts of a list, as tests for API v2. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { block } from '../../../src/domain/graph/block.ts'
import { followList } from '../../../src/domain/lists/follow-list.ts'
import { createTestApp } from '../api-client.ts'
import { ENGINES } from '../engines.ts'
import { slowOnPostgres } from '../part.ts'
import { idsOn, ListStage, messagesOf } from './stage.ts'

/** Declares tests of pages of the users of a list. */
export function usersOfListSuite(side: 'members' | 'followers'): void {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`2/lists/:id/${side} on ${engine}`, async (t) => {
      const stage = await ListStage.open(t, engine)
      const [owner, ...others] = await stage.people(6)
      assert.ok(owner)
      const memberIds = side === 'members' ? others.map(({ id }) => id) : []
      const { id } = await stage.list(owner, { memberIds })
      for (const { id: userId } of side === 'followers' ? others : []) {
        await followList(stage.context, { userId, listId: id })
      }
      const path = `/lists/${id}/${side}`
      const expected = others.map((user) => String(user.id)).toReversed()
      await t.test('200 spec/v2.md#paging: newest first, page by page and back', () =>
        walk(stage, path, expected),
      )
      await refusals(t, stage, path)
    })
  }
}

/**
 * Declares tests of pages of posts, with the refusals of {@link refusals}.
 * @param expected ids of the posts, newest first
 */
export async function pagesOfPosts(
  t: TestContext,
  stage: ListStage,
  path: string,
  expected: readonly string[],
): Promise<void> {
  await t.test('200 spec/v2.md#paging: newest first, page by page and back', () =>
    walk(stage, path, expected),
  )
  await refusals(t, stage, path)
}

/** Declares tests of pages of a user's lists. */
export function listsOfUserSuite(name: 'owned_lists' | 'followed_lists' | 'list_memberships'): void {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`2/users/:id/${name} on ${engine}`, async (t) => {
      const stage = await ListStage.open(t, engine)
      const [owner, user, stranger] = await stage.people(3)
      assert.ok(owner && user && stranger)
      const of = name === 'list_memberships' ? user : owner
      const all: string[] = []
      for (const isPrivate of [false, true, false, true, false, false]) {
        const list = await stage.list(owner, { isPrivate, memberIds: [user.id] })
        if (name === 'followed_lists') {
          await followList(stage.context, { userId: owner.id, listId: list.id })
        }
        all.unshift(String(list.id))
      }
      const open = all.filter((_, index) => index !== 2 && index !== 4)
      const path = `/users/${of.id}/${name}`
      await t.test('200 spec/v2.md#paging: newest first, page by page and back', () =>
        walk(stage, path, open),
      )
      await t.test(
        'spec/v2-users-and-lists.md#list-visibility: 200, private lists for their owner',
        async () => {
          for (const [as, expected] of [
            [owner.as, all],
            [user.as, open],
            [stranger.as, open],
          ] as const) {
            const body = await stage.lookups.got(path, as)
            assert.deepEqual(idsOn(body), expected)
            assert.deepEqual(body.meta, { result_count: expected.length })
          }
          const body = await stage.lookups.got(`${path}?expansions=owner_id&list.fields=owner_id`)
          assert.deepEqual(idsOn({ data: body.includes.users }), [String(owner.id)])
        },
      )
      await t.test(
        'spec/v2-users-and-lists.md#list-visibility: 200, a user whom the caller may not see',
        async () => {
          const [closed, offender] = [await stage.person({ isProtected: true }), await stage.person()]
          await stage.lookups.act(offender.id, 'suspend')
          const errorsOf = async (id: bigint) =>
            (await stage.lookups.got(`/users/${id}/${name}`, user.as)).errors
          assert.deepEqual(await errorsOf(closed.id), [stage.lookups.notAuthorized('user', 'id', closed.id)])
          assert.deepEqual(await errorsOf(offender.id), [stage.lookups.suspended('id', offender.id)])
          assert.deepEqual(await errorsOf(5n), [stage.lookups.notFound('user', 'id', 5n)])
          await block(stage.context, { userId: of.id, blockedId: stranger.id })
          const { errors } = await stage.lookups.got(path, stranger.as)
          assert.deepEqual(errors, [stage.lookups.notAuthorized('user', 'id', of.id)])
        },
      )
      await badInput(t, stage, path)
    })
  }
}

async function walk(stage: ListStage, path: string, expected: readonly string[]): Promise<void> {
  const whole = await stage.lookups.got(path)
  assert.deepEqual(idsOn(whole), expected)
  assert.deepEqual([whole.meta.result_count, whole.meta.next_token], [expected.length, undefined])
  const there: string[][] = []
  let body = await stage.lookups.got(`${path}?max_results=2`)
  assert.equal(body.meta.previous_token, undefined)
  for (;;) {
    there.push(idsOn(body))
    assert.equal(body.meta.result_count, there.at(-1)?.length)
    if (body.meta.next_token === undefined) break
    body = await stage.lookups.got(`${path}?max_results=2&pagination_token=${body.meta.next_token}`)
  }
  assert.deepEqual(there.flat(), expected)
  const back: string[][] = []
  while (body.meta.previous_token !== undefined) {
    body = await stage.lookups.got(`${path}?max_results=2&pagination_token=${body.meta.previous_token}`)
    back.unshift(idsOn(body))
  }
  assert.deepEqual(back, there.slice(0, -1))
}

async function refusals(t: TestContext, stage: ListStage, path: string): Promise<void> {
  await t.test('spec/v2-users-and-lists.md#list-visibility: 200 with the error of a list', async () => {
    const [owner, other] = await stage.people(2)
    assert.ok(owner && other)
    const { id } = await stage.list(owner, { isPrivate: true })
    const ofList = path.replace(/\d+/, String(id))
    assert.deepEqual(await stage.lookups.got(ofList, other.as), { errors: [stage.notFound(id)] })
    assert.deepEqual((await stage.lookups.got(ofList, owner.as)).meta, { result_count: 0 })
    const { id: open } = await stage.list(owner)
    await block(stage.context, { userId: owner.id, blockedId: other.id })
    const ofOpen = path.replace(/\d+/, String(open))
    assert.deepEqual(await stage.lookups.got(ofOpen, other.as), { errors: [stage.notAuthorized(open)] })
  })
  await badInput(t, stage, path)
}

async function badInput(t: TestContext, stage: ListStage, path: string): Promise<void> {
  const { id } = await stage.person()
  await t.test('400/2 spec/errors.md#invalid-parameters: page size, token and id', async () => {
    const messages = async (target: string) => messagesOf(await stage.lookups.get(target))
    assert.deepEqual(await messages(`${path}?max_results=101`), [
      'The `max_results` query parameter value [101] is not between 1 and 100',
    ])
    assert.deepEqual(await messages(`${path}?pagination_token=x`), [
      'The `pagination_token` query parameter value [x] is not valid',
    ])
    assert.deepEqual(await messages(path.replace(/\d+/, 'x')), [
      'The `id` query parameter value [x] does not match ^[0-9]{1,19}$',
    ])
  })
  await t.test('403/3 spec/labs-lookup.md#enrolment: an app without a project', async () => {
    const alone = await createTestApp(stage.context)
    assert.equal((await stage.lookups.get(path, await alone.asUser(id))).status, 403)
  })
}
