/**
 * Declares tests of lists of posts that have an owner: the parameters that name the owner, and callers who
 * may not read the list.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { block } from '../../../src/domain/graph/block.ts'
import { letFollow } from '../follows.ts'
import { assertError, assertNoPage } from '../id-list/stage.ts'
import type { PostStage } from './stage.ts'
import { idsOn } from './timeline-suite.ts'

export async function ownerCases(t: TestContext, stage: PostStage, path: string): Promise<void> {
  const { relations, context } = stage
  const [owner, viewer] = await relations.people(2)
  assert.ok(owner !== undefined && viewer !== undefined)
  await t.test('404/34 an unknown, suspended or deactivated user', async () => {
    const [suspended, left] = await relations.people(2)
    await changeUserState(context, { userId: suspended?.id ?? 0n, action: 'suspend' })
    await changeUserState(context, { userId: left?.id ?? 0n, action: 'deactivate' })
    for (const query of [
      'user_id=1',
      'screen_name=nobody_',
      `user_id=${suspended?.id}`,
      `user_id=${left?.id}`,
    ]) {
      assertNoPage(await relations.get(`${path}?${query}`, viewer.as))
    }
  })
  await t.test('400/25 no user is named, with app authentication', async () => {
    assertError(await relations.get(path, relations.app.asApp), 400, 25, 'Query parameters are missing.')
  })
  await t.test('401 spec/posts.md#timelines: a protected user, for non-followers', async () => {
    await changeUserState(context, { userId: owner.id, action: 'protect' })
    const expected = { request: path, error: 'Not authorized.' }
    for (const as of [viewer.as, relations.app.asApp]) {
      const { status, text } = await relations.get(`${path}?user_id=${owner.id}`, as)
      assert.deepEqual([status, JSON.parse(text)], [401, expected])
    }
    await idsOn(stage, `${path}?user_id=${owner.id}`, owner.as)
    await letFollow(context, { follower: viewer.id, followee: owner.id })
    await idsOn(stage, `${path}?user_id=${owner.id}`, viewer.as)
  })
  await t.test('401/136 spec/errors.md#code-table: a user who blocks the viewer', async () => {
    const [blocker] = await relations.people(1)
    await block(context, { userId: blocker?.id ?? 0n, blockedId: viewer.id })
    const message = 'You have been blocked from the author of this tweet from viewing it.'
    assertError(await relations.get(`${path}?user_id=${blocker?.id}`, viewer.as), 401, 136, message)
  })
}
