/**
 * The access token of an app for the owner of the app (spec/console.md#keys-and-tokens). The commands act on
 * all access tokens of the owner for the app, including tokens that the app got when the owner authorized the
 * app as any other user does.
 */
import type { Tx } from '../../../db/store.ts'
import { type Context, Refusal } from '../../context.ts'
import { type App, lockApp, requireApp } from '../app.ts'
import { newestLiveToken } from '../find-live-token.ts'
import { type IssuedToken, issueTokenIn, makeSecrets, revokeTokensIn } from '../tokens.ts'
import { requireVersion, tokenVersion } from './credential-versions.ts'

/**
 * Issues an access token for the owner, with the current permissions of the app. After the commit, the owner's earlier
 * tokens do not work.
 * @param seen the version of the token that the caller has seen; undefined accepts any version
 * @throws {Refusal} `app-not-found`, `user-not-found`, `credentials-changed`
 */
export async function regenerateOwnerToken(
  context: Context,
  appId: bigint,
  seen?: string,
): Promise<IssuedToken> {
  const { ownerId } = await requireApp(context.store, appId)
  const secrets = makeSecrets(context, ownerId)
  return context.store.write(async (tx) => {
    const app = await requireSeen(tx, appId, seen)
    await revokeTokensIn(context, tx, { appId, userId: ownerId })
    return issueTokenIn(context, tx, { app, userId: ownerId, permissions: app.permissions }, secrets)
  })
}

/**
 * Revokes the access token of the owner.
 * @param seen the version of the token that the caller has seen; undefined accepts any version
 * @throws {Refusal} `app-not-found`, `credentials-changed`; `token-not-found` without a live token
 */
export async function revokeOwnerToken(context: Context, appId: bigint, seen?: string): Promise<void> {
  await context.store.write(async (tx) => {
    const { ownerId } = await requireSeen(tx, appId, seen)
    const revoked = await revokeTokensIn(context, tx, { appId, userId: ownerId })
    if (revoked === 0) throw new Refusal('token-not-found', 'the owner has no live access token of the app')
  })
}

async function requireSeen(tx: Tx, appId: bigint, seen: string | undefined): Promise<App> {
  await lockApp(tx, appId)
  const app = await requireApp(tx, appId)
  requireVersion(seen, tokenVersion(await newestLiveToken(tx, { appId, userId: app.ownerId })))
  return app
}
