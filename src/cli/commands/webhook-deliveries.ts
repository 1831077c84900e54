/** `aviary webhook deliveries`, `delivery` and `resend`: what became of what webhooks were sent, and sending it again. */
import type { Command } from 'commander'
import {
  attemptsOf,
  countDeliveries,
  type DeliveryPlace,
  deliveriesOf,
  findDelivery,
  type LoggedAttempt,
  type LoggedDelivery,
} from '../../domain/webhooks/deliveries.ts'
import { type Delivery, LIVE } from '../../domain/webhooks/queue.ts'
import { resend, resendAll } from '../../domain/webhooks/resend.ts'
import type { Outcome } from '../../domain/webhooks/settle.ts'
import { findWaiting, type WaitingDelivery, waitingFor } from '../../domain/webhooks/waiting.ts'
import { requireWebhook, type Webhook } from '../../domain/webhooks/webhook.ts'
import { findEvent } from '../../log/tail.ts'
import type { Runtime } from '../../runtime.ts'
import type { Output, Streams } from '../output.ts'
import { existingDataAction, FAILED, idArgument, standardCommand, UsageError } from '../run.ts'

const OUTCOMES: readonly Outcome[] = ['delivered', 'parked', 'dropped', 'expired']
const WAITING = 'waiting'

/** Deliveries that are listed, or sent again in a transaction. */
const PAGE = 200

type Exit = (code: number) => void

interface ListOptions extends Record<string, unknown> {
  readonly outcome?: string
  readonly cursor?: string
}

interface OneOptions extends Record<string, unknown> {
  readonly replay?: string
}

export function deliveriesCommand(streams: Streams, exit: Exit): Command {
  return standardCommand(
    'deliveries',
    `What became of what a webhook was sent, the latest first, or what waits; ${PAGE} at a time.`,
  )
    .argument('<webhook-id>')
    .option('--outcome <OUTCOME>', `Only those: ${OUTCOMES.join(', ')}; or what is ${WAITING}, lane by lane`)
    .option('--cursor <TEXT>', 'Go on where the page ended that named it')
    .action(
      existingDataAction<ListOptions, [string]>(
        streams,
        exit,
        async ({ store }, { output }, options, webhook) => {
          const { id: webhookId } = await requireWebhook(store, idArgument(webhook, 'webhook-id'))
          const { outcome, cursor } = options
          if (outcome === WAITING) {
            const page = { webhookId, most: PAGE, ...waitingCursor(webhookId, cursor) }
            tell(output, await waitingFor(store, page), waitingShown, waitingSentence, (last) => [
              last.userId,
              last.jobId,
              last.position,
            ])
            return
          }
          const page = { webhookId, most: PAGE, ...outcomeOption(outcome), ...loggedCursor(cursor) }
          tell(output, await deliveriesOf(store, page), shown, sentence, (last) => [
            BigInt(last.settledAt),
            last.position,
            last.userId,
            last.jobId,
          ])
        },
      ),
    )
}

/** A page, and how to see the next if there may be one. */
function tell<Item>(
  output: Output,
  page: readonly Item[],
  show: (item: Item) => object,
  say: (item: Item) => string,
  placeOf: (last: Item) => readonly bigint[],
): void {
  const last = page.length < PAGE ? undefined : page.at(-1)
  const cursor = last && placeOf(last).join('.')
  output.result({ deliveries: page.map(show), ...(cursor === undefined ? {} : { next_cursor: cursor }) }, [
    ...page.map(say),
    ...(cursor === undefined ? [] : [`There may be more: --cursor ${cursor}`]),
  ])
}

