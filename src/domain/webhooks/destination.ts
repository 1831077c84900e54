import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import { consumerSecretOf } from '../apps/app.ts'
import type { Context } from '../context.ts'

/** Where a delivery goes, as it is at this moment. */
export interface Destination {
  readonly appId: bigint
  readonly url: string
  /** Of this server as the receiver knows it, such as `https://example.org`. */
  readonly origin: string
  /** The consumer secret, which signs what is sent. */
  readonly secret: string
  /** Whether the webhook may be told of the user: it is subscribed, and the user is there and still lets it. */
  readonly mayHear: boolean
}

/**
 * What must be known right before something is sent, so that no old secret signs it and nobody hears what it may hear
 * no more; undefined when the webhook is to be told nothing at all.
 * @throws {SealBroken}
 */
export async function findDestination(
  { store, vault }: Pick<Context, 'store' | 'vault'>,
  { webhookId, userId }: { readonly webhookId: bigint; readonly userId: bigint },
): Promise<Destination | undefined> {
  const row = await store.first(destination, { webhookId, userId })
  if (row === undefined) return undefined
  return {
    appId: row.app_id,
    url: row.url,
    origin: row.origin,
    secret: consumerSecretOf(vault, { id: row.app_id, sealedConsumerSecret: row.consumer_secret }),
    mayHear: row.may_hear === 1,
  }
}

// Look-ups by primary key, and one by the index access_tokens_user.
const destination = query<{ webhookId: bigint; userId: bigint }>()(
  (_, p) => sql<{
    app_id: bigint
    url: string
    origin: string
    consumer_secret: string
    may_hear: number | null
  }>`
    select webhooks.app_id, webhooks.url, webhooks.origin, apps.consumer_secret,
      (select 1 from webhook_subscriptions
        join users on users.id = webhook_subscriptions.user_id
        where webhook_subscriptions.webhook_id = webhooks.id
          and webhook_subscriptions.user_id = ${p('userId')}
          and users.suspended_at is null and users.deactivated_at is null
          and exists (select 1 from access_tokens
            where access_tokens.user_id = users.id and access_tokens.app_id = webhooks.app_id
              and access_tokens.revoked_at is null
              and access_tokens.permissions = 'read-write-directmessages')) as may_hear
    from webhooks join apps on apps.id = webhooks.app_id
    where webhooks.id = ${p('webhookId')} and webhooks.is_valid = 1 and webhooks.removed_at is null
      and apps.suspended_at is null`,
)
