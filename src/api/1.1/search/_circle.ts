/** The parameter `geocode` of search/tweets: a circle on the earth, and which posts lie in it. */
import type { Place, PostGeo } from '../../../domain/posts/content.ts'

export interface Circle {
  /** Degrees, north and east. */
  readonly lat: number
  readonly long: number
  readonly kilometres: number
}

interface Point {
  readonly lat: number
  readonly long: number
}

const EARTH_KILOMETRES = 6_371
const KILOMETRES = { km: 1, mi: 1.609344 } as const

const CIRCLE = /^(-?\d{1,3}(?:\.\d{1,20})?), ?(-?\d{1,3}(?:\.\d{1,20})?), ?(\d{1,5}(?:\.\d{1,20})?)(km|mi)$/i

/** Latitude, longitude and radius, such as `37.78,-122.4,1mi`; undefined for what is no circle. */
export function readCircle(text: string): Circle | undefined {
  const [, lat, long, radius, unit = ''] = CIRCLE.exec(text.trim()) ?? []
  const circle = {
    lat: Number(lat),
    long: Number(long),
    kilometres: Number(radius) * (unit.toLowerCase() === 'mi' ? KILOMETRES.mi : KILOMETRES.km),
  }
  const isOne = Math.abs(circle.lat) <= 90 && Math.abs(circle.long) <= 180 && circle.kilometres > 0
  return isOne ? circle : undefined
}

/**
 * True if a post was written in the circle: at a point in it, or else at a place with every corner in it. False for
 * posts without a location.
 */
export function isInside(circle: Circle, geo: PostGeo | undefined): boolean {
  if (geo?.coordinates !== undefined) return isNear(circle, geo.coordinates)
  const corners = geo?.place === undefined ? [] : cornersOf(geo.place)
  return corners.length > 0 && corners.every((corner) => isNear(circle, corner))
}

/** By the great circle between them. */
function isNear({ lat, long, kilometres }: Circle, point: Point): boolean {
  const [from, to] = [radians(lat), radians(point.lat)]
  const chord =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(point.long - long) / 2) ** 2
  return 2 * EARTH_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(chord))) <= kilometres
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** As imports brought them: a polygon of pairs, each of a longitude and a latitude; none of anything else. */
function cornersOf({ bounding_box: box }: Place): Point[] {
  const rings = typeof box === 'object' && box !== null && 'coordinates' in box ? box.coordinates : undefined
  const ring: unknown = Array.isArray(rings) ? rings[0] : undefined
  if (!Array.isArray(ring)) return []
  return ring.flatMap((pair: unknown) => {
    const [long, lat] = Array.isArray(pair) ? (pair as unknown[]) : []
    return typeof long === 'number' && typeof lat === 'number' ? [{ lat, long }] : []
  })
}
