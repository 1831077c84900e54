/** Searches the stored places (spec/v1-streams-and-lists.md#trends-and-places). */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { fold, tokenise } from '../../filter/tokenise.ts'
import type { Place } from './content.ts'
import { placeOf } from './content-schema.ts'
import { meet, placeArea } from './place-area.ts'

export interface PlaceSearch {
  /** Words that the name or the full name must contain; undefined accepts any name. */
  readonly words: string | undefined
  /** A point that must be inside the place; undefined accepts any area. */
  readonly point: { readonly lat: number; readonly long: number } | undefined
  /** Accepted values of `place_type`; undefined accepts all values. */
  readonly types: readonly string[] | undefined
  readonly max: number
}

/** Maximum number of places that a search reads, in the order of their ids. */
export const MAX_SEARCHED_PLACES = 10_000

/** Maximum number of places that one statement reads, which takes about a millisecond. */
const SLICE = 200

/** The matching places, in the order of their ids. */
export async function searchPlaces(reader: Reader, search: PlaceSearch): Promise<readonly Place[]> {
  const words = search.words === undefined ? [] : tokenise(search.words)
  const found: Place[] = []
  let after = ''
  for (let seen = 0; seen < MAX_SEARCHED_PLACES; seen += SLICE) {
    const rows: readonly { place_id: string; content: string }[] = await reader.rows(placesAfter, { after })
    for (const { content } of rows) {
      const place = placeOf(content)
      if (isMatch(place, words, search)) found.push(place)
      if (found.length === search.max) return found
    }
    if (rows.length < SLICE) return found
    after = rows.at(-1)?.place_id ?? after
  }
  return found
}

function isMatch(place: Place, words: readonly string[], { point, types }: PlaceSearch): boolean {
  if (types !== undefined && !types.includes(place.place_type)) return false
  if (words.length > 0) {
    const names = new Set(tokenise(fold(`${place.name} ${place.full_name}`)))
    if (!words.every((word) => names.has(word))) return false
  }
  if (point === undefined) return true
  const area = placeArea(place)
  const { lat, long } = point
  return area !== undefined && meet(area, { west: long, south: lat, east: long, north: lat })
}

const placesAfter = query<{ after: string }>()((k, p) =>
  k
    .selectFrom('places')
    .select(['place_id', 'content'])
    .where('place_id', '>', p('after'))
    .orderBy('place_id')
    .limit(SLICE),
)
