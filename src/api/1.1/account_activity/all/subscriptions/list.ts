/** GET account_activity/all/:env_name/subscriptions/list: subscribed users of the webhook of an environment. */
import { subscribersOf } from '../../../../../domain/webhooks/subscriptions.ts'
import { webhooksIn } from '../../../../../domain/webhooks/webhook.ts'
import { subscriptionObjects } from '../../../../../formats/v1.1/webhook.ts'
import { v11Endpoint } from '../../../_family.ts'
import { ENVIRONMENT_SUBSCRIPTIONS } from '../../../_schemas/webhook.ts'
import { environmentParam, requireEnvironmentOf } from '../../_access.ts'

export const environmentSubscriptions = v11Endpoint({
  paths: ['/1.1/account_activity/all/:env_name/subscriptions/list.json'],
  summary: 'Users to whose accounts the webhook of an environment is subscribed.',
  auth: ['app'],
  window: { app: 50 },
  params: environmentParam,
  errors: ['noAccountActivity'],
  answers: [{ schema: ENVIRONMENT_SUBSCRIPTIONS }],
  async handle({ params, caller, services }) {
    const owned = await requireEnvironmentOf(services, caller.app, params.env_name)
    const [webhook] = await webhooksIn(services.store, owned)
    const users = webhook === undefined ? [] : await subscribersOf(services.store, webhook.id)
    const body = {
      environment: owned.environment,
      application_id: String(caller.app.id),
      subscriptions: subscriptionObjects(users),
    }
    return { status: 200, body: JSON.stringify(body) }
  },
})
