/**
 * The parameter `geocode` of search/tweets: reads a circle on the earth, and finds out if a post is in the
 * circle.
 */
import type { PostGeo } from '../../../domain/posts/content.ts'
import { cornersOf } from '../../../domain/posts/read/corners.ts'
import { distanceKm, KILOMETRES } from '../../../lib/earth.ts'

export interface Circle {
  /** Degrees north. The member `long` has degrees east. */
  readonly lat: number
  readonly long: number
  readonly kilometres: number
}

const CIRCLE = /^(-?\d{1,3}(?:\.\d{1,20})?), ?(-?\d{1,3}(?:\.\d{1,20})?), ?(\d{1,5}(?:\.\d{1,20})?)(km|mi)$/i

/** Parses a text with latitude, longitude and radius, such as `37.78,-122.4,1mi`; undefined for other texts. */
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
 * True if a post was written in the circle. A post with a point is in the circle if its point is in the circle. A
 * post with only a place is in the circle if every corner of the place is in the circle. False for posts without a
 * location.
 */
export function isInside({ kilometres, ...centre }: Circle, geo: PostGeo | undefined): boolean {
  const corners = cornersOf(geo)
  return corners.length > 0 && corners.every((corner) => distanceKm(centre, corner) <= kilometres)
}
