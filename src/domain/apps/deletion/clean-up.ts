/** Deletes the stored tokens and grants of deleted apps. These tokens and grants have no effect already. */
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { type ItemGuard, UNGUARDED } from '../../../lib/item-guard.ts'
import type { Context } from '../../context.ts'

/**
 * Maximum number of rows that a transaction deletes from each table, so that it does not block the event loop for long.
 */
const MAX_ROWS_PER_WRITE = 1_000

/** Number of apps that one query reads. */
const MAX_PER_READ = 100

/**
 * Deletes the tokens and grants of up to {@link MAX_PER_READ} deleted apps. Ends early when `signal` is
 * aborted.
 */
export async function cleanUpDeletedApps(
  { store }: Pick<Context, 'store'>,
  signal?: AbortSignal,
  guard: ItemGuard = UNGUARDED,
): Promise<void> {
  const apps = await store.rows(someDeleted, { count: MAX_PER_READ })
  for (const { app_id: app } of apps) {
    await guard.attempt(`app ${app}`, async () => {
      // No event: the deletion of the app has an event.
      while (signal?.aborted !== true && (await store.write((tx) => deleteSome(tx, app)))) {
        // Continues until nothing is left to delete.
      }
    })
  }
}

/** @returns true if the app may have more rows */
async function deleteSome(tx: Tx, app: bigint): Promise<boolean> {
  const count = MAX_ROWS_PER_WRITE
  const tokens = await tx.run(deleteSomeTokens, { app, count })
  const grants = await tx.run(deleteSomeGrants, { app, count })
  if (tokens === count || grants === count) return true
  await tx.run(forgetDeleted, { app })
  return false
}

const someDeleted = query<{ count: number }>()((k, p) =>
  k.selectFrom('deleted_apps').select('app_id').orderBy('app_id').limit(p('count')),
)

// Uses the index access_tokens_app.
const deleteSomeTokens = query<{ app: bigint; count: number }>()((k, p) =>
  k
    .deleteFrom('access_tokens')
    .where('token', 'in', (eb) =>
      eb
        .selectFrom('access_tokens')
        .select('token')
        .where('app_id', '=', p('app'))
        .orderBy('token')
        .limit(p('count')),
    ),
)

// Uses the index oauth2_grants_app.
const deleteSomeGrants = query<{ app: bigint; count: number }>()((k, p) =>
  k
    .deleteFrom('oauth2_grants')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('oauth2_grants')
        .select('id')
        .where('app_id', '=', p('app'))
        .orderBy('id')
        .limit(p('count')),
    ),
)

const forgetDeleted = query<{ app: bigint }>()((k, p) =>
  k.deleteFrom('deleted_apps').where('app_id', '=', p('app')),
)
