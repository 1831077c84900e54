/** Environments: the labels under which an app has webhooks (spec/webhooks.md#calls, spec/console.md#environments). */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { requireApp } from '../apps/app.ts'
import { type Context, Refusal } from '../context.ts'
import { webhooksOfApp } from './webhook.ts'

/** Labels, in which case matters; anything else is nobody's, and some of it no database takes. */
const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** Environments that an app may declare. */
const ENVIRONMENTS_MOST = 100

/**
 * Gives an app an environment. From the first one on, it may use those that it has and no others.
 * @returns false when it had that one
 * @throws {Refusal} `app-not-found`, `environment-invalid`, `too-many-webhooks` beyond 100
 */
export async function declareEnvironment(
  context: Context,
  input: { readonly appId: bigint; readonly environment: string },
): Promise<boolean> {
  const { appId, environment } = input
  if (!LABEL.test(environment)) {
    throw new Refusal(
      'environment-invalid',
      'an environment has 1 to 64 letters, digits, hyphens and underscores, and begins with one of the first two',
    )
  }
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await requireApp(tx, appId)
    const known = await tx.rows(declared, { appId })
    if (known.length >= ENVIRONMENTS_MOST) {
      throw new Refusal('too-many-webhooks', `an app has at most ${ENVIRONMENTS_MOST} environments`)
    }
    if ((await tx.run(insertEnvironment, { appId, environment, now })) === 0) return false
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'updated' })
    return true
  })
}

/**
 * Whether an app may use a label: one of those that it has, or any while it has none.
 * @throws {Refusal} `environment-unknown`
 */
export async function requireEnvironment(
  reader: Reader,
  { appId, environment }: { readonly appId: bigint; readonly environment: string },
): Promise<void> {
  if (LABEL.test(environment)) {
    const known = await reader.rows(declared, { appId })
    if (known.length === 0 || known.some((row) => row.environment === environment)) return
  }
  throw new Refusal('environment-unknown', `the app ${appId} has no such environment`)
}

/** The labels of an app: those that were declared, and those that have webhooks; in the order of their letters. */
export async function environmentsOf(reader: Reader, appId: bigint): Promise<readonly string[]> {
  const [known, webhooks] = await Promise.all([
    reader.rows(declared, { appId }),
    webhooksOfApp(reader, appId),
  ])
  const labels = new Set([...known, ...webhooks].map(({ environment }) => environment))
  return [...labels].filter((label) => label !== '').sort()
}

const declared = query<{ appId: bigint }>()((k, p) =>
  k.selectFrom('webhook_environments').select('environment').where('app_id', '=', p('appId')).limit(1_000),
)

const insertEnvironment = query<{ appId: bigint; environment: string; now: number }>()((k, p) =>
  k
    .insertInto('webhook_environments')
    .values({ app_id: p('appId'), environment: p('environment'), created_at: p('now') })
    .onConflict((conflict) => conflict.columns(['app_id', 'environment']).doNothing()),
)