export function deliveryCommand(streams: Streams, exit: Exit): Command {
  return standardCommand(
    'delivery',
    'One event for one user: what was sent, every try, what came of it. "deliveries" names events and users.',
  )
    .argument('<webhook-id>')
    .argument('<user-id>')
    .argument('<position>', 'Of the event in the log')
    .option('--replay <ID>', 'As a replay sent it')
    .action(
      existingDataAction<OneOptions, [string, string, string]>(
        streams,
        exit,
        async ({ store }, { output }, options, ...words) => {
          const delivery = deliveryArguments(options, words)
          const webhook = await requireWebhook(store, delivery.webhookId)
          const over = await findDelivery(store, delivery)
          const waiting = over === undefined ? await findWaiting(store, delivery) : undefined
          const tries = allTries(await attemptsOf(store, delivery), over)
          if (over === undefined && waiting === undefined && tries.length === 0) {
            throw new Error('there is no such delivery, or it is kept no more')
          }
          const event = await findEvent(store, delivery.position)
          const state = over?.outcome ?? (waiting === undefined ? 'unknown' : WAITING)
          output.result(
            {
              user_id: delivery.userId,
              position: delivery.position,
              replay_id: delivery.jobId,
              state,
              ...(waiting === undefined ? {} : timesOf(waiting)),
              event,
              attempts: tries.map((each) => tryShown(each, webhook)),
            },
            [
              `Event ${delivery.position} of user ${delivery.userId}: ${state}.`,
              event === undefined ? 'The log has the event no more.' : `The event: ${json(event)}`,
              ...tries.map((each, index) => trySentence(each, index, webhook)),
            ],
          )
        },
      ),
    )
}

export function resendCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('resend', 'Send again: one event for one user, or all that was given up.')
    .argument('<webhook-id>')
    .argument('[user-id]')
    .argument('[position]', 'Of the event in the log')
    .option('--replay <ID>', 'As a replay sent it')
    .action(
      existingDataAction<OneOptions, [string, string | undefined, string | undefined] & string[]>(
        streams,
        exit,
        async (runtime, { output }, options, webhookText, userText, positionText) => {
          const { context, store } = runtime
          const webhook = await requireWebhook(store, idArgument(webhookText, 'webhook-id'))
          if (!webhook.isValid) {
            output.note(
              'The webhook is not valid: what is sent again waits until its receiver passes a challenge.',
            )
          }
          if (userText === undefined) {
            const resent = await resendParked(runtime, output, webhook)
            output.result({ resent }, [`${resent} are sent again.`])
            return
          }
          if (positionText === undefined) throw new UsageError('resend takes a position after the user')
          const words = [webhookText, userText, positionText] as const
          const isResent = await resend(context, deliveryArguments(options, words))
          output.result({ resent: isResent ? 1 : 0 }, [isResent ? 'It is sent again.' : 'It waits already.'])
          return isResent ? undefined : FAILED
        },
      ),
    )
}

/** Every parked delivery from the latest back, page by page: one that is parked again meanwhile is not met again. */
async function resendParked(
  { context, store }: Runtime,
  output: Output,
  { id: webhookId }: Webhook,
): Promise<number> {
  const question = { webhookId, outcome: 'parked' } as const
  const total = output.showsProgress ? await countDeliveries(store, question) : 0
  const bar = output.progress(total, 'deliveries')
  let resent = 0
  try {
    let after: DeliveryPlace | undefined
    do {
      const page = await deliveriesOf(store, { ...question, most: PAGE, ...(after && { after }) })
      resent += await resendAll(context, page)
      bar.to(resent)
      after = page.at(-1)
    } while (after !== undefined)
  } finally {
    bar.end()
  }
  return resent
}

/** @throws {UsageError} */
function deliveryArguments({ replay }: OneOptions, words: readonly [string, string, string]): Delivery {
  const [webhook, user, position] = words
  return {
    webhookId: idArgument(webhook, 'webhook-id'),
    userId: idArgument(user, 'user-id'),
    position: idArgument(position, 'position'),
    jobId: replay === undefined ? LIVE : idArgument(replay, '--replay'),
  }
}

