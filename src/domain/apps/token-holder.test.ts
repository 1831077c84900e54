import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createOneUser } from '../../../test/support/users.ts'
import type { Reader } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { findUser, type UserFacts } from '../accounts/user.ts'
import { findApp } from './app.ts'
import { createApp } from './create-app.ts'
import { findTokenHolder } from './token-holder.ts'
import { findToken, issueToken, revokeToken } from './tokens.ts'

/** A user without counters. */
async function factsOf(reader: Reader, id: bigint): Promise<UserFacts | undefined> {
  const user = must(await findUser(reader, { id }), 'a user')
  const { followersCount, friendsCount, statusesCount, favouritesCount, membershipsCount, ...facts } = user
  return facts
}

for (const engine of ENGINES) {
  test(`a token’s holder equals its token, app and user, each looked up separately, on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const [user, owner] = [await createOneUser(context, { name: 'The user' }), await createOneUser(context)]
    await changeUserState(context, { userId: user.id, action: 'withhold', countries: ['DE'] })
    const { appId } = await createApp(context, {
      name: 'The app',
      ownerId: owner.id,
      permissions: 'read-write',
      callbackUrls: ['https://a.example/cb'],
    })
    const { accessToken } = await issueToken(context, { appId, userId: user.id })
    const byThemselves = async () => ({
      token: await findToken(store, accessToken),
      app: await findApp(store, appId),
      user: await factsOf(store, user.id),
    })
    assert.deepEqual(await findTokenHolder(store, accessToken), await byThemselves())
    await changeUserState(context, { userId: user.id, action: 'suspend' })
    await revokeToken(context, accessToken)
    const after = await findTokenHolder(store, accessToken)
    assert.deepEqual(after, await byThemselves())
    assert.deepEqual([after?.token.isRevoked, after?.user.suspendedAt !== null], [true, true])
    for (const unknown of ['', '1-nobody', '\0', "' or 1=1", `${accessToken}x`, 'x'.repeat(100)]) {
      assert.equal(await findTokenHolder(store, unknown), undefined, unknown)
    }
  })
}
