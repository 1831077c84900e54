/**
 * Finds webhooks for which there is work. The node with the lease of a webhook does the work (src/webhooks/lease.ts).
 */
import { sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Context } from '../context.ts'

/** A webhook for which there is work. */
export interface DueWebhook {
  readonly id: bigint
  /**
   * Time at which the receiver must be challenged (asked to prove that it has the secret), in milliseconds since the
   * Unix epoch.
   */
  readonly challengeDueAt: number
  /** True while a replay of the webhook runs. */
  readonly hasReplay: boolean
}

/**
 * Valid webhooks, of apps that are not suspended, with a due queue, a due challenge or a running replay. Returns at
 * most 1,000 webhooks, the earliest challenge time first.
 * @param excluded webhooks on which other nodes work, because these webhooks could fill the result
 */
export async function dueWebhooks(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  excluded: readonly bigint[] = [],
): Promise<readonly DueWebhook[]> {
  const rows = await store.rows(webhooksDue, { now: clock.now(), excluded: idList(excluded) })
  return rows.map((row) => ({
    id: row.id,
    challengeDueAt: row.challenge_due_at,
    hasReplay: row.has_replay === 1,
  }))
}

const webhooksDue = query<{ now: number; excluded: string }>()(
  (_, p, engine) => sql<{ id: bigint; challenge_due_at: number; has_replay: number | null }>`
    select webhooks.id, webhooks.challenge_due_at,
      (select 1 from webhook_replays
        where webhook_replays.webhook_id = webhooks.id and webhook_replays.ended_at is null limit 1) as has_replay
    from webhooks join apps on apps.id = webhooks.app_id
    where webhooks.is_valid = 1 and webhooks.removed_at is null and apps.suspended_at is null
      and webhooks.id not in (select id from ${idsOf(p('excluded'), engine)} as others)
      and (webhooks.challenge_due_at <= ${p('now')}
        or exists (select 1 from webhook_lanes
          where webhook_lanes.webhook_id = webhooks.id and webhook_lanes.due_at <= ${p('now')})
        or exists (select 1 from webhook_replays
          where webhook_replays.webhook_id = webhooks.id and webhook_replays.ended_at is null))
    order by webhooks.challenge_due_at, webhooks.id limit 1000`,
)
