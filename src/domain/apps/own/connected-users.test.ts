import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { userTokens } from '../../../../test/support/oauth/oauth2.ts'
import { createOneUser, createUsers } from '../../../../test/support/users.ts'
import { createApp } from '../create-app.ts'
import { setClientType } from '../oauth2/client.ts'
import { revokeAppOfUser } from '../revoke-app-of-user.ts'
import { issueToken, revokeToken } from '../tokens.ts'
import { updateApp } from '../update-app.ts'
import { connectedUsers, countConnectedUsers } from './connected-users.ts'

for (const engine of ENGINES) {
  test(`spec/console.md#connected-apps: pages of the users of an app (${engine})`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const { id: ownerId } = await createOneUser(context)
    const { appId } = await createApp(context, { name: 'An app', ownerId, permissions: 'read' })
    const other = await createApp(context, { name: 'Another', ownerId, permissions: 'read' })
    await setClientType(context, appId, 'public')
    const users = (await createUsers(context, 5)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const [signed, both, granted, revoked, otherUser] = users.map(({ id }) => id)
    assert.ok(signed && both && granted && revoked && otherUser)
    const since = context.clock.now()
    for (const userId of [signed, both, revoked]) await issueToken(context, { appId, userId })
    await updateApp(context, appId, { permissions: 'read-write' })
    await issueToken(context, { appId, userId: both })
    const scope = 'tweet.read users.read'
    for (const userId of [both, granted]) await userTokens(context, { appId, userId, scope })
    const { accessToken } = await issueToken(context, { appId, userId: revoked })
    await revokeToken(context, accessToken)
    await revokeAppOfUser(context, { appId, userId: revoked })
    await issueToken(context, { appId: other.appId, userId: otherUser })

    const now = context.clock.now()
    const facts = async (after: bigint | undefined, count: number, at = now) => {
      const { items, next } = await connectedUsers(store, { appId, now: at }, { after, count })
      for (const each of items) assert.ok(each.since >= since && each.since <= now)
      return [items.map(({ userId, permissions, scopes }) => [userId, permissions, scopes.join(' ')]), next]
    }
    const rows = [
      [signed, 'read', ''],
      [both, 'read-write', scope],
      [granted, undefined, scope],
    ]
    assert.deepEqual(await facts(undefined, 10), [rows, null])
    assert.deepEqual(await facts(undefined, 2), [rows.slice(0, 2), both])
    assert.deepEqual(await facts(both, 2), [rows.slice(2), null])
    assert.equal(await countConnectedUsers(store, { appId, now }), 3)
    const later = now + 365 * 86_400_000
    assert.deepEqual(await facts(undefined, 10, later), [[rows[0], [both, 'read-write', '']], null])
    assert.equal(await countConnectedUsers(store, { appId, now: later }), 2)
    assert.equal(users.length, 5)
  })
}
