/** Lists the users who have authorized an app, for the owner of the app (spec/console.md#connected-apps). */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../../lib/pages.ts'
import { higherPermissions, type Permissions, permissionsOf } from '../app.ts'
import { type GrantedScope, scopesIn } from '../oauth2/scopes.ts'

export interface ConnectedUser {
  readonly userId: bigint
  readonly screenName: string
  readonly name: string
  /** The highest permission level of the user's live OAuth 1.0a tokens; undefined without such a token. */
  readonly permissions: Permissions | undefined
  /** All scopes of the user's OAuth 2.0 grants. */
  readonly scopes: readonly GrantedScope[]
  /** Creation time of the user's oldest live token or grant, in milliseconds since the Unix epoch. */
  readonly since: number
}

/**
 * A page of the users with a live token or grant of an app, in ascending order of ids.
 * @param now milliseconds since the Unix epoch
 */
export async function connectedUsers(
  reader: Reader,
  { appId, now }: { readonly appId: bigint; readonly now: number },
  { after, count }: PageRequest<bigint>,
): Promise<Page<ConnectedUser, bigint>> {
  const found = await reader.rows(usersOfApp, { appId, now, after: after ?? 0n, count: count + 1 })
  const page = pageOf(found, count, ({ user_id }) => user_id)
  const ids = idList(page.items.map(({ user_id }) => user_id))
  const [users, tokens, grants] = await Promise.all([
    reader.rows(namesOf, { ids }),
    reader.rows(tokensOf, { appId, ids }),
    reader.rows(grantsOf, { appId, ids, now }),
  ])
  const connected = new Map<bigint, ConnectedUser>()
  for (const { id, screen_name, name } of users) {
    const since = Number.MAX_SAFE_INTEGER
    connected.set(id, {
      userId: id,
      screenName: screen_name,
      name,
      permissions: undefined,
      scopes: [],
      since,
    })
  }
  for (const { user_id, permissions, created_at } of tokens) {
    const user = connected.get(user_id)
    if (user === undefined) continue
    const higher = higherPermissions(user.permissions, permissionsOf(permissions))
    connected.set(user_id, { ...user, permissions: higher, since: Math.min(user.since, created_at) })
  }
  for (const { user_id, scope, created_at } of grants) {
    const user = connected.get(user_id)
    if (user === undefined) continue
    const scopes = [...new Set([...user.scopes, ...scopesIn(scope)])]
    connected.set(user_id, { ...user, scopes, since: Math.min(user.since, created_at) })
  }
  return { ...page, items: page.items.flatMap(({ user_id }) => connected.get(user_id) ?? []) }
}

/** Number of users who have a live token or grant of an app. */
export async function countConnectedUsers(
  reader: Reader,
  { appId, now }: { readonly appId: bigint; readonly now: number },
): Promise<number> {
  return Number((await reader.first(userCount, { appId, now }))?.users ?? 0)
}

// Uses the indexes access_tokens_users and oauth2_grants_users.
const usersOfApp = query<{ appId: bigint; now: number; after: bigint; count: number }>()(
  (_, p) => sql<{ user_id: bigint }>`
    select user_id from access_tokens
    where app_id = ${p('appId')} and revoked_at is null and user_id > ${p('after')}
    union
    select user_id from oauth2_grants
    where app_id = ${p('appId')} and expires_at > ${p('now')} and user_id > ${p('after')}
    order by user_id limit ${p('count')}`,
)

const userCount = query<{ appId: bigint; now: number }>()(
  (_, p) => sql<{ users: number | bigint }>`
    select count(*) as users from (
      select user_id from access_tokens where app_id = ${p('appId')} and revoked_at is null
      union
      select user_id from oauth2_grants where app_id = ${p('appId')} and expires_at > ${p('now')}
    ) as connected`,
)

const namesOf = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint; screen_name: string; name: string }>`
    select users.id, users.screen_name, users.name
    from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id`,
)

// Uses the index access_tokens_user.
const tokensOf = query<{ appId: bigint; ids: string }>()(
  (_, p, engine) => sql<{ user_id: bigint; permissions: string; created_at: number }>`
    select access_tokens.user_id, access_tokens.permissions, access_tokens.created_at
    from ${idsOf(p('ids'), engine)} as wanted
    join access_tokens on access_tokens.user_id = wanted.id and access_tokens.app_id = ${p('appId')}
    where access_tokens.revoked_at is null`,
)

// Uses the index oauth2_grants_user.
const grantsOf = query<{ appId: bigint; ids: string; now: number }>()(
  (_, p, engine) => sql<{ user_id: bigint; scope: string; created_at: number }>`
    select oauth2_grants.user_id, oauth2_grants.scope, oauth2_grants.created_at
    from ${idsOf(p('ids'), engine)} as wanted
    join oauth2_grants on oauth2_grants.user_id = wanted.id and oauth2_grants.app_id = ${p('appId')}
    where oauth2_grants.expires_at > ${p('now')}`,
)
