/** What is known of an upload that is whole, as it lies in the column `facts` of the table `media`. */

/** What is made of an upload. Subtitles are shown by nothing themselves. */
export type MediaType = 'photo' | 'video' | 'animated_gif' | 'subtitles'

/** In the order of their size. */
export const SIZE_NAMES = ['thumb', 'small', 'medium', 'large'] as const

export type SizeName = (typeof SIZE_NAMES)[number]

/** One size of a picture, in pixels. */
export interface Size {
  readonly w: number
  readonly h: number
  readonly resize: 'crop' | 'fit'
}

export type Sizes = Readonly<Record<SizeName, Size>>

/** A JSON object; lengths are in pixels. */
export interface MediaFacts {
  readonly type: MediaType
  /** What the bytes are, such as `image/jpeg`, found out from them. */
  readonly mime: string
  /** Of the upload. */
  readonly bytes: number
  /** Of the upload, upright; 0 for subtitles. */
  readonly width: number
  readonly height: number
  /** Of the pictures of every size: what the upload shows, or what stands for a video. */
  readonly picture: 'jpg' | 'png'
  readonly sizes: Sizes
  /** Of a video. */
  readonly durationMs?: number
}

/** Why an upload came to nothing, as the status tells it (spec/media.md#upload). */
export interface MediaFailure {
  readonly failure: UploadFault
}

/** Every reason for which an upload is refused. */
export type UploadFault =
  | 'media-missing'
  | 'type-unrecognized'
  | 'type-mismatch'
  | 'category-unknown'
  | 'command-unknown'
  | 'size-missing'
  | 'too-large'
  | 'segment-too-large'
  | 'segment-index-invalid'
  | 'segments-missing'
  | 'segments-too-many'
  | 'dimensions-invalid'
  | 'duration-invalid'
  | 'not-decodable'
  | 'upload-not-found'
  | 'upload-closed'
  | 'upload-failed'
  | 'alt-text-too-long'
  | 'storage-full'
  | 'parameter-invalid'
  | 'request-malformed'

/** The name of a file of the byte store that is the upload itself, for what is not a picture. */
export const ORIGINAL_NAMES: Readonly<Record<string, string>> = {
  'video/mp4': 'original.mp4',
  'video/quicktime': 'original.mov',
  'image/gif': 'original.gif',
  'text/srt': 'original.srt',
}

/** The folder in which the segments of an upload wait. @param folder the upload's own */
export function segmentsFolder(folder: string): string {
  return `${folder}.segments`
}
