/** The contract of a list that only its owner sees, as tests (spec/followers.md#companions). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import type { Context } from '../../../src/domain/context.ts'
import { must } from '../../../src/lib/assert.ts'
import { assertError } from '../id-list/stage.ts'
import { TestClock } from '../test-clock.ts'
import { createUsers } from '../users.ts'
import { type Answered, type Person, RelationStage } from './stage.ts'

export interface OwnListSuite {
  readonly path: string
  readonly of: 'ids' | 'users'
  /**
   * Whose posts are protected in the test: those of the owner, or those of every member. The default is
   * neither.
   */
  readonly isProtected?: 'owner' | 'member'
  /** Adds `member` to the list of `owner`. */
  add(context: Context, owner: bigint, member: bigint): Promise<unknown>
  /** Removes `member` from the list. */
  remove(context: Context, owner: bigint, member: bigint): Promise<unknown>
}

interface Page {
  readonly ids?: readonly (bigint | string)[]
  readonly users?: readonly Answered[]
  readonly next_cursor: bigint
  readonly next_cursor_str: string
  readonly previous_cursor: bigint
  readonly previous_cursor_str: string
}

const USERS_OF_A_PAGE = 20

/** Declares the suite. src/domain/graph/id-page.test.ts tests pages on both engines. */
export function ownListSuite(suite: OwnListSuite, engines: readonly Engine[] = ['sqlite']): void {
  for (const engine of engines) {
    test(`${suite.path} on ${engine}`, async (t) => {
      const stage = await RelationStage.open(t, { engine })
      const { context } = stage
      const owner = await stage.person({ isProtected: suite.isProtected === 'owner' })
      const isProtected = suite.isProtected === 'member'
      const members = (await createUsers(context, USERS_OF_A_PAGE + 5, { isProtected })).map(({ id }) => id)
      for (const member of members.toReversed()) await suite.add(context, owner.id, member)
      const list = new List(stage, suite, owner)

      await t.test('200 newest first, fields in order, exact digits', async () => {
        const { text } = await stage.get(`${suite.path}?count=3`, owner.as)
        const page = await list.page(`count=3`)
        assert.deepEqual(list.idsOf(page), members.slice(0, suite.of === 'ids' ? 3 : USERS_OF_A_PAGE))
        assert.ok(
          text.endsWith(
            `],"next_cursor":${page.next_cursor},"next_cursor_str":"${page.next_cursor}",` +
              '"previous_cursor":0,"previous_cursor_str":"0"}',
          ),
        )
        assert.ok(
          text.startsWith(suite.of === 'ids' ? `{"ids":[${members[0]},` : `{"users":[{"id":${members[0]},`),
        )
      })
      await t.test('200 cursors lead to the end and back', async () => {
        const first = await list.page('count=15')
        const second = await list.page(`count=15&cursor=${first.next_cursor_str}`)
        assert.deepEqual([...list.idsOf(first), ...list.idsOf(second)], members)
        assert.deepEqual([first.previous_cursor, second.next_cursor], [0n, 0n])
        assert.deepEqual(await list.page(`count=15&cursor=${second.previous_cursor_str}`), first)
        assert.deepEqual(list.idsOf(await list.page('cursor=0')), [])
      })
      await t.test('400/44 cursor=next', async () => {
        const answer = await stage.get(`${suite.path}?cursor=next`, owner.as)
        assertError(answer, 400, 44, 'cursor parameter is invalid.')
      })
      await t.test('200 without hidden users and removed users', async () => {
        const [hidden, gone] = [must(members[1], 'a member'), must(members[2], 'a member')]
        await changeUserState(context, { userId: hidden, action: 'suspend' })
        await suite.remove(context, owner.id, gone)
        const expected = members.filter((id) => id !== hidden && id !== gone)
        const ids = list.idsOf(await list.page(''))
        assert.deepEqual(ids, expected.slice(0, ids.length))
        assert.equal(ids.length, suite.of === 'ids' ? expected.length : USERS_OF_A_PAGE - 1)
      })
      await t.test('200 the list of the caller, even if the request names another user', async () => {
        const other = await stage.person()
        const page = await stage.got<Page>(`${suite.path}?user_id=${owner.id}`, other.as)
        assert.deepEqual(list.idsOf(page), [])
      })
      if (suite.of === 'ids') {
        await t.test('200 stringify_ids: strings', async () => {
          const page = await list.page('stringify_ids=true&count=1')
          assert.deepEqual(page.ids, [String(members[0])])
        })
      }
      await t.test('403/220 a bearer token', async () => {
        const answer = await stage.get(suite.path, stage.app.asApp)
        assertError(answer, 403, 220, 'Your credentials do not allow access to this resource.')
      })
    })
  }
  test(`${suite.path}: the window is 15 requests in 15 minutes`, async (t) => {
    const stage = await RelationStage.open(t, { limits: 'documented', clock: new TestClock() })
    const { as } = await stage.person()
    for (let left = 14; left >= 0; left--) {
      const { status, headers } = await stage.get(suite.path, as)
      assert.deepEqual([status, headers.get('x-rate-limit-remaining')], [200, String(left)])
    }
    assertError(await stage.get(suite.path, as), 429, 88, 'Rate limit exceeded')
  })
}

class List {
  readonly #stage: RelationStage
  readonly #suite: OwnListSuite
  readonly #owner: Person

  constructor(stage: RelationStage, suite: OwnListSuite, owner: Person) {
    this.#stage = stage
    this.#suite = suite
    this.#owner = owner
  }

  page(query: string): Promise<Page> {
    const { path } = this.#suite
    return this.#stage.got<Page>(query === '' ? path : `${path}?${query}`, this.#owner.as)
  }

  idsOf({ ids, users }: Page): unknown[] {
    return [...(ids ?? users?.map(({ id }) => id) ?? [])]
  }
}
