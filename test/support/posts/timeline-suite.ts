/**
 * Declares the tests that all lists of posts by id share (spec/posts.md#timelines): pages and invalid
 * parameters.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Credentials } from '../api-client.ts'
import { assertError } from '../id-list/stage.ts'
import type { AnsweredPost, PostStage } from './stage.ts'

export interface Timeline {
  readonly stage: PostStage
  readonly path: string
  /** Parameter that names the owner, such as `user_id=5`. The default is the caller. */
  readonly owner?: string
  readonly as: Credentials
  /** Expected ids, newest first. There must be at least five. */
  readonly ids: readonly bigint[]
}

/** Reads the ids in a response. */
export async function idsOn(stage: PostStage, path: string, as: Credentials): Promise<bigint[]> {
  return (await stage.relations.got<AnsweredPost[]>(path, as)).map(({ id }) => id)
}

export async function timelineCases(
  t: TestContext,
  { stage, path, owner, as, ids }: Timeline,
): Promise<void> {
  const target = (query: string) => [path, [owner, query].filter(Boolean).join('&')].filter(Boolean).join('?')
  const read = (query: string) => idsOn(stage, target(query), as)
  const [, second, third] = ids
  await t.test('200 spec/posts.md#timelines: newest first', async () => {
    assert.deepEqual(await read(''), ids)
  })
  await t.test('200 spec/posts.md#timelines: count, since_id and max_id, which is inclusive', async () => {
    assert.deepEqual(await read('count=2'), ids.slice(0, 2))
    assert.deepEqual(await read(`max_id=${third}&count=2`), ids.slice(2, 4))
    assert.deepEqual(await read(`since_id=${third}`), ids.slice(0, 2))
    assert.deepEqual(await read(`max_id=${second}&since_id=${third}`), ids.slice(1, 2))
    for (const lenient of ['count=0', 'count=-1', 'count=x', 'count=1000']) {
      assert.deepEqual(await read(lenient), ids)
    }
  })
  await t.test('400/44 a malformed id', async () => {
    for (const name of ['since_id', 'max_id']) {
      const answer = await stage.relations.get(target(`${name}=x`), as)
      assertError(answer, 400, 44, `${name} parameter is invalid.`)
    }
  })
}
