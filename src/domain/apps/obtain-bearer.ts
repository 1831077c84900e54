import { query } from '../../db/query.ts'
import { hashSecret } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { type App, bearerOf, lockApp, requireApp } from './app.ts'

/**
 * Returns the app's live bearer token, or a new token if the previous token was invalidated
 * (spec/oauth.md#bearer-token).
 * @throws {Refusal} `app-not-found`, `app-suspended`
 */
export async function obtainBearer(context: Context, app: App): Promise<string> {
  const { store, vault } = context
  if (app.suspendedAt === null && app.hasBearer) return bearerOf(vault, app.id, app.bearerGeneration)
  const now = context.clock.now()
  return store.write(async (tx) => {
    await lockApp(tx, app.id)
    const { bearerGeneration, hasBearer, suspendedAt } = await requireApp(tx, app.id)
    if (suspendedAt !== null) throw new Refusal('app-suspended', 'the app is suspended')
    const bearer = bearerOf(vault, app.id, bearerGeneration)
    if (hasBearer) return bearer
    await tx.run(setHash, { id: app.id, hash: hashSecret(bearer) })
    append(tx, now, { kind: 'app.changed', app_id: app.id, change: 'bearer_regenerated' })
    return bearer
  })
}

const setHash = query<{ id: bigint; hash: string }>()((k, p) =>
  k
    .updateTable('apps')
    .set({ bearer_hash: p('hash') })
    .where('id', '=', p('id')),
)
