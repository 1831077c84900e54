/**
 * Keeps the enrolments of apps (their access to Labs and API v2) in memory. They are as current as the log
 * (log-cache.ts).
 */
import { type Enrolment, findEnrolment } from '../domain/apps/enrolment.ts'
import type { Context } from '../domain/context.ts'
import { type EventTable, type LoggedEvent, readEvent } from '../log/event.ts'
import type { CurrentLog } from './current-log.ts'
import { LogCache } from './log-cache.ts'

/** Cache limit in bytes: about 10,000 apps. */
const CACHE_BYTES = 2 * 2 ** 20

const ENROLMENT_BYTES = 80

export class EnrolmentCache {
  readonly #cache: LogCache<bigint, Enrolment>

  constructor(log: CurrentLog, store: Context['store']) {
    this.#cache = new LogCache(
      log,
      {
        read: async (appIds) =>
          new Map(await Promise.all(appIds.map(async (id) => [id, await findEnrolment(store, id)] as const))),
        bytesOf: () => ENROLMENT_BYTES,
        changedBy: changedApps,
      },
      CACHE_BYTES,
    )
  }

  /** The enrolment of an app, as it was at some moment after the request arrived. */
  of(appId: bigint): Promise<Enrolment | undefined> {
    return this.#cache.first(appId)
  }
}

const CHANGED_APPS: EventTable<readonly bigint[] | 'all'> = {
  'app.changed': ({ app_id }) => [app_id],
  // The event does not name the app that was added to the project. Therefore each such event clears the whole cache.
  // Such events are rare.
  'project.changed': () => 'all',
  'user.created': undefined,
  'user.followed': undefined,
  'user.unfollowed': undefined,
  'user.state_changed': undefined,
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
  'token.created': undefined,
  'token.revoked': undefined,
  'grant.changed': undefined,
  'webhook.changed': undefined,
  'webhook.subscribed': undefined,
  'webhook.unsubscribed': undefined,
  'webhook.replay_started': undefined,
  'webhook.replay_ended': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'stream.opened': undefined,
  'post.restreamed': undefined,
  'compliance.retold': undefined,
  'compliance.tested': undefined,
  'items.retried': undefined,
  'import.applied': undefined,
}

const NO_APPS: readonly bigint[] = Object.freeze([])

function changedApps(event: LoggedEvent): readonly bigint[] | 'all' {
  return readEvent(CHANGED_APPS, event) ?? NO_APPS
}