/** @throws {UsageError} for an outcome that is none */
function outcomeOption(text: string | undefined): { readonly outcome?: Outcome } {
  if (text === undefined) return {}
  const outcome = OUTCOMES.find((each) => each === text)
  if (outcome === undefined)
    throw new UsageError(`--outcome takes one of ${[...OUTCOMES, WAITING].join(', ')}`)
  return { outcome }
}

function loggedCursor(text: string | undefined): { readonly after?: DeliveryPlace } {
  if (text === undefined) return {}
  const [at = 0n, position = 0n, userId = 0n, jobId = 0n] = cursorParts(text, 4)
  return { after: { settledAt: Number(at), position, userId, jobId } }
}

function waitingCursor(webhookId: bigint, text: string | undefined): { readonly after?: Delivery } {
  if (text === undefined) return {}
  const [userId = 0n, jobId = 0n, position = 0n] = cursorParts(text, 3)
  return { after: { webhookId, userId, jobId, position } }
}

/** @throws {UsageError} */
function cursorParts(text: string, count: number): readonly bigint[] {
  const parts = text.split('.')
  if (parts.length !== count) throw new UsageError('--cursor takes what a page of the same list named')
  return parts.map((part) => idArgument(part, '--cursor'))
}

/** The tries in vain, and the one that was not. */
function allTries(
  inVain: readonly LoggedAttempt[],
  over: LoggedDelivery | undefined,
): readonly LoggedAttempt[] {
  if (over?.outcome !== 'delivered') return inVain
  const { settledAt: madeAt, tookMs, status, requestBytes, response } = over
  return [...inVain, { madeAt, outcome: 'accepted', tookMs, status, requestBytes, response }]
}

function tryShown(each: LoggedAttempt, { url }: Webhook) {
  const { madeAt, tookMs, outcome, status, requestBytes, response } = each
  return {
    ended_at: timeOf(madeAt),
    took_ms: tookMs,
    outcome,
    request: { method: 'POST', url, bytes: requestBytes },
    response: { status, body: response },
  }
}

function trySentence(each: LoggedAttempt, index: number, { url }: Webhook): string {
  const { madeAt, tookMs, outcome, requestBytes } = each
  const sent = `POST ${url} with ${requestBytes} bytes`
  return `${index + 1}. ${timeOf(madeAt)} ${sent}: ${outcome} after ${tookMs} ms; ${answerOf(each)}`
}

function shown(delivery: LoggedDelivery) {
  const { userId, position, jobId, outcome, attempts, settledAt, tookMs, status, response } = delivery
  return {
    user_id: userId,
    position,
    replay_id: jobId,
    outcome,
    attempts,
    settled_at: timeOf(settledAt),
    took_ms: tookMs,
    status,
    response,
  }
}

function sentence(delivery: LoggedDelivery): string {
  const { outcome, attempts, settledAt } = delivery
  return `${timeOf(settledAt)} ${nameOf(delivery)}: ${outcome} after ${attempts}; ${answerOf(delivery)}`
}

function waitingShown(delivery: WaitingDelivery) {
  const { userId, position, jobId, attempts } = delivery
  return { user_id: userId, position, replay_id: jobId, outcome: WAITING, attempts, ...timesOf(delivery) }
}

function waitingSentence(delivery: WaitingDelivery): string {
  const { queued_at, lane_due_at } = timesOf(delivery)
  return `${queued_at} ${nameOf(delivery)}: ${WAITING} after ${delivery.attempts}; its lane goes on at ${lane_due_at}`
}

function timesOf({ queuedAt, laneDueAt }: WaitingDelivery) {
  return { queued_at: timeOf(queuedAt), lane_due_at: timeOf(laneDueAt) }
}

function nameOf({ position, userId, jobId }: Delivery): string {
  return `event ${position} of user ${userId}${jobId === LIVE ? '' : ` (replay ${jobId})`}`
}

function answerOf({
  status,
  response,
}: {
  readonly status: number | null
  readonly response: string
}): string {
  return status === null ? response : `${status} ${response}`.trimEnd()
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}

function json(value: object): string {
  return JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? String(field) : field))
}
