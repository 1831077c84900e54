/** `aviary webhook deliveries`, `delivery` and `resend`: lists deliveries with their results, and sends them again. */
import type { Command } from 'commander'
import {
  attemptsOf,
  countDeliveries,
  type DeliveryCursor,
  deliveriesOf,
  findDelivery,
  type LoggedAttempt,
  type LoggedDelivery,
} from '../../domain/webhooks/deliveries.ts'
import type { Outcome } from '../../domain/webhooks/delivery-results.ts'
import { type Delivery, LIVE_JOB } from '../../domain/webhooks/queue.ts'
import { resend, resendDeadLettered } from '../../domain/webhooks/resend.ts'
import { findWaiting, type WaitingDelivery, waitingFor } from '../../domain/webhooks/waiting.ts'
import { requireWebhook, type Webhook } from '../../domain/webhooks/webhook.ts'
import { findEvent } from '../../log/read-table.ts'
import type { Runtime } from '../../runtime.ts'
import { FAILED } from '../exit-codes.ts'
import type { Output, Streams } from '../output.ts'
import { existingDataAction, idArgument, noteRenamed, standardCommand, UsageError } from '../run.ts'

/** Outcomes by their names on the command line. JSON and metrics use the stored names. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  delivered: 'delivered',
  'dead-lettered': 'parked',
  dropped: 'dropped',
  expired: 'expired',
}
const WAITING = 'waiting'

/** Number of deliveries on a page. */
const PAGE_SIZE = 200

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
    `List finished deliveries of a webhook, latest first, or waiting ones; ${PAGE_SIZE} per page.`,
  )
    .argument('<webhook-id>')
    .option(
      '--outcome <OUTCOME>',
      `Only deliveries with this outcome: ${Object.keys(OUTCOMES).join(', ')}; or ${WAITING}, ordered by user`,
    )
    .option('--cursor <TEXT>', 'Cursor of the next page, from the end of the previous page')
    .action(
      existingDataAction<ListOptions, [string]>(
        streams,
        exit,
        async ({ store }, { output }, options, webhook) => {
          const { id: webhookId } = await requireWebhook(store, idArgument(webhook, 'webhook-id'))
          const { outcome, cursor } = options
          if (outcome === WAITING) {
            const page = { webhookId, max: PAGE_SIZE, ...waitingCursor(webhookId, cursor) }
            showDeliveries(output, await waitingFor(store, page), waitingShown, waitingSentence, (last) => [
              last.userId,
              last.jobId,
              last.position,
            ])
            return
          }
          const wanted = outcomeOption(outcome, streams)
          const page = { webhookId, max: PAGE_SIZE, ...wanted, ...loggedCursor(cursor) }
          showDeliveries(output, await deliveriesOf(store, page), shown, sentence, (last) => [
            BigInt(last.settledAt),
            last.position,
            last.userId,
            last.jobId,
          ])
        },
      ),
    )
}

/** Prints a page, with the cursor of the next page if this page is full. */
function showDeliveries<Item>(
  output: Output,
  page: readonly Item[],
  objectOf: (item: Item) => object,
  lineOf: (item: Item) => string,
  cursorOf: (last: Item) => readonly bigint[],
): void {
  const last = page.length < PAGE_SIZE ? undefined : page.at(-1)
  const cursor = last && cursorOf(last).join('.')
  output.result({ deliveries: page.map(objectOf), next: cursor ?? null }, [
    ...page.map(lineOf),
    ...(cursor === undefined ? [] : [`There may be more: add --cursor ${cursor} for the next page.`]),
  ])
}

export function deliveryCommand(streams: Streams, exit: Exit): Command {
  return standardCommand(
    'delivery',
    'Show one delivery with its event and all attempts. "webhook deliveries" lists users and positions.',
  )
    .argument('<webhook-id>')
    .argument('<user-id>')
    .argument('<position>', 'Position of the event in the log')
    .option('--replay <ID>', 'Show the delivery of this replay')
    .action(
      existingDataAction<OneOptions, [string, string, string]>(
        streams,
        exit,
        async ({ store }, { output }, options, ...words) => {
          const delivery = deliveryArguments(options, words)
          const webhook = await requireWebhook(store, delivery.webhookId)
          const settled = await findDelivery(store, delivery)
          const waiting = settled === undefined ? await findWaiting(store, delivery) : undefined
          const attempts = allAttempts(await attemptsOf(store, delivery), settled)
          if (settled === undefined && waiting === undefined && attempts.length === 0) {
            throw new Error(
              'there is no such delivery, or the log of deliveries has it no longer; "aviary webhook deliveries WEBHOOK_ID" lists the logged ones',
            )
          }
          const event = await findEvent(store, delivery.position)
          const outcome = settled?.outcome ?? (waiting === undefined ? 'unknown' : WAITING)
          output.result(
            {
              user_id: delivery.userId,
              position: delivery.position,
              replay_id: delivery.jobId,
              outcome,
              ...(waiting === undefined ? {} : timesOf(waiting)),
              event,
              attempts: attempts.length,
              attempt_log: attempts.map((each) => attemptShown(each, webhook)),
            },
            [
              `Event ${delivery.position} of user ${delivery.userId}: ${outcomeName(outcome)}.`,
              event === undefined ? 'The event is no longer in the log.' : `The event: ${json(event)}`,
              ...attempts.map((each, index) => attemptSentence(each, index, webhook)),
            ],
          )
        },
      ),
    )
}

