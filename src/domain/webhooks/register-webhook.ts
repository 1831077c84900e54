import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockApp } from '../apps/app.ts'
import { type Context, Refusal } from '../context.ts'
import { ENTERPRISE, type Webhook, webhooksOfApp } from './webhook.ts'

/** Where a webhook is to be. */
export interface WebhookPlace {
  readonly appId: bigint
  /** A label, or {@link ENTERPRISE}. */
  readonly environment: string
}

/** Webhooks that an app may have: in each environment, without one, and in all. */
export interface WebhookRoom {
  readonly inEnvironment: number
  readonly enterprise: number
  readonly inAll: number
}

export interface NewWebhook extends WebhookPlace {
  /** One whose receiver has answered a challenge just now. */
  readonly url: string
  /** Of this server as who registers it knows it, such as `https://example.org`. */
  readonly origin: string
  readonly room: WebhookRoom
  /** When the receiver is to be challenged again; milliseconds since the Unix epoch. */
  readonly challengeDueAt: number
}

/**
 * Registers a webhook.
 * @throws {Refusal} `too-many-webhooks`, also when the app has one with that URL there
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

/** Whether there is room for a webhook. @throws {Refusal} `too-many-webhooks` */
export async function requireRoom(
  reader: Reader,
  input: WebhookPlace & Pick<NewWebhook, 'url' | 'room'>,
): Promise<void> {
  const { appId, environment, url, room } = input
  const all = await webhooksOfApp(reader, appId)
  const there = all.filter((webhook) => webhook.environment === environment)
  const most = environment === ENTERPRISE ? room.enterprise : room.inEnvironment
  if (there.length >= most || all.length >= room.inAll || there.some((webhook) => webhook.url === url)) {
    throw new Refusal('too-many-webhooks', `the app ${appId} has all the webhooks that it may have there`)
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
    lease_holder: '',
    leased_until: 0,
  }),
)
