/** Subscriptions of the webhook of an environment (spec/webhooks.md#calls). */
import { isSubscribed, subscribe, unsubscribe } from '../../../../domain/webhooks/subscriptions.ts'
import { optionalText } from '../../../../http/params.ts'
import { V11Error } from '../../_errors.ts'
import { v11Endpoint } from '../../_family.ts'
import { idIn } from '../../_id.ts'
import { environmentParam, maxSubscriptions, requireMessages, webhookOfEnvironment } from '../_access.ts'
import { NO_CONTENT } from '../_manage.ts'

const PATH = '/1.1/account_activity/all/:env_name/subscriptions.json'
const COMMON = ['pageDoesNotExist', 'noAccountActivity', 'subscriptionsNotPermitted'] as const

export const environmentSubscribe = v11Endpoint({
  method: 'POST',
  paths: [PATH],
  summary:
    'Subscribes the webhook of an environment to the account of the user whose token signs the request.',
  auth: ['user'],
  writes: true,
  window: { user: 500 },
  params: environmentParam,
  errors: [...COMMON, 'subscribedAlready', 'webhookTooMany'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireMessages(caller)
    const webhook = await webhookOfEnvironment(services, caller.app, params.env_name)
    const maxCount = maxSubscriptions(webhook, services)
    await subscribe(services, { webhookId: webhook.id, userId: caller.user.id, most: maxCount })
    return NO_CONTENT
  },
})

export const environmentSubscription = v11Endpoint({
  paths: [PATH],
  summary:
    'Checks that the webhook of an environment is subscribed to the account of the user whose token signs the request.',
  auth: ['user'],
  window: { user: 500 },
  params: environmentParam,
  errors: COMMON,
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireMessages(caller)
    const { id } = await webhookOfEnvironment(services, caller.app, params.env_name)
    if (await isSubscribed(services.store, { webhookId: id, userId: caller.user.id })) return NO_CONTENT
    throw new V11Error('pageDoesNotExist')
  },
})

export const environmentUnsubscribe = v11Endpoint({
  method: 'DELETE',
  paths: [PATH],
  summary: 'Ends the subscription to the events of the user whose token signs the request.',
  auth: ['user'],
  writes: true,
  window: { user: 500 },
  params: environmentParam,
  errors: COMMON,
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    requireMessages(caller)
    const { id } = await webhookOfEnvironment(services, caller.app, params.env_name)
    await unsubscribe(services, { webhookId: id, userId: caller.user.id })
    return NO_CONTENT
  },
})

export const environmentUnsubscribeUser = v11Endpoint({
  method: 'DELETE',
  paths: ['/1.1/account_activity/all/:env_name/subscriptions/:user_id.json'],
  summary: 'Ends the subscription to the account of a user, with the bearer token of the app.',
  auth: ['app'],
  window: { app: 500 },
  params: { ...environmentParam, user_id: optionalText('Id of the user.') },
  errors: ['pageDoesNotExist', 'noAccountActivity'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    const { id } = await webhookOfEnvironment(services, caller.app, params.env_name)
    const userId = idIn(params.user_id ?? '')
    if (userId === undefined) throw new V11Error('pageDoesNotExist')
    await unsubscribe(services, { webhookId: id, userId })
    return NO_CONTENT
  },
})
