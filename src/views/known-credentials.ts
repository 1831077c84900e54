/**
 * Tokens with their apps and users, in memory (views/current-log.ts): a token that was revoked or regenerated, and one of
 * an app or user that was suspended, stops working with the commit in the process that committed, and within one second
 * in every other. (docs/decisions/0056-bounded-staleness.md)
 */
import { type App, type BearerApp, findAppByBearer } from '../domain/apps/app.ts'
import { findTokenHolder, type TokenHolder } from '../domain/apps/token-holder.ts'
import type { Context } from '../domain/context.ts'
import type { LoggedEvent } from '../log/event.ts'
import type { CurrentLog } from './current-log.ts'
import { LogCache } from './log-cache.ts'

/** Bytes that tokens may take, half of them those of users, some 4,500, and half those of apps, some 28,000. */
const CACHE_BYTES = 32 * 2 ** 20

/** What a token takes with its app and user, which hold short texts only, its signing key, and who calls by it. */
const HOLDER_BYTES = 3_700
const BEARER_BYTES = 600

export class KnownCredentials {
  readonly #log: CurrentLog
  readonly #holders: LogCache<string, TokenHolder>
  readonly #apps: LogCache<string, BearerApp>

  constructor(log: CurrentLog, store: Context['store'], bytesMost = CACHE_BYTES) {
    this.#log = log
    this.#holders = new LogCache(
      log,
      {
        read: (tokens) => found(tokens, (token) => findTokenHolder(store, token)),
        bytesOf: ({ app }) => HOLDER_BYTES + wordBytes(app),
        tagsOf: ({ app, user }) => [`app:${app.id}`, `user:${user.id}`],
        changedBy: changedNames,
      },
      bytesMost / 2,
    )
    this.#apps = new LogCache(
      log,
      {
        read: (bearers) => found(bearers, (bearer) => findAppByBearer(store, bearer)),
        bytesOf: () => BEARER_BYTES,
        tagsOf: ({ id }) => [`app:${id}`],
        changedBy: changedNames,
      },
      bytesMost / 2,
    )
  }

  /** The holder of an access token, alive or revoked; undefined for a token that never was. */
  async holderOf(token: string): Promise<TokenHolder | undefined> {
    await this.#log.ensureFresh()
    return this.#holders.first(token)
  }

  /** The app whose live bearer token this is, or undefined. */
  async appOf(bearer: string): Promise<BearerApp | undefined> {
    await this.#log.ensureFresh()
    return this.#apps.first(bearer)
  }
}

/** Of what an owner writes about an app, which may be long. */
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

/** Names that can be no token's: tokens have no colon. */
function changedNames(event: LoggedEvent): readonly string[] | 'all' {
  switch (event.kind) {
    case 'import.applied':
      return event.of === 'users' ? 'all' : []
    case 'token.created':
    case 'token.revoked':
      return [event.token]
    case 'app.changed':
      return [`app:${event.app_id}`]
    case 'user.state_changed':
    case 'user.profile_changed':
      return [`user:${event.user_id}`]
    default:
      return []
  }
}
