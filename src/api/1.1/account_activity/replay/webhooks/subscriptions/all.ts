/** POST account_activity/replay: delivers the events of a period again (spec/webhooks.md#calls). */
import { startReplay } from '../../../../../../domain/webhooks/replays.ts'
import { isoSecond } from '../../../../../../formats/v1.1/webhook.ts'
import { optionalText } from '../../../../../../http/params.ts'
import { readIsoTime } from '../../../../../../lib/time/iso-time.ts'
import { V11Error } from '../../../../_errors.ts'
import { v11Endpoint } from '../../../../_family.ts'
import { REPLAY_JOB } from '../../../../_schemas/webhook.ts'
import { MAX_REPLAY_AGE_MS, MAX_REPLAY_DAYS, ownWebhook, webhookParam } from '../../../_access.ts'

const dateOf = (subject: string) =>
  optionalText(`${subject}, as yyyymmddhhmm in UTC; at most ${MAX_REPLAY_DAYS} days ago.`)

export const webhookReplay = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account_activity/replay/webhooks/:webhook_id/subscriptions/all.json'],
  summary: 'Delivers the events of a time span to a webhook again, followed by a completion event.',
  auth: ['app'],
  window: { app: 5 },
  params: {
    ...webhookParam,
    from_date: dateOf('The first minute'),
    to_date: dateOf('The minute after the last one'),
  },
  errors: [
    'pageDoesNotExist',
    'subscriptionsNotPermitted',
    'replayPeriodInvalid',
    'replayDateMissing',
    'replayDateUnreadable',
    'replayWebhookInvalid',
    'replayDateInFuture',
    'replayInProgress',
  ],
  answers: [{ status: 202, schema: REPLAY_JOB }],
  async handle({ params, caller, services }) {
    const { webhook_id: named = '', from_date, to_date } = params
    if (!/^\d{1,19}$/.test(named)) throw new V11Error('replayWebhookInvalid', named)
    const { id: webhookId } = await ownWebhook(services, caller.app, named, 'subscriptionsNotPermitted')
    const now = services.clock.now()
    const fromAt = momentOf('from_date', from_date, now)
    const toAt = momentOf('to_date', to_date, now)
    if (fromAt >= toAt) throw new V11Error('replayPeriodInvalid', 'from_date is not before to_date')
    if (fromAt < now - MAX_REPLAY_AGE_MS) {
      throw new V11Error('replayPeriodInvalid', `from_date is more than ${MAX_REPLAY_DAYS} days ago`)
    }
    const { id, createdAt } = await startReplay(services, { webhookId, fromAt, toAt })
    services.webhooks.wake()
    const body = { job_id: String(id), created_at: isoSecond(createdAt) }
    return { status: 202, body: JSON.stringify(body) }
  },
})

/** Parses a past time. @returns milliseconds since the Unix epoch @throws {V11Error} 357, 358, 368 */
function momentOf(name: string, text: string | undefined, now: number): number {
  if (text === undefined) throw new V11Error('replayDateMissing', name)
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const at = readIsoTime(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  if (at === undefined) throw new V11Error('replayDateUnreadable', name)
  if (at >= now) throw new V11Error('replayDateInFuture', `${name}: [${text}]`)
  return at
}
