/** GET account_activity/all/subscriptions/count: the number of subscriptions of the environments of an app. */
import { ENTERPRISE } from '../../../../../domain/webhooks/webhook.ts'
import { v11Endpoint } from '../../../_family.ts'
import { ENVIRONMENT_COUNT } from '../../../_schemas/webhook.ts'
import { maxSubscriptions } from '../../_access.ts'
import { countOf } from '../../_count.ts'

export const environmentSubscriptionsCount = v11Endpoint({
  paths: ['/1.1/account_activity/all/subscriptions/count.json'],
  summary: 'Number of subscriptions in all environments of the app, and the maximum of this number.',
  auth: ['app'],
  window: { app: 15 },
  params: {},
  answers: [{ schema: ENVIRONMENT_COUNT }],
  async handle({ caller, services }) {
    const { accountName, webhooks, subscriptions } = await countOf(
      services,
      caller.app,
      ({ environment }) => environment !== ENTERPRISE,
    )
    const maxCount = maxSubscriptions({ environment: 'any' }, services) * Math.max(1, webhooks.length)
    const body = {
      account_name: accountName,
      subscriptions_count: String(subscriptions),
      provisioned_count: String(maxCount),
    }
    return { status: 200, body: JSON.stringify(body) }
  },
})
