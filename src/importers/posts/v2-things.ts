/** Converts v2 media, places and polls to v1.1 after v2-schema.ts has repaired them. */
import type { Place, Poll, PostMedia } from '../../domain/posts/content.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { countIn, type Fields, objectIn, textIn } from '../json-fields.ts'

export function v2Place(place: Fields): Place {
  const box = objectIn(place, 'geo')?.['bbox'] as readonly [number, number, number, number] | undefined
  return {
    id: textIn(place, 'id') ?? '',
    place_type: textIn(place, 'place_type') ?? '',
    name: textIn(place, 'name') ?? '',
    full_name: textIn(place, 'full_name') ?? '',
    country_code: textIn(place, 'country_code') ?? '',
    country: textIn(place, 'country') ?? '',
    contained_within: (place['contained_within'] ?? []) as unknown[],
    ...(box === undefined ? {} : { bounding_box: { type: 'Polygon', coordinates: [cornersOf(box)] } }),
    attributes: {},
  }
}

function cornersOf([west, south, east, north]: readonly [number, number, number, number]): number[][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

export function v2Poll(poll: Fields): Poll {
  const { id_str, options, duration_minutes: minutes } = poll
  const endAt = readIsoTime(textIn(poll, 'end_datetime') ?? '')
  const status = textIn(poll, 'voting_status')
  return {
    id: id_str as string,
    options: (options as readonly Fields[]).map((option, index) => ({
      position: countIn(option, 'position') ?? index + 1,
      label: option['label'] as string,
      votes: countIn(option, 'votes') ?? 0,
    })),
    ...(minutes === undefined ? {} : { duration_minutes: minutes as number }),
    ...(endAt === undefined ? {} : { end_at: endAt }),
    ...(status === 'open' || status === 'closed' ? { voting_status: status } : {}),
  }
}

const MEDIA_FIELDS = new Set([
  ...['media_key', 'type', 'url', 'preview_image_url', 'width', 'height', 'alt_text', 'duration_ms'],
  ...['variants', 'public_metrics'],
])

/** @param link the link to the medium in the text */
export function v2Medium(
  medium: Fields,
  link: Pick<PostMedia, 'indices' | 'url' | 'display_url' | 'expanded_url'>,
): PostMedia {
  const [, id = ''] = (medium['media_key'] as string).split('_')
  const type = medium['type'] as PostMedia['type']
  const [w, h] = [countIn(medium, 'width'), countIn(medium, 'height')]
  const altText = textIn(medium, 'alt_text')
  const views = countIn(objectIn(medium, 'public_metrics') ?? {}, 'view_count')
  const kept = Object.entries(medium).filter(([name]) => !MEDIA_FIELDS.has(name))
  return {
    id_str: id,
    type,
    ...link,
    media_url_https: textIn(medium, 'url') ?? textIn(medium, 'preview_image_url') ?? '',
    sizes: w === undefined || h === undefined ? {} : { large: { w, h, resize: 'fit' } },
    ...(altText === undefined ? {} : { ext_alt_text: altText }),
    ...(type === 'photo' ? {} : { video_info: videoInfo(medium, w, h) }),
    ...(views === undefined ? {} : { view_count: views }),
    ...(kept.length === 0 ? {} : { kept: Object.fromEntries(kept) }),
  }
}

function videoInfo(medium: Fields, w = 0, h = 0): NonNullable<PostMedia['video_info']> {
  const duration = countIn(medium, 'duration_ms')
  const variants = ((medium['variants'] ?? []) as readonly Fields[]).map(
    ({ bit_rate, content_type, url }) => ({
      ...(bit_rate === undefined ? {} : { bitrate: bit_rate as number }),
      content_type: content_type as string,
      url: url as string,
    }),
  )
  const divisor = greatestDivisor(w, h)
  return {
    ...(divisor === 0 ? {} : { aspect_ratio: [w / divisor, h / divisor] }),
    ...(duration === undefined ? {} : { duration_millis: duration }),
    ...(variants.length === 0 ? {} : { variants }),
  }
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}
