/** Declares the tests that all endpoints about one post share: errors for bad ids and for hidden posts. */
import type { TestContext } from 'node:test'
import type { Credentials } from '../api-client.ts'
import { assertError } from '../id-list/stage.ts'
import type { Person, PostStage, UnseenPost } from './stage.ts'

export interface AboutOnePost {
  readonly stage: PostStage
  readonly method: 'GET' | 'POST'
  /** Makes the path and the query for an id, which may be malformed. */
  path(id: string): string
  /** The path without an id, for endpoints that have the id as a parameter. */
  readonly bare?: string
  /** The caller. The author of one hidden post blocks this user. */
  readonly viewer: Person
}

/** Declares all tests. @param unseen posts that the viewer cannot see */
export async function unseenCases(
  t: TestContext,
  about: AboutOnePost,
  unseen: readonly UnseenPost[],
): Promise<void> {
  const { stage, method, path, viewer } = about
  const ask = (target: string, as: Credentials = viewer.as) =>
    method === 'GET' ? stage.relations.get(target, as) : stage.relations.post(target, as)
  const refused = async (code: number) => {
    for (const { id, error } of unseen.filter(({ error }) => error[1] === code)) {
      assertError(await ask(path(String(id))), ...error)
    }
  }
  await t.test('404/144 a missing or deleted post, or a post of a deactivated author', () => refused(144))
  await t.test('403/63 spec/posts.md#show: a post of a suspended author, or a repost of such a post', () =>
    refused(63),
  )
  await t.test('404/421 spec/errors.md#code-table: a post that the operator dropped', () => refused(421))
  await t.test('403/179 spec/posts.md#show: a post of a protected author', () => refused(179))
  await t.test('401/136 spec/errors.md#code-table: a post of an author who blocks the viewer', () =>
    refused(136),
  )
  await malformedCases(t, about)
}

/**
 * Declares the tests of malformed and missing ids, which also apply to endpoints that do not check
 * visibility.
 */
export async function malformedCases(t: TestContext, about: AboutOnePost): Promise<void> {
  const { stage, method, path, viewer, bare } = about
  const ask = (target: string) =>
    method === 'GET' ? stage.relations.get(target, viewer.as) : stage.relations.post(target, viewer.as)
  await t.test('404/34 spec/posts.md#show: a malformed id', async () => {
    for (const id of ['x', '-1', '1.5', '9223372036854775808', '1'.repeat(40)]) {
      assertError(await ask(path(id)), 404, 34, 'Sorry, that page does not exist.')
    }
  })
  await t.test('403/38 spec/errors.md#code-table: no id', async () => {
    if (bare === undefined) return
    assertError(await ask(bare), 403, 38, 'id parameter is missing.')
  })
}
