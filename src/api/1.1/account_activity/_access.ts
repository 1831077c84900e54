/** Rights and limits of webhooks (spec/webhooks.md#webhook-limits). */
import type { AppCaller, UserCaller } from '../../../auth/caller.ts'
import { allows } from '../../../domain/apps/app.ts'
import { requireEnvironment } from '../../../domain/webhooks/environments.ts'
import type { WebhookLimits } from '../../../domain/webhooks/register-webhook.ts'
import { ENTERPRISE, findWebhook, type Webhook, webhooksIn } from '../../../domain/webhooks/webhook.ts'
import { optionalText } from '../../../http/params.ts'
import { scaledLimit } from '../../../http/rate-limit/budget.ts'
import type { Services } from '../../_services.ts'
import { V11Error, type V11ErrorName } from '../_errors.ts'
import { idIn } from '../_id.ts'

export const environmentParam = {
  env_name: optionalText('Label of the environment; case matters.'),
} as const

export const webhookParam = { webhook_id: optionalText('Id of the webhook.') } as const

export const urlParam = {
  url: optionalText('URL of the receiver: https, without a port, unless the operator trusts the host.'),
} as const

/**
 * Limits of the documented tiers. The setting `limits` multiplies them, except for environments: their calls name no
 * webhook, so each has one webhook.
 */
const WEBHOOK_LIMITS: WebhookLimits = { inEnvironment: 1, enterprise: 3, total: 20 }
const SUBSCRIPTIONS = { environment: 15, enterprise: 50 } as const

/** Upper bound also without limits, because lists are not paged. */
function most(count: number, { limits }: Pick<Services, 'limits'>): number {
  return scaledLimit(count, limits === 'off' ? 'relaxed' : limits)
}

export function webhookLimits(services: Pick<Services, 'limits'>): WebhookLimits {
  return {
    inEnvironment: WEBHOOK_LIMITS.inEnvironment,
    enterprise: most(WEBHOOK_LIMITS.enterprise, services),
    total: most(WEBHOOK_LIMITS.total, services),
  }
}

/** Subscriptions that a webhook may have. */
export function subscriptionsMost(
  { environment }: Pick<Webhook, 'environment'>,
  services: Pick<Services, 'limits'>,
): number {
  return most(environment === ENTERPRISE ? SUBSCRIPTIONS.enterprise : SUBSCRIPTIONS.environment, services)
}

/** The calls that change webhooks are the app owner's. @throws {V11Error} 200 */
export function requireOwner({ app, user }: UserCaller): void {
  if (app.ownerId !== user.id) throw new V11Error('noAccountActivity')
}

/** As {@link requireOwner} for a user; the app itself may look too. @throws {V11Error} 200 */
export function requireOwnerOrApp(caller: UserCaller | AppCaller): void {
  if (caller.kind === 'user') requireOwner(caller)
}

/** A subscription delivers messages, so its token needs permission to read them. @throws {V11Error} 348 */
export function requireMessages({ permissions }: UserCaller): void {
  if (!allows(permissions, 'read-write-directmessages')) throw new V11Error('subscriptionsNotPermitted')
}

/**
 * The webhook of that id, if it is the calling app's.
 * @param foreign what is said of another app's
 * @throws {V11Error} 34 when there is none; `foreign`
 */
export async function ownWebhook(
  { store }: Pick<Services, 'store'>,
  app: { readonly id: bigint },
  text: string | undefined,
  foreign: V11ErrorName,
): Promise<Webhook> {
  const id = text === undefined ? undefined : idIn(text)
  const webhook = id === undefined ? undefined : await findWebhook(store, id)
  if (webhook === undefined) throw new V11Error('pageDoesNotExist')
  if (webhook.appId !== app.id) throw new V11Error(foreign)
  return webhook
}

/** The app and a label that it may use. @throws {Refusal} `environment-unknown` */
export async function placeIn(
  { store }: Pick<Services, 'store'>,
  app: { readonly id: bigint },
  label: string | undefined,
): Promise<{ readonly appId: bigint; readonly environment: string }> {
  const place = { appId: app.id, environment: label ?? '' }
  await requireEnvironment(store, place)
  return place
}

/** The webhook of an environment. @throws {V11Error} 34 when there is none; {Refusal} `environment-unknown` */
export async function webhookOfEnvironment(
  services: Pick<Services, 'store'>,
  app: { readonly id: bigint },
  label: string | undefined,
): Promise<Webhook> {
  const [webhook] = await webhooksIn(services.store, await placeIn(services, app, label))
  if (webhook === undefined) throw new V11Error('pageDoesNotExist')
  return webhook
}
