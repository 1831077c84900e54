/** /console/api/apps/:app_id/webhooks: webhooks of an app (spec/webhooks.md#calls). */
import { Type } from 'typebox'
import { consumerSecretOf } from '../../../../domain/apps/app.ts'
import { requireEnvironment } from '../../../../domain/webhooks/environments.ts'
import { registerWebhook, requireRoom } from '../../../../domain/webhooks/register-webhook.ts'
import { removeWebhook } from '../../../../domain/webhooks/remove-webhook.ts'
import { ENTERPRISE, webhooksOfApp } from '../../../../domain/webhooks/webhook.ts'
import { webhookLimits } from '../../../1.1/account_activity/_access.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { ConsoleProblem } from '../../_problems.ts'
import {
  APP_PARAM,
  CHALLENGE,
  challengeBody,
  ownWebhook,
  WEBHOOK,
  WEBHOOK_MISSING,
  WEBHOOK_PARAMS,
  webhookBody,
} from '../../_webhooks/own-webhook.ts'

const BODY = consoleBody(
  Type.Object({
    url: Type.String({ maxLength: 2_000 }),
    environment: Type.String({ maxLength: 64, description: 'A label; empty for the enterprise form.' }),
  }),
)

const URL_INVALID =
  'Use an address that begins with https:// and has no port. The operator can allow other hosts by the setting webhook_allow.'

export const listWebhooks = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/webhooks'],
  summary: 'The webhooks of an app in all environments, the oldest first.',
  params: APP_PARAM,
  answers: [{ schema: Type.Object({ webhooks: Type.Array(WEBHOOK) }) }],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    return jsonAnswer({ webhooks: (await webhooksOfApp(services.store, id)).map(webhookBody) })
  },
})

export const addWebhook = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/webhooks'],
  summary: 'Challenges a receiver, and registers the webhook if it passes the challenge.',
  params: APP_PARAM,
  body: BODY.spec,
  answers: [
    { status: 201, schema: Type.Object({ webhook: WEBHOOK, challenge: CHALLENGE }) },
    {
      description: 'The receiver did not pass the challenge; nothing was registered.',
      schema: Type.Object({ webhook: Type.Null(), challenge: CHALLENGE }),
    },
  ],
  errors: [
    'app-not-found',
    'field-invalid',
    'webhook-url-invalid',
    'environment-unknown',
    'too-many-webhooks',
  ],
  async handle({ services, caller, params, json, outer }) {
    const app = await ownApp(services, caller, params.app_id ?? '')
    const { url, environment } = BODY.read(json)
    const { webhooks, store, vault } = services
    if (!webhooks.isWebhookUrl(url))
      throw new ConsoleProblem('webhook-url-invalid', { field: 'url', message: URL_INVALID })
    if (environment !== ENTERPRISE) await requireEnvironment(store, { appId: app.id, environment })
    const wanted = { appId: app.id, environment, url, limits: webhookLimits(services) }
    await requireRoom(store, wanted)
    const report = await webhooks.requests.challenge({ url, secret: consumerSecretOf(vault, app) })
    const challenge = challengeBody(report)
    if (report.result !== 'met') return jsonAnswer({ webhook: null, challenge })
    const webhook = await registerWebhook(services, {
      ...wanted,
      origin: `${outer.scheme}://${outer.host}`,
      challengeDueAt: webhooks.nextChallenge(),
    })
    return jsonAnswer({ webhook: webhookBody(webhook), challenge }, { status: 201 })
  },
})

export const deleteWebhook = consoleEndpoint({
  method: 'DELETE',
  paths: ['/console/api/apps/:app_id/webhooks/:webhook_id'],
  summary: 'Removes a webhook with its subscriptions.',
  params: WEBHOOK_PARAMS,
  answers: [DONE],
  errors: WEBHOOK_MISSING,
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    await removeWebhook(services, webhook.id)
    return doneAnswer()
  },
})
