/** The outline of the location of a post. */
import type { EarthPoint } from '../../../lib/earth.ts'
import type { Place, PostGeo } from '../content.ts'

/** The point of a post, or else the corners of its place; empty for an unknown location. */
export function cornersOf(geo: PostGeo | undefined): readonly EarthPoint[] {
  if (geo?.coordinates !== undefined) return [geo.coordinates]
  return geo?.place === undefined ? [] : cornersOfPlace(geo.place)
}

/** The polygon of an imported place is a list of pairs: longitude, then latitude. */
function cornersOfPlace({ bounding_box: box }: Place): EarthPoint[] {
  const rings = typeof box === 'object' && box !== null && 'coordinates' in box ? box.coordinates : undefined
  const ring: unknown = Array.isArray(rings) ? rings[0] : undefined
  if (!Array.isArray(ring)) return []
  return ring.flatMap((pair: unknown) => {
    const [long, lat] = Array.isArray(pair) ? (pair as unknown[]) : []
    return typeof long === 'number' && typeof lat === 'number' ? [{ lat, long }] : []
  })
}
