import { query } from '../../db/query.ts'
import { type Context, Refusal } from '../context.ts'
import { findSavedSearch, type SavedSearch } from './saved-search.ts'

/**
 * Removes a saved search of a user.
 * @returns the removed search
 * @throws {Refusal} `saved-search-not-found`, also for a saved search of another user
 */
export async function removeSavedSearch(
  { store }: Pick<Context, 'store'>,
  search: { readonly userId: bigint; readonly id: bigint },
): Promise<SavedSearch> {
  // No event: only requests of the user show the user's saved searches.
  return store.write(async (tx) => {
    const found = await findSavedSearch(tx, search)
    if (found === undefined) {
      throw new Refusal('saved-search-not-found', `${search.userId} has no saved search ${search.id}`)
    }
    await tx.run(deleteSearch, { user: search.userId, id: search.id })
    return found
  })
}

const deleteSearch = query<{ user: bigint; id: bigint }>()((k, p) =>
  k.deleteFrom('saved_searches').where('user_id', '=', p('user')).where('search_id', '=', p('id')),
)
