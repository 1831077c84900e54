/** Every user, for exports. */
import { query } from '../../db/query.ts'
import { type OnUnreadable, readIntact } from '../../db/read-intact.ts'
import type { Store } from '../../db/store.ts'
import { type FullUser, findFullUsers } from './find-users.ts'

/** Users that are read at once. */
const BATCH_SIZE = 500

/**
 * Everybody who is not deactivated, in the order of ids, in pieces. Who changes meanwhile is seen before or after.
 * @param onUnreadable told of users who are left out because their rows cannot be read; when left out, such a row ends
 *   everything
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

/** How many users {@link everyUser} gives. */
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
