/**
 * Environments of an app: the labels that its webhooks can have (spec/webhooks.md#calls, spec/console.md#environments).
 */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { appSubject, requireApp } from '../apps/app.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { webhooksOfApp } from './webhook.ts'

/**
 * The form of labels, which are case-sensitive. Other texts are not labels, and databases cannot store some of them.
 */
const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

const MAX_ENVIRONMENTS = 100

/**
 * Declares an environment of an app. After the first declaration, the app can use only declared environments.
 * @returns false when the environment is declared already
 * @throws {Refusal} `app-not-found`, `environment-invalid`, `too-many-webhooks` when the app has 100 environments
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
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    const app = await requireApp(tx, appId)
    const labels = await tx.rows(declared, { appId })
    if (labels.some((row) => row.environment === environment)) return false
    if (labels.length >= MAX_ENVIRONMENTS) {
      throw new Refusal('too-many-webhooks', `an app has at most ${MAX_ENVIRONMENTS} environments`)
    }
    if ((await tx.run(insertEnvironment, { appId, environment, now })) === 0) return false
    const details = { environment }
    await recordAudit(tx, stamp, { action: 'app.add_environment', subject: appSubject(app), details })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'updated' })
    return true
  })
}

/**
 * Removes the declaration of an environment. An app without declarations can use any label again.
 * @throws {Refusal} `app-not-found`, `environment-unknown`, `environment-in-use` while a webhook uses the environment
 */
export async function removeEnvironment(
  context: Context,
  { appId, environment }: { readonly appId: bigint; readonly environment: string },
): Promise<void> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    const app = await requireApp(tx, appId)
    if ((await webhooksOfApp(tx, appId)).some((webhook) => webhook.environment === environment))
      throw new Refusal('environment-in-use', 'a webhook uses the environment')
    // The form of the label is checked first, because some texts cannot be sent to the database.
    const removed = LABEL.test(environment) ? await tx.run(deleteEnvironment, { appId, environment }) : 0
    if (removed === 0) throw new Refusal('environment-unknown', `the app ${appId} has no such environment`)
    const details = { environment }
    await recordAudit(tx, stamp, { action: 'app.remove_environment', subject: appSubject(app), details })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'updated' })
  })
}

/**
 * Requires a label that the app can use: a declared label, or any valid label if the app has no declared label.
 * @throws {Refusal} `environment-unknown`
 */
export async function requireEnvironment(
  reader: Reader,
  { appId, environment }: { readonly appId: bigint; readonly environment: string },
): Promise<void> {
  if (LABEL.test(environment)) {
    const labels = await reader.rows(declared, { appId })
    if (labels.length === 0 || labels.some((row) => row.environment === environment)) return
  }
  throw new Refusal('environment-unknown', `the app ${appId} has no such environment`)
}

/** The declared labels of an app and the labels of its webhooks, sorted. */
export async function environmentsOf(reader: Reader, appId: bigint): Promise<readonly string[]> {
  const [declarations, webhooks] = await Promise.all([
    reader.rows(declared, { appId }),
    webhooksOfApp(reader, appId),
  ])
  const labels = new Set([...declarations, ...webhooks].map(({ environment }) => environment))
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

const deleteEnvironment = query<{ appId: bigint; environment: string }>()((k, p) =>
  k
    .deleteFrom('webhook_environments')
    .where('app_id', '=', p('appId'))
    .where('environment', '=', p('environment')),
)
