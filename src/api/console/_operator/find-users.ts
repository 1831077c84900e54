/** Finds users for the operator’s desk. */
import { MAX_SEARCH_RESULTS, searchUsers } from '../../../domain/accounts/search-users.ts'
import { findUser } from '../../../domain/accounts/user.ts'
import { isPlainText } from '../../../domain/plain-text.ts'
import type { Services } from '../../_services.ts'
import { idIn } from '../../1.1/_id.ts'

/** Finds the user whose id is the text, then users by name. Suspended and deactivated users are included. */
export async function findDeskUserIds(
  { store }: Pick<Services, 'store'>,
  text: string,
  count: number,
): Promise<readonly bigint[]> {
  if (!isPlainText(text)) return []
  const id = idIn(text)
  const byId = id === undefined ? undefined : await findUser(store, { id })
  const limit = Math.min(count, MAX_SEARCH_RESULTS)
  const input = { query: text, offset: 0, count: limit, withHidden: true }
  const found = await searchUsers(store, { userId: null }, input)
  return [...new Set([...(byId === undefined ? [] : [byId.id]), ...found])].slice(0, count)
}
