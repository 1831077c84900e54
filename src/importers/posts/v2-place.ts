/** Reads the location of a v2 post after v2-schema.ts has repaired the object. */
import type { Place, PostGeo } from '../../domain/posts/content.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { type Fields, objectIn, textIn } from '../json-fields.ts'
import { pointOf } from './post-place.ts'
import type { V2Includes } from './v2-includes.ts'
import { v2Place } from './v2-things.ts'

/** The location of a post; undefined if the post has none. */
export function geoIn(fields: Fields, includes: V2Includes, note: ReportFault): PostGeo | undefined {
  const geo = objectIn(fields, 'geo')
  if (geo === undefined) return undefined
  const point = objectIn(geo, 'coordinates')?.['coordinates'] as readonly number[] | undefined
  const placeId = textIn(geo, 'place_id') ?? textIn(geo, 'id')
  const place = placeIn(geo, placeId, includes)
  const coordinates = point === undefined ? undefined : pointOf(point[0], point[1], 'geo.coordinates', note)
  if (coordinates === undefined && place === undefined) return undefined
  return { ...(coordinates === undefined ? {} : { coordinates }), ...(place === undefined ? {} : { place }) }
}

/**
 * The place of a post. In flattened posts, `geo` has the fields of the place; in other posts, it has only the place id.
 */
function placeIn(geo: Fields, placeId: string | undefined, includes: V2Includes): Place | undefined {
  if (placeId === undefined || placeId === '') return undefined
  return 'full_name' in geo ? v2Place({ ...geo, id: placeId }) : includes.place(placeId)
}
