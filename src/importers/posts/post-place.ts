/** Reads the location of a v1.1 post (spec/posts.md#place) after v11-schema.ts has repaired the object. */

import type { Place, PostGeo } from '../../domain/posts/content.ts'
import { POINT } from '../../domain/posts/content-schema.ts'
import { type ReportFault, repaired } from '../../lib/repair.ts'
import { type Fields, objectIn } from '../json-fields.ts'

/** The location of a post; undefined if the post has none. */
export function geoIn(post: Fields, note: ReportFault): PostGeo | undefined {
  const coordinates = coordinatesIn(post, note)
  const recorded = objectIn(post, 'place') as Partial<Place> | undefined
  const place = recorded === undefined ? undefined : { ...NO_TEXTS, ...recorded }
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
  // The older field `geo` has the latitude first.
  const [north, east] = pairIn(post, 'geo')
  return north === undefined ? undefined : pointOf(east, north, 'geo', note)
}

function pairIn(post: Fields, name: string): readonly unknown[] {
  return (objectIn(post, name)?.['coordinates'] ?? []) as readonly unknown[]
}

/** A point on the earth; undefined for numbers outside the valid range. */
export function pointOf(
  long: unknown,
  lat: unknown,
  path: string,
  note: ReportFault,
): PostGeo['coordinates'] {
  const part = (_: string, fault: Parameters<ReportFault>[1]) => note(path, fault)
  return repaired(POINT, { long, lat }, part) as PostGeo['coordinates']
}
