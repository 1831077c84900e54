/**
 * Keeps tokens with their apps and users in memory (views/current-log.ts). A command may revoke or rotate a token, or
 * suspend its app or user. In the process that runs the command, the token stops working at the commit. In every other
 * process, the token stops working within one second (docs/decisions/0056-bounded-staleness.md).
 */
import { type App, type BearerApp, findAppByBearer } from '../domain/apps/app.ts'
import { findGrantHolder, type GrantHolder } from '../domain/apps/oauth2/grant-holder.ts'
import { findTokenHolder, type TokenHolder } from '../domain/apps/token-holder.ts'
import type { Context } from '../domain/context.ts'
import { type EventTable, type LoggedEvent, readEvent } from '../log/event.ts'
import type { CurrentLog } from './current-log.ts'
import { LogCache } from './log-cache.ts'

/**
 * Maximum bytes of tokens. One third is for OAuth 1.0a tokens (about 4,500), one third for tokens of apps (about
 * 28,000), and one third for OAuth 2.0 tokens of users (about 5,000).
 */
const CACHE_BYTES = 48 * 2 ** 20

/** Bytes of a token with its app, user, signing key and caller, not counting long texts. */
const HOLDER_BYTES = 3_700
const BEARER_BYTES = 600
/** Bytes of a grant with its app, user and callers, not counting long texts. */
const GRANT_BYTES = 3_000

export class CredentialCache {
  readonly #log: CurrentLog
  readonly #holders: LogCache<string, TokenHolder>
  readonly #apps: LogCache<string, BearerApp>
  readonly #grants: LogCache<string, GrantHolder>

  constructor(log: CurrentLog, store: Context['store'], bytesMost = CACHE_BYTES) {
    this.#log = log
    this.#holders = new LogCache(
      log,
      {
        read: (tokens) => found(tokens, (token) => findTokenHolder(store, token)),
        bytesOf: ({ app }) => HOLDER_BYTES + wordBytes(app),
        tagsOf: ({ app, user }) => [`app:${app.id}`, `user:${user.id}`],
        changedBy: changedKeys,
      },
      bytesMost / 3,
    )
    this.#apps = new LogCache(
      log,
      {
        read: (bearers) => found(bearers, (bearer) => findAppByBearer(store, bearer)),
        bytesOf: () => BEARER_BYTES,
        tagsOf: ({ id }) => [`app:${id}`],
        changedBy: changedKeys,
      },
      bytesMost / 3,
    )
    this.#grants = new LogCache(
      log,
      {
        read: (tokens) => found(tokens, (token) => findGrantHolder(store, token)),
        bytesOf: ({ app }) => GRANT_BYTES + wordBytes(app),
        tagsOf: ({ grant, app, user }) => [`grant:${grant.id}`, `app:${app.id}`, `user:${user.id}`],
        changedBy: changedKeys,
      },
      bytesMost / 3,
    )
  }

  /** The holder of an access token, even of a revoked token; undefined for a token that never existed. */
  async holderOf(token: string): Promise<TokenHolder | undefined> {
    await this.#log.ensureFresh()
    return this.#holders.first(token)
  }

  /** The app of a valid bearer token; undefined for any other text. */
  async appOf(bearer: string): Promise<BearerApp | undefined> {
    await this.#log.ensureFresh()
    return this.#apps.first(bearer)
  }

  /** The grant of a user's current OAuth 2.0 access token, even if it has expired; undefined for any other text. */
  async grantOf(accessToken: string): Promise<GrantHolder | undefined> {
    await this.#log.ensureFresh()
    return this.#grants.first(accessToken)
  }
}

/** Bytes of the texts of an app; these texts can be long. */
function wordBytes({ url, description, callbackUrls }: App): number {
  return 2 * [url, description, ...callbackUrls].reduce((sum, text) => sum + text.length, 0)
}

async function found<T>(
  keys: readonly string[],
  find: (key: string) => Promise<T | undefined>,
): Promise<ReadonlyMap<string, T>> {
  const values = await Promise.all(keys.map(find))
  const known = new Map<string, T>()
  for (const [index, key] of keys.entries()) {
    const value = values[index]
    if (value !== undefined) known.set(key, value)
  }
  return known
}

/** Tags of apps, users and grants contain a colon, so they never equal a token. */
const CHANGED_KEYS: EventTable<readonly string[] | 'all'> = {
  'token.created': ({ token }) => [token],
  'token.revoked': ({ token }) => [token],
  'grant.changed': ({ grant_id }) => [`grant:${grant_id}`],
  'app.changed': ({ app_id }) => [`app:${app_id}`],
  'user.state_changed': ({ user_id }) => [`user:${user_id}`],
  'user.profile_changed': ({ user_id }) => [`user:${user_id}`],
  'import.applied': ({ of }) => (of === 'users' ? 'all' : NO_KEYS),
  'user.created': undefined,
  'user.followed': undefined,
  'user.unfollowed': undefined,
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
}

const NO_KEYS: readonly string[] = Object.freeze([])

function changedKeys(event: LoggedEvent): readonly string[] | 'all' {
  return readEvent(CHANGED_KEYS, event) ?? NO_KEYS
}
