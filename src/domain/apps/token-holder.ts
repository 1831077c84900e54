/** Reads all data for authentication of a signed request in one statement: a token, its app and its user. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type UserFacts, userFactsOf } from '../accounts/user.ts'
import { type App, appOf } from './app.ts'
import { type AccessToken, TOKEN, tokenOf } from './tokens.ts'

export interface TokenHolder {
  readonly token: AccessToken
  readonly app: App
  readonly user: UserFacts
}

/** An access token, live or revoked, with its app and user; undefined for an unknown token. */
export async function findTokenHolder(reader: Reader, token: string): Promise<TokenHolder | undefined> {
  if (!TOKEN.test(token)) return undefined
  const row = await reader.first(holderByToken, { token })
  if (row === undefined) return undefined
  return {
    token: tokenOf(row),
    app: appOf({
      id: row.app_id,
      owner_id: row.owner_id,
      name: row.app_name,
      url: row.url,
      description: row.description,
      permissions: row.app_permissions,
      callback_urls: row.callback_urls,
      consumer_key: row.consumer_key,
      consumer_secret: row.consumer_secret,
      bearer_generation: row.bearer_generation,
      bearer_hash: row.bearer_hash,
      created_at: row.app_created_at,
      suspended_at: row.app_suspended_at,
      may_read_email: row.may_read_email,
      level: row.level,
    }),
    user: userFactsOf(row.user_id, {
      screen_name: row.screen_name,
      name: row.user_name,
      created_at: row.user_created_at,
      is_protected: row.is_protected,
      suspended_at: row.user_suspended_at,
      deactivated_at: row.deactivated_at,
      withheld_in_countries: row.withheld_in_countries,
    }),
  }
}

const holderByToken = query<{ token: string }>()((k, p) =>
  k
    .selectFrom('access_tokens')
    .innerJoin('apps', 'apps.id', 'access_tokens.app_id')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .selectAll('access_tokens')
    .select([
      'apps.owner_id',
      'apps.name as app_name',
      'apps.url',
      'apps.description',
      'apps.permissions as app_permissions',
      'apps.callback_urls',
      'apps.consumer_key',
      'apps.consumer_secret',
      'apps.bearer_generation',
      'apps.bearer_hash',
      'apps.created_at as app_created_at',
      'apps.suspended_at as app_suspended_at',
      'apps.may_read_email',
      'apps.level',
      'users.screen_name',
      'users.name as user_name',
      'users.created_at as user_created_at',
      'users.is_protected',
      'users.suspended_at as user_suspended_at',
      'users.deactivated_at',
      'users.withheld_in_countries',
    ])
    .where('access_tokens.token', '=', p('token'))
    .where('apps.deleted_at', 'is', null),
)
