/** Media, polls and places of posts, as Labs v1 has them (spec/v2-objects.md#media and spec/labs-v1.md#formats). */
import type { Place, Poll, PostMedia } from '../../domain/posts/content.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { isOwnFile } from '../v1.1/media.ts'
import { type Format, filled, holds } from './format.ts'

const MEDIA_KEY_PREFIX = { photo: '3', video: '7', animated_gif: '16' } as const

/** The key of a media object: its kind and its id. */
export function mediaKey({ id_str, type }: Pick<PostMedia, 'id_str' | 'type'>): string {
  return `${MEDIA_KEY_PREFIX[type]}_${id_str}`
}

/** @param origin scheme and host, put before the paths of this server's own files */
export function mediaObject(media: PostMedia, format: Format, origin: string): Record<string, unknown> {
  const { type, sizes, video_info, media_url_https, view_count } = media
  // Some imported media have no file: an address that is empty leads nowhere.
  const address = media_url_https === '' ? undefined : media_url_https
  const url = isOwnFile(media_url_https) ? origin + media_url_https : address
  const size = sizes['large'] ?? sizes['medium']
  return filled({
    media_key: mediaKey(media),
    type,
    height: size?.h,
    width: size?.w,
    url: type === 'photo' ? url : undefined,
    preview_image_url: type === 'photo' ? undefined : url,
    duration_ms: type === 'video' ? video_info?.duration_millis : undefined,
    stats: holds(format, 'detailed') && view_count !== undefined ? { view_count } : undefined,
    format,
  })
}

export function pollObject(poll: Poll, format: Format): Record<string, unknown> {
  const { id, options, voting_status, end_at, duration_minutes } = poll
  return filled({
    id,
    options,
    voting_status: holds(format, 'default') ? voting_status : undefined,
    end_datetime: holds(format, 'default') && end_at !== undefined ? isoSecond(end_at) : undefined,
    duration_minutes: holds(format, 'default') ? duration_minutes : undefined,
    format,
  })
}

export function placeObject(place: Place, format: Format): Record<string, unknown> {
  const { id, name, country_code, place_type, full_name, country, contained_within, bounding_box } = place
  const isWhole = holds(format, 'default')
  return filled({
    id,
    name,
    country_code,
    ...(isWhole ? { place_type, full_name, country, contained_within: containing(contained_within) } : {}),
    geo: holds(format, 'detailed') ? featureOf(bounding_box) : undefined,
    format,
  })
}

/** Ids, whether they came alone or as places. */
function containing(places: Place['contained_within']): readonly string[] {
  return (places ?? []).flatMap((place) => {
    if (typeof place === 'string') return [place]
    const isPlace = typeof place === 'object' && place !== null && 'id' in place
    return isPlace && typeof place.id === 'string' ? [place.id] : []
  })
}

/** A box of west, south, east and north; undefined for what has no corners. */
function featureOf(box: unknown): Record<string, unknown> | undefined {
  const corners = cornersOf(box)
  if (corners.length === 0) return undefined
  const [longs, lats] = [corners.map(([long]) => long), corners.map(([, lat]) => lat)]
  return {
    type: 'Feature',
    bbox: [Math.min(...longs), Math.min(...lats), Math.max(...longs), Math.max(...lats)],
    properties: {},
  }
}

/** The corners of a v1.1 bounding box: a polygon of one ring. */
function cornersOf(box: unknown): (readonly [number, number])[] {
  if (typeof box !== 'object' || box === null || !('coordinates' in box)) return []
  const { coordinates } = box
  const ring: unknown = Array.isArray(coordinates) ? coordinates[0] : undefined
  if (!Array.isArray(ring)) return []
  return ring.flatMap((corner: unknown) => {
    if (!Array.isArray(corner)) return []
    const [long, lat] = corner as unknown[]
    return typeof long === 'number' && typeof lat === 'number' ? [[long, lat] as const] : []
  })
}
