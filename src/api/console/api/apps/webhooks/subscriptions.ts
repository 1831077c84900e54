/** /console/api/apps/:app_id/webhooks/:webhook_id/subscriptions (spec/webhooks.md#calls). */
import { Type } from 'typebox'
import { findUser } from '../../../../../domain/accounts/user.ts'
import { hasLiveToken } from '../../../../../domain/apps/tokens.ts'
import { subscribe, subscribersOf, unsubscribe } from '../../../../../domain/webhooks/subscriptions.ts'
import { optionalText } from '../../../../../http/params.ts'
import type { Services } from '../../../../_services.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { maxSubscriptions } from '../../../../1.1/account_activity/_access.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../../_family.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import { ownWebhook, WEBHOOK_MISSING, WEBHOOK_PARAMS } from '../../../_webhooks/own-webhook.ts'

const PATH = '/console/api/apps/:app_id/webhooks/:webhook_id/subscriptions'

export const listSubscriptions = consoleEndpoint({
  paths: [PATH],
  summary: 'The subscriptions of a webhook to the events of users, oldest first.',
  params: WEBHOOK_PARAMS,
  answers: [
    {
      schema: Type.Object({
        max: Type.Integer(),
        subscriptions: Type.Array(
          Type.Object({
            user_id: Type.String(),
            screen_name: Type.Union([Type.String(), Type.Null()], {
              description: 'Null for a user who does not exist any more.',
            }),
          }),
        ),
      }),
    },
  ],
  errors: WEBHOOK_MISSING,
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    const ids = await subscribersOf(services.store, webhook.id)
    return jsonAnswer({
      max: maxSubscriptions(webhook, services),
      subscriptions: await Promise.all(ids.map((id) => subscriberBody(services, id))),
    })
  },
})

async function subscriberBody({ store }: Pick<Services, 'store'>, id: bigint) {
  const user = await findUser(store, { id })
  return { user_id: id, screen_name: user?.screenName ?? null }
}

export const addSubscription = consoleEndpoint({
  method: 'POST',
  paths: [PATH],
  summary:
    'Subscribes a webhook to the owner of its app, who must have a token of the app for direct messages.',
  params: WEBHOOK_PARAMS,
  answers: [{ ...DONE }],
  errors: [...WEBHOOK_MISSING, 'message-token-missing', 'subscribed-already', 'too-many-subscriptions'],
  async handle({ services, caller, params }) {
    const { app, webhook } = await ownWebhook(services, caller, params)
    const { id: appId, ownerId: userId } = app
    const permissions = 'read-write-directmessages'
    if (!(await hasLiveToken(services.store, { appId, userId, permissions })))
      throw new ConsoleProblem('message-token-missing')
    await subscribe(services, { webhookId: webhook.id, userId, max: maxSubscriptions(webhook, services) })
    return doneAnswer()
  },
})

export const deleteSubscription = consoleEndpoint({
  method: 'DELETE',
  paths: [`${PATH}/:user_id`],
  summary: 'Ends the subscription of a webhook to a user.',
  params: { ...WEBHOOK_PARAMS, user_id: optionalText('Id of the user.') },
  answers: [DONE],
  errors: [...WEBHOOK_MISSING, 'subscription-not-found'],
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    const userId = idIn(params.user_id ?? '')
    if (userId === undefined) throw new ConsoleProblem('subscription-not-found')
    await unsubscribe(services, { webhookId: webhook.id, userId })
    return doneAnswer()
  },
})
