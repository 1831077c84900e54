/** Lists the OAuth 2.0 grants of an app for its owner (spec/console.md#usage). */
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { type GrantedScope, scopesIn } from './scopes.ts'

export interface ListedGrant {
  readonly id: bigint
  readonly userId: bigint
  readonly screenName: string
  readonly scopes: readonly GrantedScope[]
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/**
 * Live grants of an app, ordered by user.
 * @param now milliseconds since the Unix epoch
 * @param count maximum number of results
 */
export async function listGrants(
  reader: Reader,
  { appId, now, count }: { readonly appId: bigint; readonly now: number; readonly count: number },
): Promise<readonly ListedGrant[]> {
  const rows = await reader.rows(liveGrantsOfApp, { appId, now, count })
  return rows.map(({ id, user_id, screen_name, scope, created_at }) => ({
    id,
    userId: user_id,
    screenName: screen_name,
    scopes: scopesIn(scope),
    createdAt: created_at,
  }))
}

// Uses the index oauth2_grants_users.
const liveGrantsOfApp = query<{ appId: bigint; now: number; count: number }>()((k, p) =>
  k
    .selectFrom('oauth2_grants')
    .innerJoin('users', 'users.id', 'oauth2_grants.user_id')
    .select(['oauth2_grants.id', 'oauth2_grants.user_id', 'users.screen_name'])
    .select(['oauth2_grants.scope', 'oauth2_grants.created_at'])
    .where('oauth2_grants.app_id', '=', p('appId'))
    .where('oauth2_grants.expires_at', '>', p('now'))
    .orderBy('oauth2_grants.user_id')
    .orderBy('oauth2_grants.id')
    .limit(p('count')),
)
