import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockApp } from '../apps/app.ts'
import { type Context, Refusal } from '../context.ts'
import { ENTERPRISE, type Webhook, webhooksOfApp } from './webhook.ts'

/** The app and environment of a webhook. */
export interface WebhookScope {
  readonly appId: bigint
  /** A label, or {@link ENTERPRISE} for a webhook without an environment. */
  readonly environment: string
}

/** Maximum number of webhooks of an app: in each environment, without an environment, and in total. */
export interface WebhookLimits {
  readonly inEnvironment: number
  readonly enterprise: number
  readonly total: number
}

export interface NewWebhook extends WebhookScope {
  /** The caller must have challenged the receiver at this URL successfully. */
  readonly url: string
  /** The base URL of this server for the caller, such as `https://example.org`. */
  readonly origin: string
  readonly limits: WebhookLimits
  /** Time of the next challenge; milliseconds since the Unix epoch. */
  readonly challengeDueAt: number
}

/**
 * Registers a webhook.
 * @throws {Refusal} `too-many-webhooks`, also when the URL is registered in the same environment already
 */
export async function registerWebhook(context: Context, input: NewWebhook): Promise<Webhook> {
  const { appId, environment, url, origin, challengeDueAt } = input
  const id = await context.ids.make()
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    await requireRoom(tx, input)
    await tx.run(insertWebhook, { id, appId, environment, url, origin, now, challengeDueAt })
    append(tx, now, { kind: 'webhook.changed', webhook_id: id, app_id: appId, change: 'created' })
    return { id, appId, environment, url, isValid: true, createdAt: now }
  })
}

/** Requires that the app can have another webhook. @throws {Refusal} `too-many-webhooks` */
export async function requireRoom(
  reader: Reader,
  input: WebhookScope & Pick<NewWebhook, 'url' | 'limits'>,
): Promise<void> {
  const { appId, environment, url, limits } = input
  const all = await webhooksOfApp(reader, appId)
  const inScope = all.filter((webhook) => webhook.environment === environment)
  const max = environment === ENTERPRISE ? limits.enterprise : limits.inEnvironment
  if (inScope.length >= max || all.length >= limits.total || inScope.some((webhook) => webhook.url === url)) {
    throw new Refusal(
      'too-many-webhooks',
      `the app ${appId} has reached the maximum number of webhooks there`,
    )
  }
}

const insertWebhook = query<{
  id: bigint
  appId: bigint
  environment: string
  url: string
  origin: string
  now: number
  challengeDueAt: number
}>()((k, p) =>
  k.insertInto('webhooks').values({
    id: p('id'),
    app_id: p('appId'),
    environment: p('environment'),
    url: p('url'),
    origin: p('origin'),
    is_valid: 1,
    created_at: p('now'),
    challenge_due_at: p('challengeDueAt'),
    removed_at: null,
  }),
)
