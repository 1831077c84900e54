/** Facts of a completed upload, as stored in the column `facts` of the table `media`. */

/** Type of an upload. Subtitles cannot be attached. */
export type MediaType = 'photo' | 'video' | 'animated_gif' | 'subtitles'

/** In ascending size. */
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
  /** MIME type detected from the bytes, such as `image/jpeg`. */
  readonly mime: string
  /** Size of the upload. */
  readonly bytes: number
  /** Dimensions after rotation; 0 for subtitles. */
  readonly width: number
  readonly height: number
  /** Format of the pictures of every size, or of the placeholder of a video. */
  readonly picture: 'jpg' | 'png'
  readonly sizes: Sizes
  /** For videos. */
  readonly durationMs?: number
}

/** Reason of a failed upload, for its status (spec/media.md#upload). */
export interface MediaFailure {
  readonly failure: UploadFault
}

/** Reasons of refused uploads. */
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

/** Name of the stored original, for types other than photos. */
export const ORIGINAL_NAMES: Readonly<Record<string, string>> = {
  'video/mp4': 'original.mp4',
  'video/quicktime': 'original.mov',
  'image/gif': 'original.gif',
  'text/srt': 'original.srt',
}

/** Folder of the segments of an upload. @param folder folder of the upload */
export function segmentsFolder(folder: string): string {
  return `${folder}.segments`
}
