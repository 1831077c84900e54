/** Reads the saved searches of users. */
import { query } from '../../db/query.ts'
import type { SavedSearchesTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'

export interface SavedSearch {
  readonly id: bigint
  readonly query: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/** Maximum number of saved searches of a user (spec/v1-streams-and-lists.md#other-calls). */
export const MAX_SAVED_SEARCHES = 25

/** All saved searches of a user, oldest first. */
export async function savedSearchesOf(reader: Reader, userId: bigint): Promise<readonly SavedSearch[]> {
  return (await reader.rows(searchesOfUser, { user: userId })).map(savedSearchIn)
}

/** A saved search of a user; undefined for a search of another user. */
export async function findSavedSearch(
  reader: Reader,
  { userId, id }: { readonly userId: bigint; readonly id: bigint },
): Promise<SavedSearch | undefined> {
  const row = await reader.first(searchOfUser, { user: userId, id })
  return row === undefined ? undefined : savedSearchIn(row)
}

function savedSearchIn({ search_id, query: text, created_at }: SavedSearchesTable): SavedSearch {
  return { id: search_id, query: text, createdAt: created_at }
}

const searchesOfUser = query<{ user: bigint }>()((k, p) =>
  k
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', p('user'))
    .orderBy('search_id')
    .limit(MAX_SAVED_SEARCHES),
)

const searchOfUser = query<{ user: bigint; id: bigint }>()((k, p) =>
  k
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', p('user'))
    .where('search_id', '=', p('id')),
)
