/** Finds lists by id or slug. The functions do not check visibility (see visibility.ts). */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type List, type ListRow, listOf } from './list.ts'

/** The existing lists with these ids, by id. Pass at most a few hundred ids, because one statement reads all. */
export async function findLists(reader: Reader, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, List>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.rows(listsByIds, { ids: idList(ids) })
  return new Map(rows.map((row) => [row.id, listOf(row)]))
}

/** The list with an id, or undefined. */
export async function findList(reader: Reader, id: bigint): Promise<List | undefined> {
  return (await findLists(reader, [id])).get(id)
}

/** The list of an owner with that slug, or undefined. Upper and lower case of the slug are equal. */
export async function findListBySlug(
  reader: Reader,
  ownerId: bigint,
  slug: string,
): Promise<List | undefined> {
  const row = await reader.first(listBySlug, { owner: ownerId, slug: slug.toLowerCase() })
  return row === undefined ? undefined : listOf(row)
}

/** Selects those of the given ids whose lists the user follows. */
export async function followedOf(
  reader: Reader,
  userId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set()
  const rows = await reader.rows(followedAmong, { user: userId, ids: idList(ids) })
  return new Set(rows.map(({ list_id }) => list_id))
}

/** True if the user is a member of the list. */
export async function isListMember(reader: Reader, listId: bigint, userId: bigint): Promise<boolean> {
  return (await reader.first(membership, { list: listId, user: userId })) !== undefined
}

/** True if the user follows the list. */
export async function isListFollower(reader: Reader, listId: bigint, userId: bigint): Promise<boolean> {
  return (await reader.first(following, { list: listId, user: userId })) !== undefined
}

const LIST_COLUMNS = sql`lists.id, lists.owner_id, lists.slug, lists.name, lists.description, lists.is_private,
  lists.created_at, lists.member_count, lists.follower_count`

const listsByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<ListRow>`
    select ${LIST_COLUMNS} from ${idsOf(p('ids'), engine)} as wanted join lists on lists.id = wanted.id`,
)

// Uses the unique index lists_slug.
const listBySlug = query<{ owner: bigint; slug: string }>()(
  (_, p) => sql<ListRow>`
    select ${LIST_COLUMNS} from lists where owner_id = ${p('owner')} and slug = ${p('slug')}`,
)

const followedAmong = query<{ user: bigint; ids: string }>()(
  (_, p, engine) => sql<{ list_id: bigint }>`
    select list_followers.list_id from ${idsOf(p('ids'), engine)} as wanted
      join list_followers on list_followers.list_id = wanted.id and list_followers.user_id = ${p('user')}`,
)

const membership = query<{ list: bigint; user: bigint }>()((_, p) => pairIn(sql`list_members`, p))
const following = query<{ list: bigint; user: bigint }>()((_, p) => pairIn(sql`list_followers`, p))

// Uses the unique index on the list and the user.
function pairIn(
  table: RawBuilder<unknown>,
  p: (name: 'list' | 'user') => RawBuilder<bigint>,
): RawBuilder<{ position: bigint }> {
  return sql`select position from ${table} where list_id = ${p('list')} and user_id = ${p('user')}`
}
