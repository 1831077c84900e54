/** Makes the keys of media (spec/v2-objects.md#media). */
import type { PostMedia } from '../../domain/posts/content.ts'

const KINDS = { photo: 3, video: 7, animated_gif: 16 } as const

/** The kind of a video that was made for advertising. */
const AMPLIFIED = 13

/** Key of a medium, made of its kind and its id. */
export function mediaKey(media: Pick<PostMedia, 'type' | 'id_str' | 'media_url_https'>): string {
  const isAmplified = media.type === 'video' && media.media_url_https.includes('/amplify_video')
  return `${isAmplified ? AMPLIFIED : KINDS[media.type]}_${media.id_str}`
}
