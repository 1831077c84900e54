/** Where a post was written, as v1.1 has it (spec/posts.md#place), keys in the recorded order. */
import type { PostGeo } from '../../domain/posts/content.ts'

/** A point, or null. `geo` has the latitude first, `coordinates` the longitude. */
export function pointObject(
  geo: PostGeo | undefined,
  order: 'latitude first' | 'longitude first',
): Record<string, unknown> | null {
  const point = geo?.coordinates
  if (point === undefined) return null
  const { lat, long } = point
  return { type: 'Point', coordinates: order === 'latitude first' ? [lat, long] : [long, lat] }
}

/** The place, or null. */
export function placeObject(geo: PostGeo | undefined): Record<string, unknown> | null {
  const place = geo?.place
  if (place === undefined) return null
  return {
    id: place.id,
    url: place.url ?? null,
    place_type: place.place_type,
    name: place.name,
    full_name: place.full_name,
    country_code: place.country_code,
    country: place.country,
    contained_within: place.contained_within ?? [],
    bounding_box: place.bounding_box ?? null,
    attributes: place.attributes ?? {},
  }
}
