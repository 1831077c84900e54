/** Declares tests of v1.1 calls: pages of lists, the users of a list, and changes of its members. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { followList } from '../../../src/domain/lists/follow-list.ts'
import { LIST_LIMITS } from '../../../src/domain/lists/list.ts'
import type { Credentials } from '../api-client.ts'
import { ENGINES } from '../engines.ts'
import { assertError, assertNoPage } from '../id-list/stage.ts'
import { slowOnPostgres } from '../part.ts'
import { raw } from '../tables.ts'
import { makeList } from './make-list.ts'
import { type ListCall, namedListCases, seenListCases, type V11List, V11ListStage } from './v11-stage.ts'

interface ListsPage {
  readonly lists: readonly V11List[]
  readonly next_cursor: bigint
  readonly previous_cursor: bigint
}

/** Declares tests of pages of a user's lists. */
export function v11ListsSuite(name: 'ownerships' | 'subscriptions' | 'memberships'): void {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`lists/${name} on ${engine}`, async (t) => {
      const stage = await V11ListStage.open(t, engine)
      const { owner, other, context, relations } = stage
      const path = `/1.1/lists/${name}.json`
      const all: bigint[] = []
      for (const isPrivate of [false, true, false, false]) {
        const list = await makeList(context, owner.id, { isPrivate, memberIds: [other.id] })
        if (name === 'subscriptions') await followList(context, { userId: owner.id, listId: list.id })
        all.unshift(list.id)
      }
      const open = all.filter((_, index) => index !== 2)
      const of = name === 'memberships' ? other : owner
      const read = (query: string, as: Credentials) =>
        relations.got<ListsPage>(`${path}?user_id=${of.id}${query}`, as)
      const idsIn = ({ lists }: ListsPage) => lists.map(({ id }) => id)

      await t.test('200 spec/v1-streams-and-lists.md#lists: newest first, in pages and back', async () => {
        const first = await read('&count=2', other.as)
        assert.deepEqual(idsIn(first), open.slice(0, 2))
        const second = await read(`&count=2&cursor=${first.next_cursor}`, other.as)
        assert.deepEqual([idsIn(second), second.next_cursor], [open.slice(2), 0n])
        const back = await read(`&count=2&cursor=${second.previous_cursor}`, other.as)
        assert.deepEqual([idsIn(back), back.previous_cursor], [open.slice(0, 2), 0n])
      })
      await t.test(
        '200 spec/v2-users-and-lists.md#list-visibility: private lists for their owner',
        async () => {
          assert.deepEqual(idsIn(await read('', owner.as)), all)
          for (const as of [other.as, relations.app.asApp]) assert.deepEqual(idsIn(await read('', as)), open)
        },
      )
      if (name === 'memberships') {
        await t.test('200 spec/v1-streams-and-lists.md#lists: filter_to_owned_lists', async () => {
          assert.deepEqual(idsIn(await read('&filter_to_owned_lists=true', owner.as)), all)
          assert.deepEqual(idsIn(await read('&filter_to_owned_lists=true', other.as)), [])
        })
      }
      await t.test('400/44 a malformed cursor', async () => {
        assertError(
          await relations.get(`${path}?cursor=x`, owner.as),
          400,
          44,
          'cursor parameter is invalid.',
        )
      })
      await ownerListCases(t, stage, path)
    })
  }
}

