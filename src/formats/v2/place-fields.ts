/**
 * Declares the fields of the API v2 place object (spec/v2-objects.md#place), in JSON order. To add a field, add it
 * here.
 */
import { type TSchema, Type } from 'typebox'
import type { Place } from '../../domain/posts/content.ts'
import { type MemberField, V2FieldTable } from './field-table.ts'
import { TEXT } from './scalars.ts'

export interface PlaceInputs {
  readonly place: Place
}

function own<const Name extends string>(
  name: Name,
  schema: TSchema,
  value: (place: Place) => unknown,
  more: Pick<MemberField<PlaceInputs, 'place', Name>, 'since' | 'until' | 'isDefault'> = {},
): MemberField<PlaceInputs, 'place', Name> {
  return { name, from: 'place', schema, value, ...more }
}

const FEATURE = Type.Object({
  type: Type.Literal('Feature'),
  bbox: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
  properties: Type.Object({}),
})

const fields = [
  own('id', TEXT, (place) => place.id, { isDefault: true }),
  own('full_name', TEXT, (place) => place.full_name, { isDefault: true }),
  own('name', TEXT, (place) => place.name),
  own('country', TEXT, (place) => place.country),
  own('country_code', TEXT, (place) => place.country_code),
  own('place_type', TEXT, (place) => place.place_type),
  own('contained_within', Type.Array(TEXT), (place) => place.contained_within?.flatMap(idOf)),
  own('geo', FEATURE, ({ bounding_box }) => {
    const bbox = boxOf(bounding_box)
    return bbox === undefined ? undefined : { type: 'Feature', bbox, properties: {} }
  }),
] as const

export const PLACE_FIELDS = new V2FieldTable<PlaceInputs, (typeof fields)[number]['name']>(fields)

/** The id of a containing place. In v1.1 data, the value is an id or a complete place. */
function idOf(place: unknown): string[] {
  if (typeof place === 'string') return [place]
  if (typeof place !== 'object' || place === null || !('id' in place)) return []
  return typeof place.id === 'string' ? [place.id] : []
}

/** The box as west, south, east and north; undefined for a shape without points. */
function boxOf(polygon: unknown): readonly [number, number, number, number] | undefined {
  if (typeof polygon !== 'object' || polygon === null || !('coordinates' in polygon)) return undefined
  const points = pointsIn(polygon.coordinates)
  if (points.length === 0) return undefined
  const longs = points.map(([long]) => long)
  const lats = points.map(([, lat]) => lat)
  return [Math.min(...longs), Math.min(...lats), Math.max(...longs), Math.max(...lats)]
}

function pointsIn(coordinates: unknown): [long: number, lat: number][] {
  if (!Array.isArray(coordinates)) return []
  const [long, lat] = coordinates as unknown[]
  return typeof long === 'number' && typeof lat === 'number' ? [[long, lat]] : coordinates.flatMap(pointsIn)
}
