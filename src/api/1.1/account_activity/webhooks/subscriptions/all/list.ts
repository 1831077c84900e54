/** GET account_activity/webhooks/:webhook_id/subscriptions/all/list: subscribed users of a webhook. */
import { subscribersOf } from '../../../../../../domain/webhooks/subscriptions.ts'
import { subscriptionObjects } from '../../../../../../formats/v1.1/webhook.ts'
import { v11Endpoint } from '../../../../_family.ts'
import { WEBHOOK_SUBSCRIPTIONS } from '../../../../_schemas/webhook.ts'
import { ownWebhook, webhookParam } from '../../../_access.ts'

export const webhookSubscriptions = v11Endpoint({
  paths: ['/1.1/account_activity/webhooks/:webhook_id/subscriptions/all/list.json'],
  summary: 'Users to whose accounts a webhook is subscribed.',
  auth: ['app'],
  window: { app: 50 },
  params: webhookParam,
  errors: ['pageDoesNotExist', 'webhooksUnverified'],
  answers: [{ schema: WEBHOOK_SUBSCRIPTIONS }],
  async handle({ params, caller, services }) {
    const webhook = await ownWebhook(services, caller.app, params.webhook_id, 'webhooksUnverified')
    const body = {
      webhook_id: String(webhook.id),
      webhook_url: webhook.url,
      application_id: String(webhook.appId),
      subscriptions: subscriptionObjects(await subscribersOf(services.store, webhook.id)),
    }
    return { status: 200, body: JSON.stringify(body) }
  },
})
