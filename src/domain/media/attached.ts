/** Makes the media entities of posts and messages, in the form in which they are stored. */
import type { MediaFacts, Sizes } from './facts.ts'

/** A variant of a video. `url` is a path, to which renderers add the origin. */
export interface VideoVariant {
  readonly bitrate?: number
  readonly content_type: string
  readonly url: string
}

/**
 * The v1.1 media entity (spec/posts.md#media-entity) without indices and links, stored as JSON in posts and messages. A
 * URL that begins with `/` is a path of this server, to which renderers add the origin.
 */
export interface AttachedMedia {
  readonly id_str: string
  readonly media_url_https: string
  /** The actual type. The member `entities` of a post shows `photo` for all types (spec/posts.md#media-entity). */
  readonly type: 'photo' | 'video' | 'animated_gif'
  readonly sizes: Sizes
  readonly video_info?: {
    readonly aspect_ratio: readonly [number, number]
    /** Only for videos. */
    readonly duration_millis?: number
    readonly variants: readonly VideoVariant[]
  }
  /** Omitted without an alt text. Shown only if the request asks for it. */
  readonly ext_alt_text?: string
  readonly additional_media_info?: { readonly monetizable: boolean }
}

/** An upload that can be attached. */
export interface Attachable {
  readonly id: bigint
  readonly facts: MediaFacts
  readonly altText: string
}

/** @param pathOf a function that returns the path of a file with an extension such as `jpg` */
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

/** File extensions of the originals of videos and animated GIFs. */
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
        // In bits per second; 0 for looping GIFs, as in documented sample responses.
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
