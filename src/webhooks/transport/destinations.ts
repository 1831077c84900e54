/** Caches the destinations of deliveries in memory; views/log-cache.ts states how current they are. */

import type { Context } from '../../domain/context.ts'
import { type Destination, findDestinations } from '../../domain/webhooks/destination.ts'
import { NO_USER } from '../../domain/webhooks/queue.ts'
import type { Subscription } from '../../domain/webhooks/subscriptions.ts'
import { type EventTable, type LoggedEvent, readEvent } from '../../log/event.ts'
import type { CurrentLog } from '../../views/current-log.ts'
import { LogCache } from '../../views/log-cache.ts'
import { type Target, targetOf } from './outbound.ts'
import { Signer } from './signature.ts'

/** A destination, converted to the values that requests need. */
export interface CachedDestination extends Destination {
  readonly target: Target
  readonly signer: Signer
}

/** Maximum bytes of all cached destinations: about 6,000 destinations. */
const MAX_BYTES = 8 * 2 ** 20

/** Bytes of a destination, in addition to its texts. */
const DESTINATION_BYTES = 1_000

export class Destinations {
  readonly #cache: LogCache<string, CachedDestination>

  constructor(log: CurrentLog, context: Pick<Context, 'store' | 'vault'>) {
    this.#cache = new LogCache(
      log,
      {
        read: (keys) => read(context, keys),
        bytesOf: ({ url, origin }) => DESTINATION_BYTES + 4 * (url.length + origin.length),
        tagsOf: ({ webhookId, userId, appId }) => [
          `webhook ${webhookId}`,
          `app ${appId}`,
          ...(userId === NO_USER ? [] : [`user ${userId}`]),
        ],
        changedBy,
      },
      MAX_BYTES,
    )
  }

  /**
   * Like {@link findDestinations}, for one destination. The result is as current as the log at its last catch-up.
   * @param key a result of {@link destinationKey}
   * @throws {SealBroken}
   */
  find(key: string): Promise<CachedDestination | undefined> {
    return this.#cache.first(key)
  }
}

/** The cache key of a subscription. */
export function destinationKey({ webhookId, userId }: Subscription): string {
  return `${webhookId} ${userId}`
}

async function read(
  context: Pick<Context, 'store' | 'vault'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, CachedDestination>> {
  const wanted = keys.map((key) => {
    const [webhookId = '', userId = ''] = key.split(' ')
    return { webhookId: BigInt(webhookId), userId: BigInt(userId) }
  })
  const found = await findDestinations(context, wanted)
  return new Map(found.map((each) => [destinationKey(each), preparedDestination(each)]))
}

/** Prepares a destination for requests. */
export function preparedDestination(destination: Destination): CachedDestination {
  return {
    ...destination,
    target: targetOf(new URL(destination.url)),
    signer: new Signer(destination.secret),
  }
}

const CHANGED_TAGS: EventTable<readonly string[] | 'all'> = {
  'app.changed': ({ app_id }) => [`app ${app_id}`],
  'webhook.changed': ({ webhook_id }) => [`webhook ${webhook_id}`],
  'webhook.subscribed': ({ webhook_id }) => [`webhook ${webhook_id}`],
  'webhook.unsubscribed': ({ webhook_id }) => [`webhook ${webhook_id}`],
  'token.created': ({ user_id }) => [`user ${user_id}`],
  'token.revoked': ({ user_id }) => [`user ${user_id}`],
  'grant.changed': undefined,
  'user.state_changed': ({ user_id }) => [`user ${user_id}`],
  'import.applied': () => 'all',
  'user.created': undefined,
  'user.followed': undefined,
  'user.unfollowed': undefined,
  'user.profile_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'user.blocked': undefined,
  'user.unblocked': undefined,
  'user.muted': undefined,
  'user.unmuted': undefined,
  'post.created': undefined,
  'post.deleted': undefined,
  'post.edited': undefined,
  'post.liked': undefined,
  'post.unliked': undefined,
  'post.bookmarked': undefined,
  'post.unbookmarked': undefined,
  'post.hidden': undefined,
  'post.state_changed': undefined,
  'post.seen': undefined,
  'user.pinned': undefined,
  'user.geo_scrubbed': undefined,
  'list.created': undefined,
  'list.updated': undefined,
  'list.deleted': undefined,
  'list.members_added': undefined,
  'list.members_removed': undefined,
  'list.members_recounted': undefined,
  'list.followed': undefined,
  'list.unfollowed': undefined,
  'list.pinned': undefined,
  'list.unpinned': undefined,
  'message.created': undefined,
  'message.deleted': undefined,
  'message.typing': undefined,
  'group.event_created': undefined,
  'group.event_deleted': undefined,
  'user.reported': undefined,
  'users.recounted': undefined,
  'message.read': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'console.changed': undefined,
  'project.changed': undefined,
  'webhook.replay_started': undefined,
  'webhook.replay_ended': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'stream.opened': undefined,
  'post.restreamed': undefined,
  'compliance.retold': undefined,
  'compliance.tested': undefined,
  'items.retried': undefined,
}

const NO_TAGS: readonly string[] = Object.freeze([])

function changedBy(event: LoggedEvent): readonly string[] | 'all' {
  return readEvent(CHANGED_TAGS, event) ?? NO_TAGS
}