/** Declares tests of errors about the user whose lists are read. */
export async function ownerListCases(
  t: TestContext,
  { relations, owner, other }: V11ListStage,
  path: string,
) {
  await t.test('404/34 an unknown or suspended user', async () => {
    const offender = await relations.person()
    await changeUserState(relations.context, { userId: offender.id, action: 'suspend' })
    for (const query of ['user_id=1', 'screen_name=nobody_', `user_id=${offender.id}`]) {
      assertNoPage(await relations.get(`${path}?${query}`, other.as))
    }
  })
  await t.test('400/25 no user is named, with app authentication', async () => {
    assertError(await relations.get(path, relations.app.asApp), 400, 25, 'Query parameters are missing.')
  })
  await t.test('401 spec/v2-users-and-lists.md#list-visibility: a protected user', async () => {
    const recluse = await relations.person({ isProtected: true })
    const { status, text } = await relations.get(`${path}?user_id=${recluse.id}`, other.as)
    assert.deepEqual([status, JSON.parse(text)], [401, { request: path, error: 'Not authorized.' }])
  })
  await t.test('401/136 spec/errors.md#code-table: a user who blocks the viewer', async () => {
    await block(relations.context, { userId: owner.id, blockedId: other.id })
    const message = 'You have been blocked from the author of this tweet from viewing it.'
    assertError(await relations.get(`${path}?user_id=${owner.id}`, other.as), 401, 136, message)
  })
}

interface UsersPage {
  readonly users: readonly { readonly id: bigint }[]
  readonly next_cursor: bigint
}

/** Declares tests of pages of the users of a list. */
export function v11UsersSuite(name: 'members' | 'subscribers'): void {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`lists/${name} on ${engine}`, async (t) => {
      const stage = await V11ListStage.open(t, engine)
      const { owner, context, relations } = stage
      const users = await relations.people(5)
      const memberIds = name === 'members' ? users.map(({ id }) => id) : []
      const { id } = await makeList(context, owner.id, { memberIds })
      for (const { id: userId } of name === 'subscribers' ? users : []) {
        await followList(context, { userId, listId: id })
      }
      const call: ListCall = { method: 'GET', path: `/1.1/lists/${name}.json` }
      await t.test('200 spec/v1-streams-and-lists.md#lists: newest first, page by page', async () => {
        const target = `${call.path}?list_id=${id}`
        const first = await relations.got<UsersPage>(`${target}&count=3&skip_status=1`, owner.as)
        const rest = await relations.got<UsersPage>(
          `${target}&cursor=${first.next_cursor}`,
          relations.app.asApp,
        )
        const found = [...first.users, ...rest.users].map((user) => user.id)
        assert.deepEqual(found, users.map((user) => user.id).toReversed())
        assert.deepEqual([first.users.length, rest.next_cursor], [3, 0n])
      })
      await seenListCases(t, stage, call)
    })
  }
}

/** Declares tests of the call that returns one user of a list. */
export function v11UserSuite(name: 'members' | 'subscribers', missing: string): void {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`lists/${name}/show on ${engine}`, async (t) => {
      const stage = await V11ListStage.open(t, engine)
      const { owner, other, context, relations } = stage
      const { id } = await makeList(context, owner.id, { memberIds: name === 'members' ? [other.id] : [] })
      if (name === 'subscribers') await followList(context, { userId: other.id, listId: id })
      const path = `/1.1/lists/${name}/show.json`
      await t.test('200 spec/v1-streams-and-lists.md#lists: the user', async () => {
        for (const named of [`user_id=${other.id}`, `screen_name=${other.screenName}`]) {
          const user = await relations.got<{ id: bigint }>(`${path}?list_id=${id}&${named}`, owner.as)
          assert.equal(user.id, other.id)
        }
      })
      await t.test('404/109 spec/v1-streams-and-lists.md#lists: a user who is not in the list', async () => {
        for (const userId of [owner.id, 5n]) {
          const answer = await relations.get(`${path}?list_id=${id}&user_id=${userId}`, owner.as)
          assertError(answer, 404, 109, missing)
        }
      })
      await t.test('400/25 without a user', async () => {
        const answer = await relations.get(`${path}?list_id=${id}`, owner.as)
        assertError(answer, 400, 25, 'Query parameters are missing.')
      })
      await t.test('404/50 no user has that screen name', async () => {
        const answer = await relations.get(`${path}?list_id=${id}&screen_name=nobody_`, owner.as)
        assertError(answer, 404, 50, 'User not found.')
      })
      await seenListCases(t, stage, { method: 'GET', path, more: `user_id=${other.id}` })
    })
  }
}

