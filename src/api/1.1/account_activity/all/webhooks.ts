/** Webhooks of environments (spec/webhooks.md#calls). */
import { environmentsOf } from '../../../../domain/webhooks/environments.ts'
import { type Webhook, webhooksIn, webhooksOfApp } from '../../../../domain/webhooks/webhook.ts'
import { webhookObject } from '../../../../formats/v1.1/webhook.ts'
import type { Services } from '../../../_services.ts'
import { V11Error } from '../../_errors.ts'
import { v11Endpoint } from '../../_family.ts'
import { ENVIRONMENTS, WEBHOOK, WEBHOOKS } from '../../_schemas/webhook.ts'
import {
  environmentParam,
  ownWebhook,
  requireEnvironmentOf,
  requireOwner,
  requireOwnerOrApp,
  urlParam,
  webhookParam,
} from '../_access.ts'
import { CHALLENGE_ERROR_NAMES, challengeNow, register, remove } from '../_manage.ts'

export const environmentWebhookRegister = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account_activity/all/:env_name/webhooks.json'],
  summary: 'Registers a webhook in an environment after its receiver has passed a challenge.',
  auth: ['user'],
  writes: true,
  window: { user: 15 },
  params: { ...environmentParam, ...urlParam },
  errors: ['urlMissing', 'noAccountActivity', 'webhookTooMany', ...CHALLENGE_ERROR_NAMES],
  answers: [{ schema: WEBHOOK }],
  async handle({ params, caller, services, outer }) {
    requireOwner(caller)
    const { environment } = await requireEnvironmentOf(services, caller.app, params.env_name)
    return register(services, caller, environment, params.url, outer)
  },
})

export const environmentWebhooks = v11Endpoint({
  paths: ['/1.1/account_activity/all/:env_name/webhooks.json'],
  summary: 'The webhooks of an environment.',
  params: environmentParam,
  errors: ['noAccountActivity'],
  answers: [{ schema: WEBHOOKS }],
  async handle({ params, caller, services }) {
    requireOwnerOrApp(caller)
    const webhooks = await webhooksIn(
      services.store,
      await requireEnvironmentOf(services, caller.app, params.env_name),
    )
    return { status: 200, body: JSON.stringify(webhooks.map(webhookObject)) }
  },
})

export const environments = v11Endpoint({
  paths: ['/1.1/account_activity/all/webhooks.json'],
  summary: 'The environments of an app with their webhooks.',
  params: {},
  errors: ['noAccountActivity'],
  answers: [{ schema: ENVIRONMENTS }],
  async handle({ caller, services: { store } }) {
    requireOwnerOrApp(caller)
    const [labels, webhooks] = await Promise.all([
      environmentsOf(store, caller.app.id),
      webhooksOfApp(store, caller.app.id),
    ])
    const environments = labels.map((label) => ({
      environment_name: label,
      webhooks: webhooks.filter(({ environment }) => environment === label).map(webhookObject),
    }))
    return { status: 200, body: JSON.stringify({ environments }) }
  },
})

export const environmentWebhookChallenge = v11Endpoint({
  method: 'PUT',
  paths: ['/1.1/account_activity/all/:env_name/webhooks/:webhook_id.json'],
  summary: 'Challenges the receiver of a webhook; a receiver that passes the challenge is valid again.',
  auth: ['user'],
  writes: true,
  window: { user: 15 },
  params: { ...environmentParam, ...webhookParam },
  errors: ['pageDoesNotExist', 'noAccountActivity', ...CHALLENGE_ERROR_NAMES],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireOwner(caller)
    return challengeNow(services, caller, await webhookIn(services, caller.app, params))
  },
})

export const environmentWebhookRemove = v11Endpoint({
  method: 'DELETE',
  paths: ['/1.1/account_activity/all/:env_name/webhooks/:webhook_id.json'],
  summary: 'Removes a webhook with its subscriptions.',
  auth: ['user'],
  writes: true,
  window: { user: 15 },
  params: { ...environmentParam, ...webhookParam },
  errors: ['pageDoesNotExist', 'noAccountActivity'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireOwner(caller)
    return remove(services, await webhookIn(services, caller.app, params))
  },
})

/** The named webhook. @throws {V11Error} 34 when the webhook is not in the named environment */
async function webhookIn(
  services: Services,
  app: { readonly id: bigint },
  params: { readonly env_name: string | undefined; readonly webhook_id: string | undefined },
): Promise<Webhook> {
  const { environment } = await requireEnvironmentOf(services, app, params.env_name)
  const webhook = await ownWebhook(services, app, params.webhook_id, 'noAccountActivity')
  if (webhook.environment !== environment) throw new V11Error('pageDoesNotExist')
  return webhook
}
