/** Declares the schema of the location of a v1.1 post (spec/posts.md#place). */
import { Type } from 'typebox'
import { ADDRESS, keywords, LINK, listOf, NAME, objectOf } from '../../domain/posts/entity-schema.ts'
import type { Fault } from '../../lib/repair.ts'
import { KEPT, KEPT_MEMBERS } from './schema-parts.ts'

type Noted = (name: string, fault: Fault) => void

/**
 * Schema of `geo` and `coordinates`. The two fields have different orders of the numbers; post-place.ts handles this.
 */
export const V11_POINT = objectOf(
  { coordinates: Type.Tuple([Type.Number(), Type.Number()]) },
  {},
  { mend: unlessEmpty(['coordinates']) },
)

/** Corners of a polygon, in the form in which they are stored. */
const POINTS = listOf(listOf(listOf(Type.Number(), { max: 2 }), { max: 100 }), { max: 10 })

const PLACE_TEXT = Type.String(keywords({ longest: 1_000, isCut: true }))

export const V11_PLACE = objectOf(
  { id: LINK },
  {
    url: ADDRESS,
    place_type: PLACE_TEXT,
    name: PLACE_TEXT,
    full_name: PLACE_TEXT,
    country_code: PLACE_TEXT,
    country: PLACE_TEXT,
    contained_within: listOf(KEPT),
    bounding_box: objectOf({ type: NAME, coordinates: POINTS }, {}, { mend: unlessEmpty(['coordinates']) }),
    attributes: KEPT_MEMBERS,
  },
  { mend: unlessEmpty(['id']) },
)

/**
 * Treats an empty object as missing, without a report, because archives contain empty objects for removed locations.
 */
function unlessEmpty(names: readonly string[]) {
  return (value: unknown, _note: Noted): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const isEmpty = names.every((name) => {
      const part = (value as Readonly<Record<string, unknown>>)[name]
      return part === undefined || part === null
    })
    return isEmpty && Object.keys(value).length === 0 ? undefined : value
  }
}
