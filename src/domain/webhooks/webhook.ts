/** Looks up webhooks (spec/webhooks.md#calls). */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { WebhooksTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import { Refusal } from '../context.ts'

/** The value of `environment` for webhooks of the enterprise API, which has no environments. */
export const ENTERPRISE = ''

export interface Webhook {
  readonly id: bigint
  readonly appId: bigint
  /** A label, or {@link ENTERPRISE} for a webhook without an environment. */
  readonly environment: string
  /** The URL with which the webhook was registered. */
  readonly url: string
  /**
   * True if the receiver passed its last challenge, and no later delivery proved the webhook invalid. An
   * invalid webhook receives nothing.
   */
  readonly isValid: boolean
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/** The webhook with an id; undefined for a removed webhook. */
export async function findWebhook(reader: Reader, id: bigint): Promise<Webhook | undefined> {
  const row = await reader.first(webhookById, { id })
  return row === undefined ? undefined : webhookOf(row)
}

/** As {@link findWebhook}. @throws {Refusal} `webhook-not-found` */
export async function requireWebhook(reader: Reader, id: bigint): Promise<Webhook> {
  const webhook = await findWebhook(reader, id)
  if (webhook === undefined) throw new Refusal('webhook-not-found', `there is no webhook with the id ${id}`)
  return webhook
}

/** The webhooks of an app with and without an environment, oldest first. An app has few webhooks. */
export async function webhooksOfApp(reader: Reader, appId: bigint): Promise<readonly Webhook[]> {
  const rows = await reader.rows(webhooksByApp, { appId })
  return rows.map(webhookOf)
}

/** The webhooks of an app in one environment, oldest first. @param environment a label, or {@link ENTERPRISE} */
export async function webhooksIn(
  reader: Reader,
  { appId, environment }: { readonly appId: bigint; readonly environment: string },
): Promise<readonly Webhook[]> {
  return (await webhooksOfApp(reader, appId)).filter((webhook) => webhook.environment === environment)
}

function webhookOf(row: Selectable<WebhooksTable>): Webhook {
  return {
    id: row.id,
    appId: row.app_id,
    environment: row.environment,
    url: row.url,
    isValid: row.is_valid === 1,
    createdAt: row.created_at,
  }
}

const webhookById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('webhooks').selectAll().where('id', '=', p('id')).where('removed_at', 'is', null),
)

// Uses the index webhooks_app.
const webhooksByApp = query<{ appId: bigint }>()((k, p) =>
  k
    .selectFrom('webhooks')
    .selectAll()
    .where('app_id', '=', p('appId'))
    .where('removed_at', 'is', null)
    .orderBy('id'),
)

/** True if any webhook exists: valid, invalid, or removed a short time ago. */
export async function hasWebhooks(reader: Reader): Promise<boolean> {
  return (await reader.first(anyWebhook, {})) !== undefined
}

const anyWebhook = query()((k) => k.selectFrom('webhooks').select('id').limit(1))
