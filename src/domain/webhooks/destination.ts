import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Engine, query } from '../../db/query.ts'
import { consumerSecretOf } from '../apps/app.ts'
import type { Context } from '../context.ts'
import type { Subscription } from './subscriptions.ts'

/** The stored destination of deliveries to a webhook for a user. */
export interface Destination extends Subscription {
  readonly appId: bigint
  readonly url: string
  /** The base URL of this server for the receiver, such as `https://example.org`. */
  readonly origin: string
  /** The consumer secret of the app, which signs deliveries. */
  readonly secret: string
  /**
   * True if deliveries for the user are permitted. The webhook must have a subscription, the user must be active, and a
   * token of the user must still permit deliveries.
   */
  readonly mayHear: boolean
}

/**
 * Reads destinations immediately before sending. So an old secret signs nothing, and a removed subscription receives
 * nothing. Webhooks that must not receive anything are omitted.
 * @param wanted pairs of webhook and user, at most a few hundred
 * @throws {SealBroken}
 */
export async function findDestinations(
  { store, vault }: Pick<Context, 'store' | 'vault'>,
  wanted: readonly Subscription[],
): Promise<readonly Destination[]> {
  const pairs = `[${wanted.map(({ webhookId, userId }) => `[${webhookId},${userId}]`).join(',')}]`
  const rows = await store.rows(destinations, { pairs })
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    userId: row.user_id,
    appId: row.app_id,
    url: row.url,
    origin: row.origin,
    secret: consumerSecretOf(vault, { id: row.app_id, sealedConsumerSecret: row.consumer_secret }),
    mayHear: row.may_hear === 1,
  }))
}

/** SQL for a table of two columns. @param list parameter with a JSON array of pairs of ids */
function pairsOf(list: Expression<string>, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`(select json_extract(value, '$[0]') as webhook_id, json_extract(value, '$[1]') as user_id
        from json_each(${list}))`
    : sql`(select cast(value ->> 0 as bigint) as webhook_id, cast(value ->> 1 as bigint) as user_id
        from json_array_elements(${list}::text::json))`
}

// Looks up primary keys, and one row of the index access_tokens_user.
const destinations = query<{ pairs: string }>()(
  (_, p, engine) => sql<{
    webhook_id: bigint
    user_id: bigint
    app_id: bigint
    url: string
    origin: string
    consumer_secret: string
    may_hear: number | null
  }>`
    select wanted.webhook_id, wanted.user_id, webhooks.app_id, webhooks.url, webhooks.origin, apps.consumer_secret,
      (select 1 from webhook_subscriptions
        join users on users.id = webhook_subscriptions.user_id
        where webhook_subscriptions.webhook_id = webhooks.id
          and webhook_subscriptions.user_id = wanted.user_id
          and users.suspended_at is null and users.deactivated_at is null
          and exists (select 1 from access_tokens
            where access_tokens.user_id = users.id and access_tokens.app_id = webhooks.app_id
              and access_tokens.revoked_at is null
              and access_tokens.permissions = 'read-write-directmessages')) as may_hear
    from ${pairsOf(p('pairs'), engine)} as wanted
    join webhooks on webhooks.id = wanted.webhook_id
    join apps on apps.id = webhooks.app_id
    where webhooks.is_valid = 1 and webhooks.removed_at is null and apps.suspended_at is null`,
)
