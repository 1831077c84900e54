/** The webhooks of a caller's apps. */
import { Type } from 'typebox'
import type { ConsoleCaller } from '../../../auth/caller.ts'
import type { App } from '../../../domain/apps/app.ts'
import { findWebhook, type Webhook } from '../../../domain/webhooks/webhook.ts'
import { optionalText } from '../../../http/params.ts'
import type { ChallengeReport } from '../../../webhooks/transport/challenge.ts'
import type { Services } from '../../_services.ts'
import { idIn } from '../../1.1/_id.ts'
import { ownApp } from '../_own-app.ts'
import { ConsoleProblem } from '../_problems.ts'

export const APP_PARAM = { app_id: optionalText('Id of the app.') }
export const WEBHOOK_PARAMS = { ...APP_PARAM, webhook_id: optionalText('Id of the webhook.') }

/** Problems of {@link ownWebhook}. */
export const WEBHOOK_MISSING = ['app-not-found', 'webhook-not-found'] as const

interface WebhookPath {
  readonly app_id: string | undefined
  readonly webhook_id: string | undefined
}

/**
 * The webhook with the ids of a path, if its app belongs to the caller.
 * @throws {ConsoleProblem} `app-not-found`, `webhook-not-found`
 */
export async function ownWebhook(
  services: Services,
  caller: ConsoleCaller,
  { app_id = '', webhook_id = '' }: WebhookPath,
): Promise<{ readonly app: App; readonly webhook: Webhook }> {
  const app = await ownApp(services, caller, app_id)
  const id = idIn(webhook_id)
  const webhook = id === undefined ? undefined : await findWebhook(services.store, id)
  if (webhook === undefined || webhook.appId !== app.id) throw new ConsoleProblem('webhook-not-found')
  return { app, webhook }
}

export const WEBHOOK = Type.Object(
  {
    id: Type.String(),
    environment: Type.String({ description: 'A label; empty for a webhook of the enterprise form.' }),
    url: Type.String(),
    valid: Type.Boolean({
      description: 'False until the receiver passes a challenge; an invalid webhook receives no events.',
    }),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
  },
  { title: 'ConsoleWebhook' },
)

export function webhookBody({ id, environment, url, isValid, createdAt }: Webhook) {
  return { id, environment, url, valid: isValid, created_at: createdAt }
}

export const REQUEST = Type.Object({
  method: Type.String(),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Union([Type.String(), Type.Null()]),
})

export const RESPONSE = Type.Object({
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
  body: Type.String({ description: 'The beginning of the response, or an error message.' }),
})

export const CHALLENGE = Type.Object(
  {
    result: Type.Enum(['met', 'wrong-token', 'too-slow', 'bad-status', 'unreachable']),
    request: REQUEST,
    response: RESPONSE,
    expected: Type.String({ description: 'The `response_token` that proves the consumer secret.' }),
    took_ms: Type.Integer(),
  },
  { title: 'ConsoleChallenge' },
)

export function challengeBody({ result, url, headers, expected, status, response, tookMs }: ChallengeReport) {
  return {
    result,
    request: { method: 'GET', url, headers, body: null },
    response: { status, body: response },
    expected,
    took_ms: tookMs,
  }
}
