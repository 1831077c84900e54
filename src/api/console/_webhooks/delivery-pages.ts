/** Pages of deliveries, and the attempts of one delivery, for the owner of an app and for operators. */
import { Type } from 'typebox'
import {
  attemptsOf,
  deliveriesOf,
  findDelivery,
  type LoggedAttempt,
  type LoggedDelivery,
} from '../../../domain/webhooks/deliveries.ts'
import type { Delivery } from '../../../domain/webhooks/queue.ts'
import { findWaiting, type WaitingDelivery, waitingFor } from '../../../domain/webhooks/waiting.ts'
import { BadParameter, type Param } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { ConsoleProblem } from '../_problems.ts'
import {
  DELIVERY_FIELDS,
  deliveryBody,
  loggedAfter,
  loggedCursor,
  OUTCOME_NAMES,
  OUTCOMES,
  waitingAfter,
} from './deliveries.ts'

export const PAGE_SIZE = 50

type OutcomeName = (typeof OUTCOME_NAMES)[number]

export const OUTCOME: Param<OutcomeName | undefined> = {
  schema: Type.Optional(Type.Enum([...OUTCOME_NAMES], { description: 'Default: all finished deliveries.' })),
  parse(text, name) {
    const outcome = OUTCOME_NAMES.find((each) => each === text)
    if (text !== undefined && outcome === undefined) throw new BadParameter(name, text)
    return outcome
  },
}

export const DELIVERY_PAGE = Type.Object({
  deliveries: Type.Array(Type.Object(DELIVERY_FIELDS)),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
})

interface PageQuery {
  readonly outcome: OutcomeName | undefined
  readonly cursor: string | undefined
}

/**
 * Renders an object of the schema {@link DELIVERY_PAGE}. Finished deliveries are in the order of time, latest
 * first. Waiting deliveries are in the order of user ids.
 * @throws {ConsoleProblem} `field-invalid` for an invalid cursor
 */
export async function deliveryPage(
  services: Pick<Services, 'store'>,
  webhookId: bigint,
  { outcome, cursor }: PageQuery,
) {
  const { store } = services
  const page = { webhookId, max: PAGE_SIZE }
  if (outcome === 'waiting') {
    const waiting = await waitingFor(store, { ...page, ...waitingAfter(webhookId, cursor) })
    const deliveries = await Promise.all(waiting.map((each) => deliveryBody(services, each)))
    return {
      deliveries,
      next_cursor: waiting.length < PAGE_SIZE ? null : (deliveries.at(-1)?.id ?? null),
    }
  }
  const wanted = outcome === undefined ? {} : { outcome: OUTCOMES[outcome] }
  const over = await deliveriesOf(store, { ...page, ...wanted, ...loggedAfter(cursor) })
  const last = over.length < PAGE_SIZE ? undefined : over.at(-1)
  return {
    deliveries: await Promise.all(over.map((each) => deliveryBody(services, each))),
    next_cursor: last === undefined ? null : loggedCursor(last),
  }
}

export const TRIES = Type.Array(
  Type.Object({
    at: Type.Integer({ description: 'Unix milliseconds.' }),
    outcome: Type.String(),
    took_ms: Type.Integer(),
    request_bytes: Type.Integer(),
    status: Type.Union([Type.Integer(), Type.Null()]),
    response: Type.String(),
  }),
)

/** A delivery, and its attempts with the schema {@link TRIES}. @throws {ConsoleProblem} `delivery-not-found` */
export async function requireDelivery({ store }: Pick<Services, 'store'>, delivery: Delivery) {
  const over = await findDelivery(store, delivery)
  const found: LoggedDelivery | WaitingDelivery | undefined = over ?? (await findWaiting(store, delivery))
  if (found === undefined) throw new ConsoleProblem('delivery-not-found')
  const tries = allTries(await attemptsOf(store, delivery), over)
  return {
    found,
    tries: tries.map(({ madeAt, outcome, tookMs, requestBytes, status, response }) => ({
      ...{ at: madeAt, outcome, took_ms: tookMs, request_bytes: requestBytes, status, response },
    })),
  }
}

/** The failed attempts, then the successful attempt, which is stored with the delivery. */
function allTries(
  failed: readonly LoggedAttempt[],
  over: LoggedDelivery | undefined,
): readonly LoggedAttempt[] {
  if (over?.outcome !== 'delivered') return failed
  const { settledAt: madeAt, tookMs, status, requestBytes, response } = over
  return [...failed, { madeAt, outcome: 'accepted', tookMs, status, requestBytes, response }]
}
