/** The media object of Labs v2 and the second generation (spec/v2-objects.md#media). */
import type { PostMedia } from '../../domain/posts/content.ts'
import { type FieldSet, has } from './field-set.ts'
import { MEDIA } from './fields.ts'

/** @param origin what the addresses of media that this server keeps begin with, such as `https://host` */
export function mediaObject(media: PostMedia, fields: FieldSet, origin: string): Record<string, unknown> {
  const { type, video_info: video, view_count: views } = media
  const members: Record<string, unknown> = { media_key: mediaKey(media), type }
  const { width, height } = dimensionsOf(media)
  if (has(fields, MEDIA.height) && height !== undefined) members['height'] = height
  if (has(fields, MEDIA.width) && width !== undefined) members['width'] = width
  const file = media.media_url_https
  const url = file.startsWith('/') ? origin + file : file
  // Some imported media have no file: an address that is empty leads nowhere.
  if (url !== '' && type === 'photo' && has(fields, MEDIA.url)) members['url'] = url
  if (url !== '' && type !== 'photo' && has(fields, MEDIA.preview_image_url)) {
    members['preview_image_url'] = url
  }
  if (type === 'video' && has(fields, MEDIA.duration_ms) && video?.duration_millis !== undefined) {
    members['duration_ms'] = video.duration_millis
  }
  if (views !== undefined && has(fields, MEDIA.public_metrics))
    members['public_metrics'] = { view_count: views }
  return members
}

const KINDS = { photo: 3, video: 7, animated_gif: 16 } as const

/** Videos that were made for advertising. */
const AMPLIFIED = 13

/** Names a medium: what it is, and its id. */
export function mediaKey(media: Pick<PostMedia, 'type' | 'id_str' | 'media_url_https'>): string {
  const isAmplified = media.type === 'video' && media.media_url_https.includes('/amplify_video')
  return `${isAmplified ? AMPLIFIED : KINDS[media.type]}_${media.id_str}`
}

/** Of the original where it is known, else of the largest size that is kept. */
function dimensionsOf({ sizes, kept }: PostMedia): { readonly width?: number; readonly height?: number } {
  const original = kept?.['original_info']
  if (typeof original === 'object' && original !== null && 'width' in original && 'height' in original) {
    const { width, height } = original
    if (typeof width === 'number' && typeof height === 'number') return { width, height }
  }
  let largest: { readonly width?: number; readonly height?: number } = {}
  for (const { w, h, resize } of Object.values(sizes)) {
    // A square that small pictures are stretched to.
    if (resize === 'crop') continue
    if (w * h > (largest.width ?? 0) * (largest.height ?? 0)) largest = { width: w, height: h }
  }
  return largest
}
