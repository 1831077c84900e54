/** Webhooks of the enterprise form, outside of environments (spec/webhooks.md#calls). */
import { ENTERPRISE, type Webhook, webhooksIn } from '../../../domain/webhooks/webhook.ts'
import { webhookObject } from '../../../formats/v1.1/webhook.ts'
import type { Services } from '../../_services.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { WEBHOOK, WEBHOOKS } from '../_schemas/webhook.ts'
import { ownWebhook, requireOwner, requireOwnerOrApp, urlParam, webhookParam } from './_access.ts'
import { CHALLENGE_ERROR_NAMES, challengeNow, register, remove } from './_manage.ts'

export const webhookRegister = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account_activity/webhooks.json'],
  summary: 'Registers a webhook after its receiver has passed a challenge.',
  auth: ['user'],
  writes: true,
  window: { user: 15 },
  params: urlParam,
  errors: ['urlMissing', 'noAccountActivity', 'webhookTooMany', ...CHALLENGE_ERROR_NAMES],
  answers: [{ schema: WEBHOOK }],
  async handle({ params, caller, services, outer }) {
    requireOwner(caller)
    return register(services, caller, ENTERPRISE, params.url, outer)
  },
})

export const webhookList = v11Endpoint({
  paths: ['/1.1/account_activity/webhooks.json'],
  summary: 'The webhooks of an app outside of environments.',
  params: {},
  errors: ['noAccountActivity'],
  answers: [{ schema: WEBHOOKS }],
  async handle({ caller, services }) {
    requireOwnerOrApp(caller)
    const scope = { appId: caller.app.id, environment: ENTERPRISE }
    const webhooks = await webhooksIn(services.store, scope)
    return { status: 200, body: JSON.stringify(webhooks.map(webhookObject)) }
  },
})

export const webhookChallenge = v11Endpoint({
  method: 'PUT',
  paths: ['/1.1/account_activity/webhooks/:webhook_id.json'],
  summary: 'Challenges the receiver of a webhook; a receiver that passes the challenge is valid again.',
  auth: ['user'],
  writes: true,
  window: { user: 15 },
  params: webhookParam,
  errors: ['pageDoesNotExist', 'noAccountActivity', ...CHALLENGE_ERROR_NAMES],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireOwner(caller)
    return challengeNow(services, caller, await enterpriseWebhook(services, caller.app, params.webhook_id))
  },
})

export const webhookRemove = v11Endpoint({
  method: 'DELETE',
  paths: ['/1.1/account_activity/webhooks/:webhook_id.json'],
  summary: 'Removes a webhook with its subscriptions.',
  auth: ['user'],
  writes: true,
  window: { user: 15 },
  params: webhookParam,
  errors: ['pageDoesNotExist', 'noAccountActivity'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireOwner(caller)
    return remove(services, await enterpriseWebhook(services, caller.app, params.webhook_id))
  },
})

async function enterpriseWebhook(
  services: Services,
  app: { readonly id: bigint },
  id: string | undefined,
): Promise<Webhook> {
  const webhook = await ownWebhook(services, app, id, 'noAccountActivity')
  if (webhook.environment !== ENTERPRISE) throw new V11Error('pageDoesNotExist')
  return webhook
}
