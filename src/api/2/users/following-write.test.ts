/** Tests POST 2/users/:id/following and DELETE 2/users/:source_user_id/following/:target_user_id over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ActionStage, assertForbidden } from '../../../../test/support/v2-lookup/actions.ts'
import { relationActionSuite } from '../../../../test/support/v2-lookup/relation-actions.ts'
import { block } from '../../../domain/graph/block.ts'
import { relationOf } from '../../../domain/graph/relations.ts'

relationActionSuite({
  list: 'following',
  added: { following: true, pending_follow: false },
  removed: { following: false },
  oneself: "You can't follow yourself.",
})

test('spec/v2-users-and-lists.md#relation-calls: protected users and blocks', async (t) => {
  const stage = await ActionStage.open(t, 'sqlite')
  const { me, context } = stage
  const following = `/2/users/${me.id}/following`

  await t.test('200 a protected user gets a follow request, which can be withdrawn', async () => {
    const hermit = await stage.person({ isProtected: true })
    const target = { target_user_id: String(hermit.id) }
    for (const _ of ['first', 'again']) {
      await stage.does('POST', following, target, { following: false, pending_follow: true })
      assert.equal((await relationOf(context.store, me.id, hermit.id)).followingRequested, true)
    }
    await stage.does('DELETE', `${following}/${hermit.id}`, undefined, { following: false })
    assert.equal((await relationOf(context.store, me.id, hermit.id)).followingRequested, false)
  })
  await t.test('403/1 a user who blocks the caller, and a user whom the caller blocks', async () => {
    const [blocker, blocked] = [await stage.person(), await stage.person()]
    await block(context, { userId: blocker.id, blockedId: me.id })
    await block(context, { userId: me.id, blockedId: blocked.id })
    const ask = ({ id }: { readonly id: bigint }) =>
      stage.send('POST', following, { target_user_id: String(id) })
    assertForbidden(
      await ask(blocker),
      'You have been blocked from following this account at the request of the user.',
    )
    assertForbidden(await ask(blocked), 'You have blocked this account. Unblock it first.')
  })
})

test('spec/v2-users-and-lists.md#relation-calls: 50 follows in 15 minutes, 400 in a day for a user, and 1,000 in a day for an app', async (t) => {
  const stage = await ActionStage.open(t, 'sqlite', 'documented')
  const { headers } = await stage.send('POST', `/2/users/${stage.me.id}/following`, { target_user_id: '5' })
  const limits = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'].flatMap((prefix) =>
    ['limit', 'remaining'].map((name) => headers.get(`${prefix}-${name}`)),
  )
  assert.deepEqual(limits, ['50', '49', '400', '399', '1000', '999'])
})
