/** Declares tests that all v1.1 calls about lists share. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { block } from '../../../src/domain/graph/block.ts'
import type { ApiAnswer, Credentials } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { assertError } from '../id-list/stage.ts'
import { type Person, RelationStage } from '../relations/stage.ts'
import { makeList } from './make-list.ts'

const NO_PAGE = 'Sorry, that page does not exist.'

export interface V11List {
  readonly id: bigint
  readonly id_str: string
  readonly name: string
  readonly slug: string
  readonly mode: string
  readonly member_count: bigint
  readonly subscriber_count: bigint
  readonly following: boolean
  readonly user: { readonly id: bigint }
}

export interface ListCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Parameters in addition to those that name the list, such as `user_id=5`. */
  readonly more?: string
}

/** A stage with an owner and another user. */
export class V11ListStage {
  readonly relations: RelationStage
  readonly owner: Person
  readonly other: Person

  private constructor(relations: RelationStage, owner: Person, other: Person) {
    this.relations = relations
    this.owner = owner
    this.other = other
  }

  static async open(t: Hooks, engine: Engine): Promise<V11ListStage> {
    const relations = await RelationStage.open(t, { engine })
    return new V11ListStage(relations, await relations.person(), await relations.person())
  }

  get context() {
    return this.relations.context
  }

  send({ method, path, more = '' }: ListCall, named: string, as: Credentials): Promise<ApiAnswer> {
    const query = [named, more].filter(Boolean).join('&')
    const target = query === '' ? path : `${path}?${query}`
    return method === 'GET' ? this.relations.get(target, as) : this.relations.post(target, as)
  }
}

/**
 * Declares tests of errors about the list that a call names.
 * @param call a call that reads, or that writes as a user other than the owner
 */
export async function namedListCases(t: TestContext, stage: V11ListStage, call: ListCall): Promise<void> {
  const { owner, other, context, relations } = stage
  await t.test('400/112 spec/v1-streams-and-lists.md#lists: no list is named', async () => {
    const message = 'You must specify either a list ID or a slug and owner.'
    for (const named of ['', 'slug=birds', `owner_id=${owner.id}`]) {
      assertError(await stage.send(call, named, owner.as), 400, 112, message)
    }
  })
  await t.test(
    '404/34 spec/v2-users-and-lists.md#list-visibility: a list that the caller may not see',
    async () => {
      const { id, slug } = await makeList(context, owner.id, { isPrivate: true, name: 'Secret' })
      const names = [
        `list_id=${id}`,
        `slug=${slug}&owner_id=${owner.id}`,
        `slug=${slug}&owner_screen_name=${owner.screenName}`,
      ]
      for (const named of [...names, 'list_id=5', 'slug=none&owner_screen_name=nobody_']) {
        assertError(await stage.send(call, named, other.as), 404, 34, NO_PAGE)
      }
      const offender = await relations.person()
      const hidden = await makeList(context, offender.id)
      await changeUserState(context, { userId: offender.id, action: 'suspend' })
      assertError(await stage.send(call, `list_id=${hidden.id}`, other.as), 404, 34, NO_PAGE)
    },
  )
  await t.test('400/44 a malformed id', async () => {
    assertError(await stage.send(call, 'list_id=x', owner.as), 400, 44, 'list_id parameter is invalid.')
  })
}

/** Declares tests of errors of calls that read a list. */
export async function seenListCases(t: TestContext, stage: V11ListStage, call: ListCall): Promise<void> {
  const { other, context, relations } = stage
  await namedListCases(t, stage, call)
  await t.test(
    '401/136 spec/v2-users-and-lists.md#list-visibility: the owner blocks the caller',
    async () => {
      const blocker = await relations.person()
      const { id } = await makeList(context, blocker.id)
      await block(context, { userId: blocker.id, blockedId: other.id })
      const message = 'You have been blocked from the author of this tweet from viewing it.'
      assertError(await stage.send(call, `list_id=${id}`, other.as), 401, 136, message)
    },
  )
  await t.test('401 spec/v2-users-and-lists.md#list-visibility: the owner is protected', async () => {
    const recluse = await relations.person({ isProtected: true })
    const { id } = await makeList(context, recluse.id)
    const { status, text } = await stage.send(call, `list_id=${id}`, other.as)
    assert.deepEqual([status, JSON.parse(text)], [401, { request: call.path, error: 'Not authorized.' }])
  })
}
