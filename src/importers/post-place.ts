/** Reads where a v1.1 post was written (spec/followers.md section 3). */
import type { Place, PostGeo } from '../domain/posts/content.ts'
import { type Fields, keptOf, Misfit, objectIn, textIn } from './json-fields.ts'

/** Undefined when the post does not tell. @throws {Misfit} */
export function geoIn(post: Fields): PostGeo | undefined {
  const coordinates = coordinatesIn(post)
  const told = objectIn(post, 'place')
  // Archives have an empty object for places that are gone.
  const place = told === undefined || Object.keys(told).length === 0 ? undefined : placeOf(told)
  if (coordinates === undefined && place === undefined) return undefined
  return { ...(coordinates === undefined ? {} : { coordinates }), ...(place === undefined ? {} : { place }) }
}

function coordinatesIn(post: Fields): PostGeo['coordinates'] {
  const point = pairIn(post, 'coordinates')
  if (point !== undefined) return pointOf(point[0], point[1])
  // The older of the two fields has them the other way round.
  const geo = pairIn(post, 'geo')
  return geo === undefined ? undefined : pointOf(geo[1], geo[0])
}

function pairIn(post: Fields, name: string): readonly [unknown, unknown] | undefined {
  const field = objectIn(post, name)
  const pair = field?.['coordinates']
  if (pair === undefined || pair === null) return undefined
  if (!Array.isArray(pair) || pair.length !== 2) throw new Misfit(`${name} is no point`)
  return [pair[0], pair[1]]
}

/** A point of the earth. @throws {Misfit} */
export function pointOf(first: unknown, second: unknown): { long: number; lat: number } {
  const long = typeof first === 'string' ? Number.parseFloat(first) : first
  const lat = typeof second === 'string' ? Number.parseFloat(second) : second
  const isPoint =
    typeof long === 'number' && typeof lat === 'number' && Math.abs(long) <= 180 && Math.abs(lat) <= 90
  if (!isPoint) throw new Misfit('the coordinates are no point of the earth')
  return { long, lat }
}

const PLACE_TEXTS = ['id', 'place_type', 'name', 'full_name', 'country_code', 'country'] as const

function placeOf(told: Fields): Place {
  const place = keptOf(told, 'place') as Record<string, unknown>
  for (const name of PLACE_TEXTS) place[name] = textIn(told, name) ?? ''
  if (place['id'] === '') throw new Misfit('the place has no id')
  return place as unknown as Place
}
