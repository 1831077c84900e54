/** Media as posts and messages keep them and show them. */
import type { MediaFacts, Sizes } from './facts.ts'

/** One form of a video. `url` is a path; whoever renders it puts the origin before it. */
export interface VideoVariant {
  readonly bitrate?: number
  readonly content_type: string
  readonly url: string
}

/**
 * The v1.1 media entity (spec/posts.md#media-entity) without what depends on where it stands: indices and links. A
 * JSON object that posts and messages keep. A URL that begins with `/` is one of Aviary's own: whoever renders it
 * puts the origin before it.
 */
export interface AttachedMedia {
  readonly id_str: string
  readonly media_url_https: string
  /** The true type; `entities` of a post say `photo` of all (spec/posts.md#media-entity). */
  readonly type: 'photo' | 'video' | 'animated_gif'
  readonly sizes: Sizes
  readonly video_info?: {
    readonly aspect_ratio: readonly [number, number]
    /** Of videos only. */
    readonly duration_millis?: number
    readonly variants: readonly VideoVariant[]
  }
  /** Only when somebody wrote one; shown when it is asked for. */
  readonly ext_alt_text?: string
  readonly additional_media_info?: { readonly monetizable: boolean }
}

/** What an attachment is made of. */
export interface Attachable {
  readonly id: bigint
  readonly facts: MediaFacts
  readonly altText: string
}

/** @param pathOf gives the path of a file with that ending, such as `jpg` */
export function attachedMedia(
  { id, facts, altText }: Attachable,
  pathOf: (extension: string) => string,
): AttachedMedia {
  const { type, picture, sizes } = facts
  if (type === 'subtitles') throw new TypeError('subtitles are attached to nothing')
  return {
    id_str: String(id),
    media_url_https: pathOf(picture),
    type,
    sizes,
    ...(type === 'photo' ? {} : { video_info: videoInfo(facts, pathOf) }),
    ...(altText === '' ? {} : { ext_alt_text: altText }),
    ...(type === 'video' ? { additional_media_info: { monetizable: false } } : {}),
  }
}

/** The endings of what is no picture. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'image/gif': 'gif',
}

function videoInfo(
  { mime, bytes, width, height, durationMs }: MediaFacts,
  pathOf: (extension: string) => string,
): NonNullable<AttachedMedia['video_info']> {
  const url = pathOf(EXTENSIONS[mime] ?? 'bin')
  const divisor = greatestCommonDivisor(width, height)
  return {
    aspect_ratio: [width / divisor, height / divisor],
    ...(durationMs === undefined ? {} : { duration_millis: durationMs }),
    variants: [
      {
        // Bits in a second; of what repeats for ever there are none to count, as the documented samples have it.
        bitrate: durationMs === undefined ? 0 : Math.round((bytes * 8_000) / Math.max(1, durationMs)),
        content_type: mime,
        url,
      },
    ],
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? Math.max(1, a) : greatestCommonDivisor(b, a % b)
}
