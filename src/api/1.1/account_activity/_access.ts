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
 * Limits of the documented tiers. The setting `limits` multiplies them, except the limit of webhooks per
 * environment. An environment has at most one webhook, because calls for an environment do not name a webhook.
 */
const WEBHOOK_LIMITS: WebhookLimits = { inEnvironment: 1, enterprise: 3, total: 20 }
const SUBSCRIPTIONS = { environment: 15, enterprise: 50 } as const

/** Maximum age of the start of a replayed period, in days. The log keeps events for longer than this. */
export const MAX_REPLAY_DAYS = 5
export const MAX_REPLAY_AGE_MS: number = MAX_REPLAY_DAYS * 86_400_000

/**
 * A limit multiplied by the factor of the setting `limits`. With `off`, the factor of `relaxed` applies, because lists
 * of webhooks have no pages and must stay short.
 */
function scaledMax(count: number, { limits }: Pick<Services, 'limits'>): number {
  return scaledLimit(count, limits === 'off' ? 'relaxed' : limits)
}

export function webhookLimits(services: Pick<Services, 'limits'>): WebhookLimits {
  return {
    inEnvironment: WEBHOOK_LIMITS.inEnvironment,
    enterprise: scaledMax(WEBHOOK_LIMITS.enterprise, services),
    total: scaledMax(WEBHOOK_LIMITS.total, services),
  }
}

/** Maximum number of subscriptions of a webhook. */
export function maxSubscriptions(
  { environment }: Pick<Webhook, 'environment'>,
  services: Pick<Services, 'limits'>,
): number {
  return scaledMax(
    environment === ENTERPRISE ? SUBSCRIPTIONS.enterprise : SUBSCRIPTIONS.environment,
    services,
  )
}

/**
 * Requires that the caller is the owner of the app. Only the owner may change webhooks.
 * @throws {V11Error} 200 for other users
 */
export function requireOwner({ app, user }: UserCaller): void {
  if (app.ownerId !== user.id) throw new V11Error('noAccountActivity')
}

/**
 * Like {@link requireOwner}, but also accepts the app itself, for calls that only read.
 * @throws {V11Error} 200 for other users
 */
export function requireOwnerOrApp(caller: UserCaller | AppCaller): void {
  if (caller.kind === 'user') requireOwner(caller)
}

/** Requires permission for direct messages, because subscriptions deliver them. @throws {V11Error} 348 */
export function requireMessages({ permissions }: UserCaller): void {
  if (!allows(permissions, 'read-write-directmessages')) throw new V11Error('subscriptionsNotPermitted')
}

/**
 * The webhook with that id, if it belongs to the calling app.
 * @param foreign the error for a webhook of another app
 * @throws {V11Error} 34 when there is no such webhook; the error `foreign` for a webhook of another app
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

/** The environment with that label. @throws {Refusal} `environment-unknown` when the app has only other environments */
export async function requireEnvironmentOf(
  { store }: Pick<Services, 'store'>,
  app: { readonly id: bigint },
  label: string | undefined,
): Promise<{ readonly appId: bigint; readonly environment: string }> {
  const environment = { appId: app.id, environment: label ?? '' }
  await requireEnvironment(store, environment)
  return environment
}

/** The webhook of an environment. @throws {V11Error} 34 without a webhook @throws {Refusal} `environment-unknown` */
export async function webhookOfEnvironment(
  services: Pick<Services, 'store'>,
  app: { readonly id: bigint },
  label: string | undefined,
): Promise<Webhook> {
  const [webhook] = await webhooksIn(services.store, await requireEnvironmentOf(services, app, label))
  if (webhook === undefined) throw new V11Error('pageDoesNotExist')
  return webhook
}
