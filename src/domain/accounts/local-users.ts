/** Users of this server, as opposed to users of whom imports have only copies. */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'

/**
 * SQL condition for users who can act on this server or have acted here: users with a password, a token, an OAuth 2.0
 * grant or a post that was written here. Each part uses an index.
 */
export const isLocalUser: RawBuilder<number> = sql`case when
  exists (select 1 from sign_ins where sign_ins.user_id = users.id)
  or exists (select 1 from access_tokens where access_tokens.user_id = users.id)
  or exists (select 1 from oauth2_grants where oauth2_grants.user_id = users.id)
  or exists (select 1 from posts where posts.author_id = users.id and posts.text_key <> '')
  then 1 else 0 end`

/** Those of these users for whom {@link isLocalUser} is true. @param ids at most as many as a batch of an import */
export async function findLocalUsers(reader: Reader, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set()
  const rows = await reader.rows(localUsers, { ids: idList(ids) })
  return new Set(rows.map(({ id }) => id))
}

const localUsers = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select users.id from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id
    where ${isLocalUser} = 1`,
)
