/** Deliveries of webhooks, as the console shows them. */
import { Type } from 'typebox'
import { findUser } from '../../../domain/accounts/user.ts'
import type { DeliveryCursor, LoggedDelivery } from '../../../domain/webhooks/deliveries.ts'
import type { Outcome } from '../../../domain/webhooks/delivery-results.ts'
import { type Delivery, LIVE_JOB } from '../../../domain/webhooks/queue.ts'
import type { WaitingDelivery } from '../../../domain/webhooks/waiting.ts'
import { optionalText } from '../../../http/params.ts'
import { findEvent } from '../../../log/read-table.ts'
import type { Services } from '../../_services.ts'
import { idIn } from '../../1.1/_id.ts'
import { ConsoleProblem } from '../_problems.ts'
import { WEBHOOK_PARAMS } from './own-webhook.ts'

/**
 * Names of outcomes of deliveries in the console, with their names in the domain. Unfinished deliveries are
 * `waiting`.
 */
export const OUTCOMES = {
  delivered: 'delivered',
  'dead-lettered': 'parked',
  dropped: 'dropped',
  expired: 'expired',
} as const satisfies Record<string, Outcome>

export const OUTCOME_NAMES = [...(Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]), 'waiting'] as const

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()])
const NULLABLE_NUMBER = Type.Union([Type.Integer(), Type.Null()])

export const DELIVERY_FIELDS = {
  id: Type.String(),
  user_id: Type.String({ description: '0 for the report about a replay.' }),
  screen_name: NULLABLE_TEXT,
  position: Type.String({ description: 'Position of the event in the log.' }),
  replay_id: NULLABLE_TEXT,
  event: Type.Union([Type.String(), Type.Null()], {
    description: 'Kind of the event; null when it is no longer in the log.',
  }),
  outcome: Type.Enum([...OUTCOME_NAMES]),
  attempts: Type.Integer(),
  at: Type.Integer({
    description: 'Time when the delivery ended or, for a waiting delivery, was queued. Unix milliseconds.',
  }),
  due_at: NULLABLE_NUMBER,
  took_ms: NULLABLE_NUMBER,
  status: NULLABLE_NUMBER,
  response: Type.String(),
}

/** Renders a finished or a waiting delivery with {@link DELIVERY_FIELDS}. */
export async function deliveryBody(
  { store }: Pick<Services, 'store'>,
  delivery: LoggedDelivery | WaitingDelivery,
) {
  const { userId, jobId, position, attempts } = delivery
  const [user, event] = await Promise.all([findUser(store, { id: userId }), findEvent(store, position)])
  const base = {
    id: `${userId}-${jobId}-${position}`,
    user_id: userId,
    screen_name: user?.screenName ?? null,
    position,
    replay_id: jobId === LIVE_JOB ? null : jobId,
    event: event?.kind ?? null,
    attempts,
  }
  if ('queuedAt' in delivery) {
    const { queuedAt, queueDueAt } = delivery
    return {
      ...base,
      ...{ outcome: 'waiting', at: queuedAt, due_at: queueDueAt, took_ms: null, status: null, response: '' },
    }
  }
  const { outcome, settledAt, tookMs, status, response } = delivery
  return { ...base, outcome: nameOf(outcome), at: settledAt, due_at: null, took_ms: tookMs, status, response }
}

function nameOf(outcome: Outcome): string {
  return outcome === 'parked' ? 'dead-lettered' : outcome
}

export const DELIVERY_PARAMS = { ...WEBHOOK_PARAMS, delivery_id: optionalText('Id of the delivery.') }

/**
 * Parses the id of a delivery, which may not exist.
 * @throws {ConsoleProblem} `delivery-not-found` for a text that is not an id
 */
export function deliveryIn(webhookId: bigint, text = ''): Delivery {
  const [userId, jobId, position] = partsOf(text, 3)
  if (userId === undefined || jobId === undefined || position === undefined)
    throw new ConsoleProblem('delivery-not-found')
  return { webhookId, userId, jobId, position }
}

/** The cursor of the page that begins after the given finished delivery. */
export function loggedCursor({ settledAt, position, userId, jobId }: DeliveryCursor): string {
  return [settledAt, position, userId, jobId].join('-')
}

/** @throws {ConsoleProblem} `field-invalid` */
export function loggedAfter(text: string | undefined): { readonly after?: DeliveryCursor } {
  if (text === undefined) return {}
  const [settledAt, position, userId, jobId] = partsOf(text, 4)
  if (settledAt === undefined || position === undefined || userId === undefined || jobId === undefined)
    throw new ConsoleProblem('field-invalid', { field: 'cursor' })
  return { after: { settledAt: Number(settledAt), position, userId, jobId } }
}

/** @throws {ConsoleProblem} `field-invalid` */
export function waitingAfter(webhookId: bigint, text: string | undefined): { readonly after?: Delivery } {
  if (text === undefined) return {}
  const [userId, jobId, position] = partsOf(text, 3)
  if (userId === undefined || jobId === undefined || position === undefined)
    throw new ConsoleProblem('field-invalid', { field: 'cursor' })
  return { after: { webhookId, userId, jobId, position } }
}

function partsOf(text: string, count: number): readonly (bigint | undefined)[] {
  const parts = text.split('-')
  return parts.length === count ? parts.map(idIn) : []
}
