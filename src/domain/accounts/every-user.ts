/** Streams every user, for exports. */
import { query } from '../../db/query.ts'
import { type OnUnreadable, readIntact } from '../../db/read-intact.ts'
import type { Store } from '../../db/store.ts'
import { type FullUser, findFullUsers } from './find-users.ts'

/** Number of users that one statement reads. */
const BATCH_SIZE = 500

/**
 * All users who are not deactivated, ordered by id, read in batches. A user that changes during the export is returned
 * in the old or in the new state.
 * @param onUnreadable called for each user that is skipped because its rows cannot be read; without this function,
 *   an unreadable row throws an error
 */
export async function* everyUser(
  store: Store,
  onUnreadable?: OnUnreadable,
): AsyncGenerator<readonly FullUser[]> {
  for await (const rows of store.stream(activeIds, {})) {
    for (let from = 0; from < rows.length; from += BATCH_SIZE) {
      const ids = rows.slice(from, from + BATCH_SIZE).map(({ id }) => id)
      const { found, failed } = await readIntact(
        ids,
        (some) => findFullUsers(store, some),
        onUnreadable !== undefined,
      )
      for (const [id, error] of failed) onUnreadable?.(`user ${id}`, error)
      yield ids.flatMap((id) => found.get(id) ?? [])
    }
  }
}

/** The number of users that {@link everyUser} returns. */
export async function countUsers(store: Store): Promise<number> {
  return (await store.first(activeCount, {}))?.users ?? 0
}

const activeIds = query()((k) =>
  k.selectFrom('users').select('id').where('deactivated_at', 'is', null).orderBy('id'),
)

const activeCount = query()((k) =>
  k
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .where('deactivated_at', 'is', null),
)
