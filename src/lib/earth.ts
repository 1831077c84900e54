/** Computes distances on the earth. */

/** A point in degrees north and east. */
export interface EarthPoint {
  readonly lat: number
  readonly long: number
}

const EARTH_KILOMETRES = 6_371

/** Length of each unit in kilometres. */
export const KILOMETRES = { km: 1, mi: 1.609344 } as const

/** Length of the great circle between two points in kilometres. */
export function distanceKm(one: EarthPoint, other: EarthPoint): number {
  const [from, to] = [radians(one.lat), radians(other.lat)]
  const chord =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(other.long - one.long) / 2) ** 2
  return 2 * EARTH_KILOMETRES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
