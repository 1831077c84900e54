/** Finds the apps with which messages were sent. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'

export interface SourceApp {
  readonly id: bigint
  readonly name: string
}

/**
 * The apps with these ids, including deleted apps, without duplicates. Pass at most a few hundred ids,
 * because one statement reads all.
 */
export async function findSourceApps(
  reader: Reader,
  ids: readonly (bigint | null)[],
): Promise<readonly SourceApp[]> {
  const known = new Set(ids.filter((id) => id !== null))
  return known.size === 0 ? [] : reader.rows(appsByIds, { ids: idList([...known]) })
}

// Looks up the primary key for each id.
const appsByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<SourceApp>`
    select apps.id, apps.name from ${idsOf(p('ids'), engine)} as wanted join apps on apps.id = wanted.id`,
)
