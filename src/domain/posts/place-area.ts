/** Computes the areas of places and posts. */
import type { Place, PostGeo } from './content.ts'

/** A box in degrees; the edges are part of the box. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The location of a post: its point, or else the area of its place; undefined when unknown. */
export function areaOf(geo: PostGeo | undefined): Box | undefined {
  const { coordinates: point, place } = geo ?? {}
  if (point !== undefined) return { west: point.long, south: point.lat, east: point.long, north: point.lat }
  return place === undefined ? undefined : placeArea(place)
}

/** The bounds of the polygon of a place; undefined for a place without a polygon. */
export function placeArea({ bounding_box: polygon }: Pick<Place, 'bounding_box'>): Box | undefined {
  const rings = (polygon as { readonly coordinates?: unknown } | null | undefined)?.coordinates
  if (!Array.isArray(rings)) return undefined
  const corners = rings.flat().filter(isCorner)
  if (corners.length === 0) return undefined
  const longs = corners.map(([long]) => long)
  const lats = corners.map(([, lat]) => lat)
  return {
    west: Math.min(...longs),
    south: Math.min(...lats),
    east: Math.max(...longs),
    north: Math.max(...lats),
  }
}

function isCorner(value: unknown): value is readonly [long: number, lat: number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}

/** True when two boxes have a point in common. */
export function meet(one: Box, other: Box): boolean {
  return (
    one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north
  )
}
