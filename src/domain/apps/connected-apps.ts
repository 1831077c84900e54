/** The apps that a user has authorized (spec/console.md#connected-apps). */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { higherPermissions, type Permissions, permissionsOf } from './app.ts'
import { type GrantedScope, scopesIn } from './oauth2/scopes.ts'

export interface ConnectedApp {
  readonly id: bigint
  readonly name: string
  /** Screen name of the owner. */
  readonly owner: string
  /** The highest permission level of the app's live OAuth 1.0a tokens; undefined without such a token. */
  readonly permissions: Permissions | undefined
  /** All scopes of the app's OAuth 2.0 grants. */
  readonly scopes: readonly GrantedScope[]
  /** Creation time of the oldest live token or grant of the app, in milliseconds since the Unix epoch. */
  readonly since: number
}

/** Maximum number of tokens, and of grants, that are read. The newest tokens and grants are read first. */
const MAX_TOKENS = 1_000

/**
 * The apps that have a live token or grant of the user, ordered by the newest token or grant, newest first.
 * @param now milliseconds since the Unix epoch
 */
export async function connectedApps(reader: Reader, userId: bigint, now: number): Promise<ConnectedApp[]> {
  const [tokens, grants] = await Promise.all([
    reader.rows(liveTokensOf, { userId }),
    reader.rows(liveGrantsOf, { userId, now }),
  ])
  const rows = [
    ...tokens.map((row) => ({ ...row, permissions: permissionsOf(row.permissions), scopes: [] })),
    ...grants.map(({ scope, ...row }) => ({ ...row, permissions: undefined, scopes: scopesIn(scope) })),
  ].toSorted((a, b) => b.created_at - a.created_at)
  const apps = new Map<bigint, ConnectedApp>()
  for (const { id, name, owner, created_at: since, ...row } of rows) {
    const before = apps.get(id)
    const permissions = higherPermissions(before?.permissions, row.permissions)
    const scopes = [...new Set([...(before?.scopes ?? []), ...row.scopes])]
    apps.set(id, { id, name, owner, permissions, scopes, since })
  }
  return [...apps.values()]
}

// Uses the index access_tokens_user.
const liveTokensOf = query<{ userId: bigint }>()((k, p) =>
  k
    .selectFrom('access_tokens')
    .innerJoin('apps', 'apps.id', 'access_tokens.app_id')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .select([
      'apps.id',
      'apps.name',
      'users.screen_name as owner',
      'access_tokens.permissions',
      'access_tokens.created_at',
    ])
    .where('access_tokens.user_id', '=', p('userId'))
    .where('access_tokens.revoked_at', 'is', null)
    .where('apps.deleted_at', 'is', null)
    .orderBy('access_tokens.created_at', 'desc')
    .limit(MAX_TOKENS),
)

// Uses the index oauth2_grants_user.
const liveGrantsOf = query<{ userId: bigint; now: number }>()((k, p) =>
  k
    .selectFrom('oauth2_grants')
    .innerJoin('apps', 'apps.id', 'oauth2_grants.app_id')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .select([
      'apps.id',
      'apps.name',
      'users.screen_name as owner',
      'oauth2_grants.scope',
      'oauth2_grants.created_at',
    ])
    .where('oauth2_grants.user_id', '=', p('userId'))
    .where('oauth2_grants.expires_at', '>', p('now'))
    .where('apps.deleted_at', 'is', null)
    .orderBy('oauth2_grants.created_at', 'desc')
    .limit(MAX_TOKENS),
)
