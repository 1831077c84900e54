/** The place object of Labs v2 and the second generation (spec/v2-objects.md#place). */
import type { Place } from '../../domain/posts/content.ts'
import { type FieldSet, has } from './field-set.ts'
import { PLACE } from './fields.ts'

export function placeObject(place: Place, fields: FieldSet): Record<string, unknown> {
  const members: Record<string, unknown> = { id: place.id, full_name: place.full_name }
  for (const name of ['name', 'country', 'country_code', 'place_type'] as const) {
    if (has(fields, PLACE[name]) && place[name] !== '') members[name] = place[name]
  }
  const around = (place.contained_within ?? []).flatMap(idOf)
  if (has(fields, PLACE.contained_within) && around.length > 0) members['contained_within'] = around
  const bbox = boxOf(place.bounding_box)
  if (has(fields, PLACE.geo) && bbox !== undefined) members['geo'] = { type: 'Feature', bbox, properties: {} }
  return members
}

/** v1.1 has ids there, or whole places. */
function idOf(place: unknown): string[] {
  if (typeof place === 'string') return [place]
  if (typeof place !== 'object' || place === null || !('id' in place)) return []
  return typeof place.id === 'string' ? [place.id] : []
}

/** West, south, east, north; undefined for what is no polygon. */
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
