/**
 * Which webhooks have something to do, and which process does it: whoever holds the lease of a webhook delivers to it,
 * alone, so that order holds and two servers on one database deliver once between them.
 */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Context } from '../context.ts'

/** Milliseconds for which a lease is held unless it is renewed. */
export const LEASE_MS = 60_000

/** A webhook with something to do. */
export interface DueWebhook {
  readonly id: bigint
  /** When the receiver must be challenged; milliseconds since the Unix epoch. */
  readonly challengeDueAt: number
  /** Whether a replay of it is under way. */
  readonly hasReplay: boolean
}

/**
 * The valid webhooks of apps that are not suspended for which a lane or a challenge is due, or a replay runs, and whose
 * lease is nobody's or `holder`'s; at most 1,000, those first whose challenge is due the longest.
 */
export async function dueWebhooks(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  holder: string,
): Promise<readonly DueWebhook[]> {
  const rows = await store.rows(webhooksDue, { now: clock.now(), holder })
  return rows.map((row) => ({
    id: row.id,
    challengeDueAt: row.challenge_due_at,
    hasReplay: row.has_replay === 1,
  }))
}

/** Takes or renews the lease of a webhook; whether it is `holder`'s for {@link LEASE_MS} from now on. */
export async function takeLease(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  webhookId: bigint,
  holder: string,
): Promise<boolean> {
  const now = clock.now()
  const input = { webhookId, holder, now, until: now + LEASE_MS }
  // No event: a lease is nobody's data.
  return (await store.write((tx) => tx.run(extendLease, input))) > 0
}

/** Gives back whatever leases `holder` has. */
export async function releaseLeases({ store }: Pick<Context, 'store'>, holder: string): Promise<void> {
  // No event: a lease is nobody's data.
  await store.write((tx) => tx.run(endLeases, { holder }))
}

const webhooksDue = query<{ now: number; holder: string }>()(
  (_, p) => sql<{ id: bigint; challenge_due_at: number; has_replay: number | null }>`
    select webhooks.id, webhooks.challenge_due_at,
      (select 1 from webhook_replays
        where webhook_replays.webhook_id = webhooks.id and webhook_replays.ended_at is null limit 1) as has_replay
    from webhooks join apps on apps.id = webhooks.app_id
    where webhooks.is_valid = 1 and webhooks.removed_at is null and apps.suspended_at is null
      and (webhooks.leased_until < ${p('now')} or webhooks.lease_holder = ${p('holder')})
      and (webhooks.challenge_due_at <= ${p('now')}
        or exists (select 1 from webhook_lanes
          where webhook_lanes.webhook_id = webhooks.id and webhook_lanes.due_at <= ${p('now')})
        or exists (select 1 from webhook_replays
          where webhook_replays.webhook_id = webhooks.id and webhook_replays.ended_at is null))
    order by webhooks.challenge_due_at, webhooks.id limit 1000`,
)

const extendLease = query<{ webhookId: bigint; holder: string; now: number; until: number }>()((k, p) =>
  k
    .updateTable('webhooks')
    .set({ lease_holder: p('holder'), leased_until: p('until') })
    .where('id', '=', p('webhookId'))
    .where('is_valid', '=', 1)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', '<', p('now')), eb('lease_holder', '=', p('holder'))])),
)

const endLeases = query<{ holder: string }>()((k, p) =>
  k.updateTable('webhooks').set({ leased_until: 0 }).where('lease_holder', '=', p('holder')),
)
