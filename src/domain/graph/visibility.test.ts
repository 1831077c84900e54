import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { letFollow } from '../../../test/support/follows.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { requireUser } from '../accounts/user.ts'
import { unfollow } from './follow.ts'
import { isFollowing, maySeeConnections } from './visibility.ts'

for (const engine of ENGINES) {
  test(`visibility of connections on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const open = await createOneUser(context)
    const closed = await createOneUser(context, { isProtected: true })
    const fan = await createOneUser(context)
    const other = await createOneUser(context)
    await letFollow(context, { follower: fan.id, followee: closed.id })
    await letFollow(context, { follower: closed.id, followee: other.id })

    for (const [name, userId, ofOpen, ofClosed] of [
      ['an app', null, true, false],
      ['another user, whom the protected user follows,', other.id, true, false],
      ['a follower', fan.id, true, true],
      ['the protected user', closed.id, true, true],
    ] as const) {
      await t.test(
        `spec/followers.md#target: ${name} sees followers of a public user: ${ofOpen}, of a protected user: ${ofClosed}`,
        async () => {
          assert.equal(await maySeeConnections(store, { userId }, open), ofOpen)
          assert.equal(await maySeeConnections(store, { userId }, closed), ofClosed)
        },
      )
    }

    await t.test('a follow gives access in one direction only', async () => {
      assert.equal(await isFollowing(store, fan.id, closed.id), true)
      assert.equal(await isFollowing(store, closed.id, fan.id), false)
    })

    await t.test('unfollow and unprotect take effect immediately', async () => {
      await unfollow(context, { follower: fan.id, followee: closed.id })
      assert.equal(await maySeeConnections(store, { userId: fan.id }, closed), false)
      await changeUserState(context, { userId: closed.id, action: 'unprotect' })
      const opened = await requireUser(store, { id: closed.id })
      assert.equal(await maySeeConnections(store, { userId: null }, opened), true)
    })
  })
}
