/** Access tokens as the operator sees them (spec/console.md#keys-and-tokens): the public halves, never the secrets. */
import { once } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../lib/pages.ts'
import { type Permissions, permissionsOf } from './app.ts'

export interface ListedToken {
  /** The public half. */
  readonly token: string
  readonly appId: bigint
  readonly appName: string
  readonly userId: bigint
  readonly screenName: string
  /** As of its issue. */
  readonly permissions: Permissions
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Milliseconds since the Unix epoch; null while it lives. */
  readonly revokedAt: number | null
}

export interface TokenFilter {
  readonly appId?: bigint | undefined
  readonly userId?: bigint | undefined
  /** Revoked ones as well. */
  readonly withRevoked: boolean
}

/** A page of tokens, in the database's order of their texts. */
export async function listTokens(
  reader: Reader,
  { appId, userId, withRevoked }: TokenFilter,
  { after, count }: PageRequest<string>,
): Promise<Page<ListedToken, string>> {
  // Uses the primary key, the index access_tokens_app, or the index access_tokens_user.
  const asked = once((k) => {
    let page = k
      .selectFrom('access_tokens')
      .innerJoin('apps', 'apps.id', 'access_tokens.app_id')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .select(['token', 'app_id', 'user_id', 'access_tokens.permissions', 'revoked_at'])
      .select(['access_tokens.created_at', 'apps.name as app_name', 'users.screen_name'])
      .where('token', '>', after ?? '')
      .orderBy('token')
      .limit(count + 1)
    if (appId !== undefined) page = page.where('app_id', '=', appId)
    if (userId !== undefined) page = page.where('user_id', '=', userId)
    return withRevoked ? page : page.where('revoked_at', 'is', null)
  })
  const listed = (await reader.rows(asked, {})).map((row) => ({
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
