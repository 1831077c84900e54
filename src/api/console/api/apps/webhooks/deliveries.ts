/** /console/api/apps/:app_id/webhooks/:webhook_id/deliveries: deliveries with their requests and responses. */
import { Type } from 'typebox'
import {
  attemptsOf,
  deliveriesOf,
  findDelivery,
  type LoggedAttempt,
  type LoggedDelivery,
} from '../../../../../domain/webhooks/deliveries.ts'
import { findWaiting, waitingFor } from '../../../../../domain/webhooks/waiting.ts'
import { BadParameter, optionalText, type Param } from '../../../../../http/params.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import {
  DELIVERY_FIELDS,
  DELIVERY_PARAMS,
  deliveryBody,
  deliveryIn,
  loggedAfter,
  loggedCursor,
  OUTCOME_NAMES,
  OUTCOMES,
} from '../../../_webhooks/deliveries.ts'
import { ownWebhook, REQUEST, WEBHOOK_MISSING, WEBHOOK_PARAMS } from '../../../_webhooks/own-webhook.ts'

const PATH = '/console/api/apps/:app_id/webhooks/:webhook_id/deliveries'
const PAGE_SIZE = 50

type OutcomeName = (typeof OUTCOME_NAMES)[number]

const OUTCOME: Param<OutcomeName | undefined> = {
  schema: Type.Optional(Type.Enum([...OUTCOME_NAMES], { description: 'Default: all that are over.' })),
  parse(text, name) {
    const outcome = OUTCOME_NAMES.find((each) => each === text)
    if (text !== undefined && outcome === undefined) throw new BadParameter(name, text)
    return outcome
  },
}

export const listDeliveries = consoleEndpoint({
  paths: [PATH],
  summary: `Deliveries of a webhook, ${PAGE_SIZE} a page: the latest first, or those that wait, by user.`,
  params: { ...WEBHOOK_PARAMS, outcome: OUTCOME, cursor: optionalText('Next page, from the page before.') },
  answers: [
    {
      schema: Type.Object({
        deliveries: Type.Array(Type.Object(DELIVERY_FIELDS)),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  ],
  errors: [...WEBHOOK_MISSING, 'field-invalid'],
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    const { outcome, cursor } = params
    const { store } = services
    const page = { webhookId: webhook.id, max: PAGE_SIZE }
    if (outcome === 'waiting') {
      const after = cursor === undefined ? {} : { after: deliveryIn(webhook.id, cursor) }
      const waiting = await waitingFor(store, { ...page, ...after })
      const deliveries = await Promise.all(waiting.map((each) => deliveryBody(services, each)))
      return jsonAnswer({
        deliveries,
        next_cursor: waiting.length < PAGE_SIZE ? null : (deliveries.at(-1)?.id ?? null),
      })
    }
    const wanted = outcome === undefined ? {} : { outcome: OUTCOMES[outcome] }
    const over = await deliveriesOf(store, { ...page, ...wanted, ...loggedAfter(cursor) })
    const last = over.length < PAGE_SIZE ? undefined : over.at(-1)
    return jsonAnswer({
      deliveries: await Promise.all(over.map((each) => deliveryBody(services, each))),
      next_cursor: last === undefined ? null : loggedCursor(last),
    })
  },
})

export const showDelivery = consoleEndpoint({
  paths: [`${PATH}/:delivery_id`],
  summary:
    'A delivery with its attempts, and the request as it would be sent now, because bodies are not stored.',
  params: DELIVERY_PARAMS,
  answers: [
    {
      schema: Type.Object({
        ...DELIVERY_FIELDS,
        request: Type.Union([REQUEST, Type.Null()]),
        no_request: Type.Union([Type.String(), Type.Null()], {
          description:
            'Why there is no request now: `invalid` webhook, `dropped`, `expired` or `unreadable`.',
        }),
        tries: Type.Array(
          Type.Object({
            at: Type.Integer({ description: 'Unix milliseconds.' }),
            outcome: Type.String(),
            took_ms: Type.Integer(),
            request_bytes: Type.Integer(),
            status: Type.Union([Type.Integer(), Type.Null()]),
            response: Type.String(),
          }),
        ),
      }),
    },
  ],
  errors: [...WEBHOOK_MISSING, 'delivery-not-found'],
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    const delivery = deliveryIn(webhook.id, params.delivery_id)
    const { store, webhooks } = services
    const over = await findDelivery(store, delivery)
    const found = over ?? (await findWaiting(store, delivery))
    if (found === undefined) throw new ConsoleProblem('delivery-not-found')
    const request = await webhooks.requests.preview(delivery)
    const tries = allTries(await attemptsOf(store, delivery), over)
    return jsonAnswer({
      ...(await deliveryBody(services, found)),
      request: typeof request === 'string' ? null : { method: 'POST', ...request },
      no_request: typeof request === 'string' ? request : null,
      tries: tries.map(({ madeAt, outcome, tookMs, requestBytes, status, response }) => ({
        ...{ at: madeAt, outcome, took_ms: tookMs, request_bytes: requestBytes, status, response },
      })),
    })
  },
})

/** The failed attempts and the successful one, which is stored with the delivery. */
function allTries(
  failed: readonly LoggedAttempt[],
  over: LoggedDelivery | undefined,
): readonly LoggedAttempt[] {
  if (over?.outcome !== 'delivered') return failed
  const { settledAt: madeAt, tookMs, status, requestBytes, response } = over
  return [...failed, { madeAt, outcome: 'accepted', tookMs, status, requestBytes, response }]
}
