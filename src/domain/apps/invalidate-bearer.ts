import { query } from '../../db/query.ts'
import { equalSecrets } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { bearerOf, lockApp, requireApp } from './app.ts'
import { bearerVersion, requireVersion } from './own/credential-versions.ts'

/**
 * Invalidates the app's bearer token. The next request for a token issues a new one.
 * @param bearer as issued, or with its percent escapes decoded, as from a form
 * @returns the token as issued
 * @throws {Refusal} `app-not-found`; `token-not-found` when it is not this app's live token
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
 * Invalidates the bearer token of an app by the id of the app, without the token itself.
 * @param seen the version that the caller has seen; undefined for any
 * @throws {Refusal} `app-not-found`, `credentials-changed`; `token-not-found` for an app without a live one
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
