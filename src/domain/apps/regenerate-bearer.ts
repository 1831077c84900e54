import { query } from '../../db/query.ts'
import { append } from '../../events/append.ts'
import { hashSecret } from '../../lib/vault.ts'
import type { Context } from '../context.ts'
import { bearerOf, demandApp } from './app.ts'

/**
 * Makes the app's bearer token anew; the one before stops working with the commit.
 * @throws {Refusal} `app-not-found`
 */
export async function regenerateBearer(context: Context, appId: bigint): Promise<string> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    const app = await demandApp(tx, appId)
    const generation = app.bearerGeneration + 1
    const bearer = bearerOf(context.vault, appId, generation)
    await tx.run(updateBearer, { id: appId, generation, hash: hashSecret(bearer) })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'bearer_regenerated' })
    return bearer
  })
}

const updateBearer = query<{ id: bigint; generation: number; hash: string | null }>()((k, p) =>
  k
    .updateTable('apps')
    .set({ bearer_generation: p('generation'), bearer_hash: p('hash') })
    .where('id', '=', p('id')),
)
