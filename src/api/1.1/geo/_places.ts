/** Searches of places in v1.1 (spec/v1-streams-and-lists.md#trends-and-places). */
import { Type } from 'typebox'
import { searchPlaces } from '../../../domain/posts/search-places.ts'
import { PLACE, placeObject } from '../../../formats/v1.1/place.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { count, optionalText } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { V11Error } from '../_errors.ts'

export const PLACE_PARAMS = {
  lat: optionalText('Degrees north, with `long`.'),
  long: optionalText('Degrees east, with `lat`.'),
  granularity: optionalText(
    'The smallest kind of place: `poi`, `neighborhood`, `city`, `admin` or `country`.',
  ),
  accuracy: optionalText('Ignored: the places themselves have areas.'),
  max_results: count({ default: 20, max: 100 }),
} as const

export const PLACES = Type.Object(
  {
    result: Type.Object({ places: Type.Array(PLACE) }),
    query: Type.Object({
      url: Type.String(),
      type: Type.String(),
      params: Type.Record(Type.String(), Type.Unknown()),
    }),
  },
  { title: 'Places' },
)

/** Types of places, from the smallest to the largest. */
const KINDS: readonly string[] = ['poi', 'neighborhood', 'city', 'admin', 'country']

interface PlaceParams {
  readonly lat: string | undefined
  readonly long: string | undefined
  readonly granularity: string | undefined
  readonly max_results: number
}

/**
 * The point of a request; undefined if the request has none.
 * @throws {V11Error} 3 if only one coordinate is sent, or if a coordinate is out of range or not a number
 */
export function pointIn({ lat, long }: Pick<PlaceParams, 'lat' | 'long'>) {
  if (lat === undefined && long === undefined) return undefined
  const point = { lat: degreesIn(lat), long: degreesIn(long) }
  if (Math.abs(point.lat) <= 90 && Math.abs(point.long) <= 180) return point
  throw new V11Error('coordinatesInvalid')
}

function degreesIn(text: string | undefined): number {
  return text !== undefined && /^[+-]?[0-9]{1,3}(\.[0-9]{1,20})?$/.test(text) ? Number(text) : Number.NaN
}

/**
 * The response with the places of a search.
 * @param type the type of the search, as in the response
 * @param words the words that the name of a place must contain
 * @throws {V11Error} 3, 44
 */
export async function placesAnswer(
  { store }: Services,
  { type, path, words }: { readonly type: string; readonly path: string; readonly words: string | undefined },
  params: PlaceParams,
): Promise<Answer> {
  const { granularity, max_results: max } = params
  const at = KINDS.indexOf(granularity ?? '')
  if (granularity !== undefined && at < 0) throw new V11Error('parameterInvalid', 'granularity')
  const types = granularity === undefined ? undefined : KINDS.slice(at)
  const point = pointIn(params)
  const places = await searchPlaces(store, { words, point, types, max })
  const sent = {
    ...(words === undefined ? {} : { query: words }),
    ...(point === undefined ? {} : { coordinates: { type: 'Point', coordinates: [point.long, point.lat] } }),
    ...(granularity === undefined ? {} : { granularity }),
  }
  const body = {
    result: { places: places.map((place) => placeObject({ place })) },
    query: { url: path, type, params: sent },
  }
  return { status: 200, body: JSON.stringify(body) }
}
