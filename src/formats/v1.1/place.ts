/**
 * Declares the fields of the place and the point of a post (spec/posts.md#place), in the order of recorded responses.
 */
import { Type } from 'typebox'
import type { Place, PostGeo } from '../../domain/posts/content.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { nullable } from './scalars.ts'

const TEXT = Type.String()

/** A point. `geo` has the latitude first, and `coordinates` has the longitude first. */
export const POINT = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
})

/** A {@link POINT}, or null. */
export function pointObject(
  geo: PostGeo | undefined,
  order: 'latitude first' | 'longitude first',
): Record<string, unknown> | null {
  const point = geo?.coordinates
  if (point === undefined) return null
  const { lat, long } = point
  return { type: 'Point', coordinates: order === 'latitude first' ? [lat, long] : [long, lat] }
}

const PLACE_FIELDS = new ObjectTable<Place>([
  { name: 'id', schema: TEXT, value: ({ id }) => id },
  { name: 'url', schema: nullable(TEXT), value: ({ url = null }) => url },
  { name: 'place_type', schema: TEXT, value: ({ place_type }) => place_type },
  { name: 'name', schema: TEXT, value: ({ name }) => name },
  { name: 'full_name', schema: TEXT, value: ({ full_name }) => full_name },
  { name: 'country_code', schema: TEXT, value: ({ country_code }) => country_code },
  { name: 'country', schema: TEXT, value: ({ country }) => country },
  {
    name: 'contained_within',
    schema: Type.Array(Type.Unknown()),
    value: ({ contained_within: within = [] }) => within,
  },
  { name: 'bounding_box', schema: Type.Unknown(), value: ({ bounding_box: box }) => box ?? null },
  {
    name: 'attributes',
    schema: Type.Record(Type.String(), Type.Unknown()),
    value: ({ attributes = {} }) => attributes,
  },
])

export const PLACE = Type.Object(PLACE_FIELDS.schema())

/** A {@link PLACE}, or null. */
export function placeObject(geo: PostGeo | undefined): Record<string, unknown> | null {
  return geo?.place === undefined ? null : PLACE_FIELDS.object(geo.place)
}
