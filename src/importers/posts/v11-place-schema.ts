/** Where a v1.1 post was written (spec/posts.md#place), to the last level. */
import { Type } from 'typebox'
import { ADDRESS, keywords, LINK, listOf, NAME, objectOf } from '../../domain/posts/entity-schema.ts'
import type { Fault } from '../../lib/repair.ts'
import { KEPT, KEPT_MEMBERS } from './schema-parts.ts'

type Noted = (name: string, fault: Fault) => void

/** `geo` and `coordinates`: which of the two numbers is which, post-place.ts knows. */
export const V11_POINT = objectOf(
  { coordinates: Type.Tuple([Type.Number(), Type.Number()]) },
  {},
  { mend: unlessEmpty(['coordinates']) },
)

/** Corners of a shape, as storage has them. */
const POINTS = listOf(listOf(listOf(Type.Number(), { most: 2 }), { most: 100 }), { most: 10 })

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

/** Objects without their main part, as archives have them for places that are gone, are as good as none and no fault. */
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
