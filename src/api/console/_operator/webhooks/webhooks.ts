/** Webhooks of all apps, as the desk shows them (spec/console.md#webhooks-at-the-desk). */
import { Type } from 'typebox'
import { showApp } from '../../../../domain/apps/list-apps.ts'
import { requireWebhook, type Webhook } from '../../../../domain/webhooks/webhook.ts'
import { optionalText } from '../../../../http/params.ts'
import type { Services } from '../../../_services.ts'
import { idIn } from '../../../1.1/_id.ts'
import { ConsoleProblem } from '../../_problems.ts'
import { DESK_APP, deskApp } from '../apps.ts'

export const WEBHOOK_ID = { webhook_id: optionalText('The id of a webhook.') }

export const DELIVERY_ID = { ...WEBHOOK_ID, delivery_id: optionalText('Id of the delivery.') }

/** The webhook with an id. @throws {ConsoleProblem} @throws {Refusal} both with `webhook-not-found` */
export function deskWebhook({ store }: Pick<Services, 'store'>, text = ''): Promise<Webhook> {
  const id = idIn(text)
  if (id === undefined) throw new ConsoleProblem('webhook-not-found')
  return requireWebhook(store, id)
}

export const WEBHOOK_PAGE = Type.Object({
  id: Type.String(),
  url: Type.String(),
  environment: Type.String({ description: 'Empty for a webhook without an environment.' }),
  is_valid: Type.Boolean({
    description: 'False until the receiver passes a challenge. Deliveries wait until then.',
  }),
  created_at: Type.Integer({ description: 'Unix milliseconds.' }),
  app: DESK_APP,
})

/** Renders an object of the schema {@link WEBHOOK_PAGE}. @throws {Refusal} `app-not-found` */
export async function webhookPage({ store }: Pick<Services, 'store'>, webhook: Webhook) {
  const { id, url, environment, isValid, createdAt, appId } = webhook
  const app = deskApp(await showApp(store, appId))
  return { id, url, environment, is_valid: isValid, created_at: createdAt, app }
}
