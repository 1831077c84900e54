/** Reads where a v1.1 post was written (spec/posts.md#place), of which v11-schema.ts made sound parts. */

import type { Place, PostGeo } from '../../domain/posts/content.ts'
import { POINT } from '../../domain/posts/content-schema.ts'
import { type ReportFault, repaired } from '../../lib/repair.ts'
import { type Fields, objectIn } from '../json-fields.ts'

/** Undefined when the post does not tell. */
export function geoIn(post: Fields, note: ReportFault): PostGeo | undefined {
  const coordinates = coordinatesIn(post, note)
  const told = objectIn(post, 'place') as Partial<Place> | undefined
  const place = told === undefined ? undefined : { ...NO_TEXTS, ...told }
  if (coordinates === undefined && place === undefined) return undefined
  return {
    ...(coordinates === undefined ? {} : { coordinates }),
    ...(place === undefined ? {} : { place: place as Place }),
  }
}

const NO_TEXTS = { place_type: '', name: '', full_name: '', country_code: '', country: '' }

function coordinatesIn(post: Fields, note: ReportFault): PostGeo['coordinates'] {
  const [long, lat] = pairIn(post, 'coordinates')
  if (long !== undefined) return pointOf(long, lat, 'coordinates', note)
  // The older of the two fields has them the other way round.
  const [north, east] = pairIn(post, 'geo')
  return north === undefined ? undefined : pointOf(east, north, 'geo', note)
}

function pairIn(post: Fields, name: string): readonly unknown[] {
  return (objectIn(post, name)?.['coordinates'] ?? []) as readonly unknown[]
}

/** A point of the earth; undefined for what is none. */
export function pointOf(
  long: unknown,
  lat: unknown,
  path: string,
  note: ReportFault,
): PostGeo['coordinates'] {
  const part = (_: string, fault: Parameters<ReportFault>[1]) => note(path, fault)
  return repaired(POINT, { long, lat }, part) as PostGeo['coordinates']
}
