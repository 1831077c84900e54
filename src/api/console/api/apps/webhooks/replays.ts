/** /console/api/apps/:app_id/webhooks/:webhook_id/replays (spec/webhooks.md#calls). */
import { Type } from 'typebox'
import { countPending } from '../../../../../domain/webhooks/queue.ts'
import { latestReplays, startReplay } from '../../../../../domain/webhooks/replays.ts'
import { MAX_REPLAY_AGE_MS } from '../../../../1.1/account_activity/_access.ts'
import { consoleBody } from '../../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import { ownWebhook, WEBHOOK_MISSING, WEBHOOK_PARAMS } from '../../../_webhooks/own-webhook.ts'

const PATH = '/console/api/apps/:app_id/webhooks/:webhook_id/replays'

const PERIOD = consoleBody(
  Type.Object({
    from_at: Type.Integer({ description: 'Unix milliseconds; at most five days ago.' }),
    to_at: Type.Integer({ description: 'Unix milliseconds; in the past.' }),
  }),
)

export const listReplays = consoleEndpoint({
  paths: [PATH],
  summary: 'The last 20 replays of a webhook, the latest first.',
  params: WEBHOOK_PARAMS,
  answers: [
    {
      schema: Type.Object({
        replays: Type.Array(
          Type.Object({
            id: Type.String(),
            from_at: Type.Integer(),
            to_at: Type.Integer(),
            created_at: Type.Integer(),
            ended_at: Type.Union([Type.Integer(), Type.Null()]),
            state: Type.Enum(['running', 'complete', 'incomplete']),
            waiting: Type.Integer({ description: 'Deliveries that are still queued.' }),
          }),
        ),
      }),
    },
  ],
  errors: WEBHOOK_MISSING,
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    const replays = await latestReplays(services.store, webhook.id)
    return jsonAnswer({
      replays: await Promise.all(
        replays.map(async ({ id, webhookId, fromAt, toAt, createdAt, endedAt, state }) => ({
          ...{ id, from_at: fromAt, to_at: toAt, created_at: createdAt, ended_at: endedAt ?? null, state },
          waiting: await countPending(services.store, { webhookId, jobId: id }),
        })),
      ),
    })
  },
})

export const addReplay = consoleEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Delivers the events of a period to a webhook again.',
  params: WEBHOOK_PARAMS,
  body: PERIOD.spec,
  answers: [{ status: 201, schema: Type.Object({ id: Type.String(), created_at: Type.Integer() }) }],
  errors: [...WEBHOOK_MISSING, 'field-invalid', 'replay-in-progress', 'webhook-invalid'],
  async handle({ services, caller, params, json }) {
    const { webhook } = await ownWebhook(services, caller, params)
    const { from_at: fromAt, to_at: toAt } = PERIOD.read(json)
    const now = services.clock.now()
    if (fromAt < now - MAX_REPLAY_AGE_MS)
      throw new ConsoleProblem('field-invalid', { field: 'from_at', message: 'Begin at most five days ago.' })
    if (toAt > now || toAt <= fromAt)
      throw new ConsoleProblem('field-invalid', {
        field: 'to_at',
        message: 'Choose an end after the beginning, in the past.',
      })
    if (!webhook.isValid) throw new ConsoleProblem('webhook-invalid')
    const { id, createdAt } = await startReplay(services, { webhookId: webhook.id, fromAt, toAt })
    services.webhooks.wake()
    return jsonAnswer({ id, created_at: createdAt }, { status: 201 })
  },
})
