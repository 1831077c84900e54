/** The apps that a user has authorized (spec/console.md#connected-apps). */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { allows, type Permissions, permissionsOf } from './app.ts'

export interface ConnectedApp {
  readonly id: bigint
  readonly name: string
  /** Screen name of the owner. */
  readonly owner: string
  /** The highest level of its live tokens. */
  readonly permissions: Permissions
  /** Time of its oldest live token, in milliseconds since the Unix epoch. */
  readonly since: number
}

/** Maximum number of tokens read, newest first. */
const MAX_TOKENS = 1_000

/** The apps with a live token of the user, by their newest token, newest first. */
export async function connectedApps(reader: Reader, userId: bigint): Promise<ConnectedApp[]> {
  const rows = await reader.rows(liveTokensOf, { userId })
  const apps = new Map<bigint, ConnectedApp>()
  for (const { id, name, owner, created_at, ...row } of rows) {
    const level = permissionsOf(row.permissions)
    const known = apps.get(id)?.permissions ?? level
    const permissions = allows(level, known) ? level : known
    apps.set(id, { id, name, owner, permissions, since: created_at })
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
    .orderBy('access_tokens.created_at', 'desc')
    .limit(MAX_TOKENS),
)
