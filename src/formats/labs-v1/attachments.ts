/**
 * Declares the fields of media, polls and places in Labs v1 (spec/v2-objects.md#media and spec/labs-v1.md#formats), in
 * JSON order.
 */
import { Type } from 'typebox'
import type { Place, Poll, PostMedia } from '../../domain/posts/content.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { isOwnFile } from '../v1.1/media.ts'
import { FORMAT_FIELD, type Format, type Formatted, present, shown } from './format.ts'
import { COUNT, TEXT, TIME } from './schemas.ts'

const MEDIA_KEY_PREFIX = { photo: '3', video: '7', animated_gif: '16' } as const

/** Key of a media object; it consists of the kind and the id of the medium. */
export function mediaKey({ id_str, type }: Pick<PostMedia, 'id_str' | 'type'>): string {
  return `${MEDIA_KEY_PREFIX[type]}_${id_str}`
}

interface MediaInput {
  readonly media: PostMedia
  /** Scheme and host of the URLs of files on this server. */
  readonly origin: string
}

const KINDS = Type.Union([Type.Literal('photo'), Type.Literal('video'), Type.Literal('animated_gif')])

const VIEWS = Type.Object({ view_count: COUNT })

export const MEDIA_FIELDS = new ObjectTable<MediaInput>([
  present('media_key', TEXT, ({ media }) => mediaKey(media)),
  present('type', KINDS, ({ media }) => media.type),
  present('height', COUNT, ({ media }) => sizeOf(media)?.h),
  present('width', COUNT, ({ media }) => sizeOf(media)?.w),
  present('url', TEXT, (input) => (input.media.type === 'photo' ? addressOf(input) : undefined)),
  present('preview_image_url', TEXT, (input) =>
    input.media.type === 'photo' ? undefined : addressOf(input),
  ),
  present('duration_ms', COUNT, ({ media }) =>
    media.type === 'video' ? media.video_info?.duration_millis : undefined,
  ),
  present('stats', VIEWS, ({ media: { view_count } }) =>
    view_count === undefined ? undefined : { view_count },
  ),
])

function sizeOf({ sizes }: PostMedia) {
  return sizes['large'] ?? sizes['medium']
}

/** The absolute URL of a picture; undefined for an imported medium without a file. */
function addressOf({ media: { media_url_https: file }, origin }: MediaInput): string | undefined {
  if (isOwnFile(file)) return origin + file
  return file === '' ? undefined : file
}

/** @param origin scheme and host of the URLs of files on this server */
export function mediaObject(media: PostMedia, origin: string): Record<string, unknown> {
  return MEDIA_FIELDS.object({ media, origin })
}

const OPTION = Type.Object({ position: COUNT, label: TEXT, votes: COUNT })

const STATUS = Type.Union([Type.Literal('open'), Type.Literal('closed')])

export const POLL_FIELDS = new ObjectTable<Poll>([
  present('id', TEXT, ({ id }) => id),
  present('options', Type.Array(OPTION), ({ options }) => options),
  present('voting_status', STATUS, ({ voting_status }) => voting_status),
  present('end_datetime', TIME, ({ end_at }) => (end_at === undefined ? undefined : isoSecond(end_at))),
  present('duration_minutes', COUNT, ({ duration_minutes }) => duration_minutes),
])

export function pollObject(poll: Poll): Record<string, unknown> {
  return POLL_FIELDS.object(poll)
}

interface PlaceInput extends Formatted {
  readonly place: Place
}

const FEATURE = Type.Object({
  type: Type.Literal('Feature'),
  bbox: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
  properties: Type.Object({}),
})

export const PLACE_FIELDS = new ObjectTable<PlaceInput>([
  shown('id', TEXT, ({ place }) => place.id),
  shown('name', TEXT, ({ place }) => place.name),
  shown('country_code', TEXT, ({ place }) => place.country_code),
  shown('place_type', TEXT, ({ place }) => place.place_type, 'default'),
  shown('full_name', TEXT, ({ place }) => place.full_name, 'default'),
  shown('country', TEXT, ({ place }) => place.country, 'default'),
  shown('contained_within', Type.Array(TEXT), ({ place }) => containing(place.contained_within), 'default'),
  shown('geo', FEATURE, ({ place }) => featureOf(place.bounding_box), 'detailed'),
  FORMAT_FIELD,
])

export function placeObject(place: Place, format: Format): Record<string, unknown> {
  return PLACE_FIELDS.object({ place, format })
}

/** Ids of the places that contain a place. The stored form is an id, or a place object that contains the id. */
function containing(places: Place['contained_within']): readonly string[] {
  return (places ?? []).flatMap((place) => {
    if (typeof place === 'string') return [place]
    const isPlace = typeof place === 'object' && place !== null && 'id' in place
    return isPlace && typeof place.id === 'string' ? [place.id] : []
  })
}

/** The bounding box as west, south, east and north; undefined if there are no corners. */
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

/** Corners of a v1.1 bounding box, which is a polygon of one ring. */
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
