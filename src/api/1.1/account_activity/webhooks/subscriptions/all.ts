/** Subscriptions of a webhook (spec/webhooks.md#calls). */
import { isSubscribed, subscribe, unsubscribe } from '../../../../../domain/webhooks/subscriptions.ts'
import { optionalText } from '../../../../../http/params.ts'
import { V11Error } from '../../../_errors.ts'
import { v11Endpoint } from '../../../_family.ts'
import { idIn } from '../../../_id.ts'
import { maxSubscriptions, ownWebhook, requireMessages, webhookParam } from '../../_access.ts'
import { NO_CONTENT } from '../../_manage.ts'

const PATH = '/1.1/account_activity/webhooks/:webhook_id/subscriptions/all.json'
const COMMON = ['pageDoesNotExist', 'subscriptionsNotPermitted'] as const

export const webhookSubscribe = v11Endpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Subscribes a webhook to the account of the user whose token signs the request.',
  auth: ['user'],
  writes: true,
  window: { user: 500 },
  params: webhookParam,
  errors: [...COMMON, 'subscribedAlready', 'webhookTooMany'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireMessages(caller)
    const webhook = await ownWebhook(services, caller.app, params.webhook_id, 'subscriptionsNotPermitted')
    const maxCount = maxSubscriptions(webhook, services)
    await subscribe(services, { webhookId: webhook.id, userId: caller.user.id, most: maxCount })
    return NO_CONTENT
  },
})

export const webhookSubscription = v11Endpoint({
  paths: [PATH],
  summary: 'Checks that a webhook is subscribed to the account of the user whose token signs the request.',
  auth: ['user'],
  window: { user: 500 },
  params: webhookParam,
  errors: COMMON,
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireMessages(caller)
    const { id } = await ownWebhook(services, caller.app, params.webhook_id, 'subscriptionsNotPermitted')
    if (await isSubscribed(services.store, { webhookId: id, userId: caller.user.id })) return NO_CONTENT
    throw new V11Error('pageDoesNotExist')
  },
})

export const webhookUnsubscribeUser = v11Endpoint({
  method: 'DELETE',
  paths: ['/1.1/account_activity/webhooks/:webhook_id/subscriptions/:user_id/all.json'],
  summary: 'Ends the subscription to the account of a user, with the bearer token of the app.',
  auth: ['app'],
  window: { app: 500 },
  params: { ...webhookParam, user_id: optionalText('Id of the user.') },
  errors: COMMON,
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    const { id } = await ownWebhook(services, caller.app, params.webhook_id, 'subscriptionsNotPermitted')
    const userId = idIn(params.user_id ?? '')
    if (userId === undefined) throw new V11Error('pageDoesNotExist')
    await unsubscribe(services, { webhookId: id, userId })
    return NO_CONTENT
  },
})
