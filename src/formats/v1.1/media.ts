/** Media of posts as v1.1 has them (spec/posts.md#media-entity), keys in the recorded order. */
import type { Indices, PostMedia } from '../../domain/posts/content.ts'
import { jsonNumber } from '../../lib/json.ts'
import { type Dated, type Day, isOn } from '../fields/day.ts'

export interface MediaView {
  /** Scheme and host, put before the paths of this server's own files. */
  readonly origin: string
  readonly includeAltText: boolean
  /** The day whose API it is; the default day, when left out. */
  readonly day?: Day | undefined
}

/** Days of `additional_media_info` (spec/retired-endpoints.md#fields-by-date). */
const MORE_INFO: Dated = { since: '2017-09-11' }

/** Media with their place in the text that is shown. */
export interface PlacedMedia {
  readonly media: PostMedia
  readonly indices: Indices
  /** The post that the media are copied from, and who wrote it. */
  readonly source?: { readonly postId: string; readonly userId: string } | undefined
}

/** As `entities` has them: every kind is a `photo` there, and there is no more than the picture. */
export function mediaEntity(placed: PlacedMedia, view: MediaView): Record<string, unknown> {
  return { ...pictureOf(placed, view, 'photo'), ...sourceOf(placed) }
}

/** As `extended_entities` has them: with their kind, and the video. */
export function extendedMediaEntity(placed: PlacedMedia, view: MediaView): Record<string, unknown> {
  const { video_info: video, additional_media_info: more, type, ext_alt_text: alt = null } = placed.media
  return {
    ...pictureOf(placed, view, type),
    ...sourceOf(placed),
    ...(video === undefined ? {} : { video_info: videoOf(video, view) }),
    ...(more === undefined || !isOn(MORE_INFO, view.day) ? {} : { additional_media_info: more }),
    ...(view.includeAltText ? { ext_alt_text: alt } : {}),
  }
}

/** Whether an address depends on how the client sees this server. */
export function isOwnFile(url: string): boolean {
  return url.startsWith('/')
}

function pictureOf(
  { media, indices }: PlacedMedia,
  { origin }: MediaView,
  type: PostMedia['type'],
): Record<string, unknown> {
  const { id_str, media_url_https: https, media_url: plain = plainUrl(https) } = media
  return {
    id: jsonNumber(BigInt(id_str)),
    id_str,
    indices,
    media_url: absolute(plain, origin),
    media_url_https: absolute(https, origin),
    url: media.url,
    display_url: media.display_url,
    expanded_url: media.expanded_url,
    type,
    sizes: media.sizes,
  }
}

/** The same address without TLS, of files elsewhere: here one address is as good as the other. */
function plainUrl(https: string): string {
  return https.replace(/^https:/, 'http:')
}

/** The address of a file, absolute. */
export function absolute(url: string, origin: string): string {
  return isOwnFile(url) ? origin + url : url
}

function sourceOf({ media, source }: PlacedMedia): Record<string, unknown> {
  const postId = media.source_status_id_str ?? source?.postId
  const userId = media.source_user_id_str ?? source?.userId
  return { ...twins('source_status_id', postId), ...twins('source_user_id', userId) }
}

function twins(name: string, id: string | undefined): Record<string, unknown> {
  return id === undefined ? {} : { [name]: jsonNumber(BigInt(id)), [`${name}_str`]: id }
}

function videoOf(
  { aspect_ratio, duration_millis, variants = [] }: NonNullable<PostMedia['video_info']>,
  { origin }: MediaView,
): Record<string, unknown> {
  return {
    ...(aspect_ratio === undefined ? {} : { aspect_ratio }),
    ...(duration_millis === undefined ? {} : { duration_millis }),
    variants: variants.map(({ bitrate, content_type, url }) => ({
      ...(bitrate === undefined ? {} : { bitrate }),
      content_type,
      url: absolute(url, origin),
    })),
  }
}