/** Declares tests of changes of a list's members. */
export function v11MemberSuite(name: 'create' | 'create_all' | 'destroy' | 'destroy_all'): void {
  const adds = name.startsWith('create')
  const isOfMany = name.endsWith('all')
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`lists/members/${name} on ${engine}`, async (t) => {
      const stage = await V11ListStage.open(t, engine)
      const { owner, other, context, relations } = stage
      const members = await relations.people(3)
      const ids = members.map(({ id }) => id)
      const { id } = await makeList(context, owner.id, { memberIds: adds ? [] : ids })
      const path = `/1.1/lists/members/${name}.json`
      const [first, second] = members
      assert.ok(first && second)
      const named = isOfMany
        ? `user_id=${first.id},1,9999999999999999999&screen_name=${second.screenName}`
        : `user_id=${first.id}`
      await t.test(
        '200 spec/v1-streams-and-lists.md#lists: the list after the change, even for a repeated call',
        async () => {
          const changed = BigInt(isOfMany ? 2 : 1)
          for (const _ of ['once', 'twice']) {
            const list = await relations.done<V11List>(`${path}?list_id=${id}&${named}`, owner.as)
            assert.deepEqual([list.id, list.member_count], [id, adds ? changed : 3n - changed])
          }
        },
      )
      await t.test('400/25 without a user', async () => {
        const answer = await relations.post(`${path}?list_id=${id}`, owner.as)
        assertError(answer, 400, 25, 'Query parameters are missing.')
      })
      const call: ListCall = { method: 'POST', path, more: `user_id=${other.id}` }
      if (adds) await refusedAdditions(t, stage, call, isOfMany)
      else {
        await t.test('403/220 spec/v1-streams-and-lists.md#lists: the list of another user', async () => {
          const list = await makeList(context, owner.id)
          const message = 'Your credentials do not allow access to this resource.'
          assertError(await stage.send(call, `list_id=${list.id}`, other.as), 403, 220, message)
        })
      }
      if (isOfMany) {
        await t.test('403/18 spec/v1-streams-and-lists.md#lists: more than 100 users', async () => {
          const many = Array.from({ length: 101 }, (_, index) => index + 1).join()
          const answer = await relations.post(`${path}?list_id=${id}&user_id=${many}`, owner.as)
          assertError(answer, 403, 18, 'Too many terms specified in query.')
        })
      } else {
        await t.test('404/50 no user has that screen name', async () => {
          const answer = await relations.post(`${path}?list_id=${id}&screen_name=nobody_`, owner.as)
          assertError(answer, 404, 50, 'User not found.')
        })
      }
      await namedListCases(t, stage, call)
    })
  }
}

async function refusedAdditions(
  t: TestContext,
  stage: V11ListStage,
  call: ListCall,
  isOfMany: boolean,
): Promise<void> {
  const { owner, other, context, relations } = stage
  await t.test('403/104 spec/v1-streams-and-lists.md#lists: the list of another user', async () => {
    const { id } = await makeList(context, owner.id)
    const message = "You aren't allowed to add members to this list."
    assertError(await stage.send(call, `list_id=${id}`, other.as), 403, 104, message)
  })
  await t.test(
    '403/200 spec/v2-users-and-lists.md#list-rules: a full list, or a user who blocks',
    async () => {
      const { id } = await makeList(context, owner.id)
      const setCount = (count: number) =>
        context.store.write((tx) =>
          tx.run(raw(`update lists set member_count = ${count} where id = ${id}`), {}),
        )
      await setCount(LIST_LIMITS.members)
      const full = 'The list cannot have more members.'
      assertError(await stage.send(call, `list_id=${id}`, owner.as), 403, 200, full)
      await setCount(0)
      const blocker = await relations.person()
      await block(context, { userId: blocker.id, blockedId: owner.id })
      const answer = await stage.send({ ...call, more: `user_id=${blocker.id}` }, `list_id=${id}`, owner.as)
      if (isOfMany) assert.equal(answer.status, 200)
      else assertError(answer, 403, 200, 'You cannot add this user to a list.')
    },
  )
}
