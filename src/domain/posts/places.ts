/** Places of imported posts (docs/decisions/0026-places.md). */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import type { Place } from './content.ts'
import { placeOf } from './content-schema.ts'

/** The form of ids that requests can look up. Places with other ids are shown only in their posts. */
const PLACE_ID = /^[0-9A-Za-z_.:-]{1,64}$/

/** The place with an id; undefined for an unknown id. */
export async function findPlace(reader: Reader, id: string): Promise<Place | undefined> {
  if (!PLACE_ID.test(id)) return undefined
  const row = await reader.first(placeById, { id })
  return row === undefined ? undefined : placeOf(row.content)
}

/** Inserts places. Existing places do not change. */
export async function insertMissingPlaces(tx: Tx, places: readonly Place[]): Promise<void> {
  const byId = new Map<string, Place>()
  for (const place of places) if (PLACE_ID.test(place.id) && !byId.has(place.id)) byId.set(place.id, place)
  if (byId.size === 0) return
  // The rows are sorted, so that concurrent imports do not deadlock.
  const rows = [...byId].sort(([a], [b]) => (a < b ? -1 : 1))
  await insertPlaces(
    tx,
    rows.map(([id, place]) => [id, JSON.stringify(place)]),
  )
}

const placeById = query<{ id: string }>()((k, p) =>
  k.selectFrom('places').select('content').where('place_id', '=', p('id')),
)

const insertPlaces = bulk({ place_id: 'text', content: 'text' }, (k, rows) =>
  k
    .insertInto('places')
    .columns(['place_id', 'content'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)
