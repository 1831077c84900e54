/** Webhooks and subscriptions, for the API document; `formats/v1.1/webhook.ts` declares their fields. */
import { Type } from 'typebox'
import { idText } from '../../../formats/v1.1/scalars.ts'
import { SUBSCRIPTION_FIELDS, WEBHOOK_FIELDS } from '../../../formats/v1.1/webhook.ts'

export const WEBHOOK = Type.Object(WEBHOOK_FIELDS.schema(), { title: 'Webhook' })

export const WEBHOOKS = Type.Array(WEBHOOK)

export const ENVIRONMENTS = Type.Object(
  {
    environments: Type.Array(
      Type.Object({ environment_name: Type.String(), webhooks: WEBHOOKS }, { title: 'Environment' }),
    ),
  },
  { title: 'Environments' },
)

const SUBSCRIPTIONS = Type.Array(Type.Object(SUBSCRIPTION_FIELDS.schema()))

export const ENVIRONMENT_SUBSCRIPTIONS = Type.Object(
  {
    environment: Type.String(),
    application_id: idText('The app.'),
    subscriptions: SUBSCRIPTIONS,
  },
  { title: 'EnvironmentSubscriptions' },
)

export const WEBHOOK_SUBSCRIPTIONS = Type.Object(
  {
    webhook_id: idText('The webhook.'),
    webhook_url: Type.String(),
    application_id: idText('The app.'),
    subscriptions: SUBSCRIPTIONS,
  },
  { title: 'WebhookSubscriptions' },
)

/** The schema of a count, which is sent as text. */
function countText(description: string) {
  return Type.String({ pattern: '^[0-9]+$', description })
}

export const ENVIRONMENT_COUNT = Type.Object(
  {
    account_name: Type.String({ description: 'Screen name of the owner of the app.' }),
    subscriptions_count: countText('Subscriptions of all environments.'),
    provisioned_count: countText('The maximum number of subscriptions.'),
  },
  { title: 'EnvironmentCount' },
)

export const WEBHOOK_COUNT = Type.Object(
  {
    account_name: Type.String({ description: 'Screen name of the owner of the app.' }),
    subscriptions_count_all: countText('Subscriptions to all activities.'),
    subscriptions_count_direct_messages: countText('Always 0: subscriptions to messages alone do not exist.'),
    provisioned_count: countText('The maximum number of subscriptions.'),
  },
  { title: 'WebhookCount' },
)

export const REPLAY_JOB = Type.Object(
  { job_id: idText('The job.'), created_at: Type.String({ examples: ['2020-06-02T23:54:02Z'] }) },
  { title: 'ReplayJob' },
)
