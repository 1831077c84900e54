/** GET account_activity/subscriptions/count: the number of subscriptions of the enterprise webhooks of an app. */
import { ENTERPRISE } from '../../../../domain/webhooks/webhook.ts'
import { v11Endpoint } from '../../_family.ts'
import { WEBHOOK_COUNT } from '../../_schemas/webhook.ts'
import { maxSubscriptions } from '../_access.ts'
import { countOf } from '../_count.ts'

export const webhookSubscriptionsCount = v11Endpoint({
  paths: ['/1.1/account_activity/subscriptions/count.json'],
  summary: 'Number of subscriptions of the webhooks outside of environments, and its maximum.',
  auth: ['app'],
  window: { app: 15 },
  params: {},
  answers: [{ schema: WEBHOOK_COUNT }],
  async handle({ caller, services }) {
    const { accountName, webhooks, subscriptions } = await countOf(
      services,
      caller.app,
      ({ environment }) => environment === ENTERPRISE,
    )
    const maxCount = maxSubscriptions({ environment: ENTERPRISE }, services) * Math.max(1, webhooks.length)
    const body = {
      account_name: accountName,
      subscriptions_count_all: String(subscriptions),
      subscriptions_count_direct_messages: '0',
      provisioned_count: String(maxCount),
    }
    return { status: 200, body: JSON.stringify(body) }
  },
})
