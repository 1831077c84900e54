import { query } from '../../db/query.ts'
import { equalSecrets } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { bearerOf, lockApp, requireApp } from './app.ts'
import { bearerVersion, requireVersion } from './own/credential-versions.ts'

/**
 * Invalidates the app's bearer token. The next request for a bearer token issues a new token.
 * @param bearer the token as issued, or with its percent escapes decoded, as form parsers return it
 * @returns the token as issued
 * @throws {Refusal} `app-not-found`; `token-not-found` when `bearer` is not the live token of this app
 */
export async function invalidateBearer(context: Context, appId: bigint, bearer: string): Promise<string> {
  const { store, vault } = context
  const now = context.clock.now()
  return store.write(async (tx) => {
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    const live = bearerOf(vault, appId, app.bearerGeneration)
    const isLive = equalSecrets(bearer, live) || equalSecrets(encodeURIComponent(bearer.toWellFormed()), live)
    if (!app.hasBearer || !isLive) {
      throw new Refusal('token-not-found', 'this is no live bearer token of the app')
    }
    await tx.run(endGeneration, { id: appId })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'bearer_invalidated' })
    return live
  })
}

/**
 * Invalidates the bearer token of an app, for callers that do not have the token.
 * @param seen the version of the credentials that the caller has seen; undefined accepts any version
 * @throws {Refusal} `app-not-found`, `credentials-changed`; `token-not-found` for an app without a live bearer token
 */
export async function revokeBearer({ store, clock }: Context, appId: bigint, seen?: string): Promise<void> {
  const now = clock.now()
  await store.write(async (tx) => {
    await lockApp(tx, appId)
    const app = await requireApp(tx, appId)
    requireVersion(seen, bearerVersion(app))
    if (!app.hasBearer) throw new Refusal('token-not-found', 'the app has no live bearer token')
    await tx.run(endGeneration, { id: appId })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'bearer_invalidated' })
  })
}

const endGeneration = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('apps')
    .set((eb) => ({ bearer_hash: null, bearer_generation: eb('bearer_generation', '+', 1) }))
    .where('id', '=', p('id')),
)