export function resendCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('resend', 'Send one delivery again, or all dead-lettered deliveries.')
    .argument('<webhook-id>')
    .argument('[user-id]')
    .argument('[position]', 'Position of the event in the log')
    .option('--replay <ID>', 'Send the delivery of this replay again')
    .action(
      existingDataAction<OneOptions, [string, string | undefined, string | undefined] & string[]>(
        streams,
        exit,
        async (runtime, { output }, options, webhookText, userText, positionText) => {
          const { context, store } = runtime
          const webhook = await requireWebhook(store, idArgument(webhookText, 'webhook-id'))
          if (!webhook.isValid) {
            output.note('The webhook is not valid: deliveries wait until its receiver passes a challenge.')
          }
          if (userText === undefined) {
            const resent = await resendWithProgress(runtime, output, webhook)
            output.result({ resent }, [`Queued ${resent} deliveries.`])
            return
          }
          if (positionText === undefined) throw new UsageError('resend needs a position after the user id')
          const words = [webhookText, userText, positionText] as const
          const isResent = await resend(context, deliveryArguments(options, words))
          output.result({ resent: isResent ? 1 : 0 }, [
            isResent ? 'Queued the delivery.' : 'The delivery is already waiting.',
          ])
          return isResent ? undefined : FAILED
        },
      ),
    )
}

async function resendWithProgress(
  { context, store }: Runtime,
  output: Output,
  { id: webhookId }: Webhook,
): Promise<number> {
  const total = output.showsProgress ? await countDeliveries(store, { webhookId, outcome: 'parked' }) : 0
  const bar = output.progress(total, 'deliveries')
  try {
    return await resendDeadLettered(context, webhookId, (count) => bar.to(count))
  } finally {
    bar.end()
  }
}

/** @throws {UsageError} */
function deliveryArguments({ replay }: OneOptions, words: readonly [string, string, string]): Delivery {
  const [webhook, user, position] = words
  return {
    webhookId: idArgument(webhook, 'webhook-id'),
    userId: idArgument(user, 'user-id'),
    position: idArgument(position, 'position'),
    jobId: replay === undefined ? LIVE_JOB : idArgument(replay, '--replay'),
  }
}

/** @throws {UsageError} */
function outcomeOption(text: string | undefined, streams: Streams): { readonly outcome?: Outcome } {
  if (text === undefined) return {}
  if (text === 'parked') {
    noteRenamed(streams, '--outcome parked', '--outcome dead-lettered')
    return { outcome: 'parked' }
  }
  const outcome = Object.hasOwn(OUTCOMES, text) ? OUTCOMES[text] : undefined
  if (outcome === undefined)
    throw new UsageError(`--outcome takes one of ${[...Object.keys(OUTCOMES), WAITING].join(', ')}`)
  return { outcome }
}

function outcomeName(state: string): string {
  return Object.entries(OUTCOMES).find(([, stored]) => stored === state)?.[0] ?? state
}

function loggedCursor(text: string | undefined): { readonly after?: DeliveryCursor } {
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
  if (parts.length !== count) throw new UsageError('--cursor takes the cursor from a page of the same list')
  return parts.map((part) => idArgument(part, '--cursor'))
}

/** The failed attempts, then the successful attempt, which is stored with the delivery. */
function allAttempts(
  failed: readonly LoggedAttempt[],
  settled: LoggedDelivery | undefined,
): readonly LoggedAttempt[] {
  if (settled?.outcome !== 'delivered') return failed
  const { settledAt: madeAt, tookMs, status, requestBytes, response } = settled
  return [...failed, { madeAt, outcome: 'accepted', tookMs, status, requestBytes, response }]
}

function attemptShown(each: LoggedAttempt, { url }: Webhook) {
  const { madeAt, tookMs, outcome, status, requestBytes, response } = each
  return {
    ended_at: timeOf(madeAt),
    took_ms: tookMs,
    outcome,
    request: { method: 'POST', url, bytes: requestBytes },
    response: { status, body: response },
  }
}

function attemptSentence(each: LoggedAttempt, index: number, { url }: Webhook): string {
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
  return `${timeOf(settledAt)} ${nameOf(delivery)}: ${outcomeName(outcome)} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}; ${answerOf(delivery)}`
}

function waitingShown(delivery: WaitingDelivery) {
  const { userId, position, jobId, attempts } = delivery
  return { user_id: userId, position, replay_id: jobId, outcome: WAITING, attempts, ...timesOf(delivery) }
}

function waitingSentence(delivery: WaitingDelivery): string {
  const { queued_at, next_attempt_at } = timesOf(delivery)
  return `${queued_at} ${nameOf(delivery)}: ${WAITING} after ${delivery.attempts} attempts; next attempt at ${next_attempt_at}`
}

function timesOf({ queuedAt, queueDueAt }: WaitingDelivery) {
  return { queued_at: timeOf(queuedAt), next_attempt_at: timeOf(queueDueAt) }
}

function nameOf({ position, userId, jobId }: Delivery): string {
  return `event ${position} of user ${userId}${jobId === LIVE_JOB ? '' : ` (replay ${jobId})`}`
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
