import { query } from '../../db/query.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { MAX_SAVED_SEARCHES, type SavedSearch, savedSearchesOf } from './saved-search.ts'

export interface SaveSearchInput {
  readonly userId: bigint
  /** The query; not empty. */
  readonly query: string
}

/**
 * Saves a search for a user. A query that is saved already is not saved again.
 * @returns the saved search
 * @throws {Refusal} `saved-searches-too-many`
 */
export async function saveSearch(context: Context, input: SaveSearchInput): Promise<SavedSearch> {
  const { userId, query: text } = input
  const search: SavedSearch = { id: await context.ids.make(), query: text, createdAt: context.clock.now() }
  // No event: only requests of the user show the user's saved searches.
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    const saved = await savedSearchesOf(tx, userId)
    const same = saved.find((each) => each.query === text)
    if (same !== undefined) return same
    if (saved.length >= MAX_SAVED_SEARCHES) {
      throw new Refusal('saved-searches-too-many', `${userId} has ${saved.length} saved searches`)
    }
    await tx.run(insertSearch, { user: userId, id: search.id, query: text, now: search.createdAt })
    return search
  })
}

const insertSearch = query<{ user: bigint; id: bigint; query: string; now: number }>()((k, p) =>
  k
    .insertInto('saved_searches')
    .values({ user_id: p('user'), search_id: p('id'), query: p('query'), created_at: p('now') }),
)
