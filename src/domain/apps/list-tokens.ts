/** Lists access tokens for the operator (spec/console.md#keys-and-tokens), without secrets. */
import { once } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../lib/pages.ts'
import { type Permissions, permissionsOf } from './app.ts'

export interface ListedToken {
  /** The token; its secret is not included. */
  readonly token: string
  readonly appId: bigint
  readonly appName: string
  readonly userId: bigint
  readonly screenName: string
  /** The permission level with which the token was issued. */
  readonly permissions: Permissions
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Milliseconds since the Unix epoch; null for a live token. */
  readonly revokedAt: number | null
}

export interface TokenFilter {
  readonly appId?: bigint | undefined
  readonly userId?: bigint | undefined
  /** True if revoked tokens are included. */
  readonly withRevoked: boolean
}

/** A page of tokens, in the order in which the database sorts texts. */
export async function listTokens(
  reader: Reader,
  { appId, userId, withRevoked }: TokenFilter,
  { after, count }: PageRequest<string>,
): Promise<Page<ListedToken, string>> {
  // Uses the primary key, the index access_tokens_app, or the index access_tokens_user.
  const page = once((k) => {
    let tokens = k
      .selectFrom('access_tokens')
      .innerJoin('apps', 'apps.id', 'access_tokens.app_id')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .select(['token', 'app_id', 'user_id', 'access_tokens.permissions', 'revoked_at'])
      .select(['access_tokens.created_at', 'apps.name as app_name', 'users.screen_name'])
      .where('token', '>', after ?? '')
      .where('apps.deleted_at', 'is', null)
      .orderBy('token')
      .limit(count + 1)
    if (appId !== undefined) tokens = tokens.where('app_id', '=', appId)
    if (userId !== undefined) tokens = tokens.where('user_id', '=', userId)
    return withRevoked ? tokens : tokens.where('revoked_at', 'is', null)
  })
  const listed = (await reader.rows(page, {})).map((row) => ({
    token: row.token,
    appId: row.app_id,
    appName: row.app_name,
    userId: row.user_id,
    screenName: row.screen_name,
    permissions: permissionsOf(row.permissions),
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }))
  return pageOf(listed, count, ({ token }) => token)
}
