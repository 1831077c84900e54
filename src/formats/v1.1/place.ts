/** Where a post was written, as v1.1 has it (spec/followers.md section 3), keys in the recorded order. */
import type { Place, PostGeo } from '../../domain/posts/content.ts'

/** `geo`, `coordinates` and `place`: the first has the latitude first, the second the longitude. */
export function geoFields(geo: PostGeo | undefined): Record<string, unknown> {
  const point = geo?.coordinates
  return {
    geo: point === undefined ? null : { type: 'Point', coordinates: [point.lat, point.long] },
    coordinates: point === undefined ? null : { type: 'Point', coordinates: [point.long, point.lat] },
    place: geo?.place === undefined ? null : placeObject(geo.place),
  }
}

function placeObject(place: Place): Record<string, unknown> {
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
