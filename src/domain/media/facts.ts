/** Facts about a completed upload, as the column `facts` of the table `media` stores them. */

/** Type of an upload. Subtitles cannot be attached to a post. */
export type MediaType = 'photo' | 'video' | 'animated_gif' | 'subtitles'

/** Names of picture sizes, in ascending order of size. */
export const SIZE_NAMES = ['thumb', 'small', 'medium', 'large'] as const

export type SizeName = (typeof SIZE_NAMES)[number]

/** The width and height of a picture, in pixels. */
export interface Size {
  readonly w: number
  readonly h: number
  readonly resize: 'crop' | 'fit'
}

export type Sizes = Readonly<Record<SizeName, Size>>

/** Stored as a JSON object. Lengths are in pixels. */
export interface MediaFacts {
  readonly type: MediaType
  /** MIME type detected from the bytes, such as `image/jpeg`. */
  readonly mime: string
  /** Size of the upload in bytes. */
  readonly bytes: number
  /** Width and height after rotation; 0 for subtitles. */
  readonly width: number
  readonly height: number
  /** Format of the pictures in all sizes; for a video, the format of its placeholder. */
  readonly picture: 'jpg' | 'png'
  readonly sizes: Sizes
  /** Only for videos. */
  readonly durationMs?: number
}

/**
 * The reason why an upload failed. The response with the status of the upload contains this reason
 * (spec/media.md#upload).
 */
export interface MediaFailure {
  readonly failure: UploadFault
}

/** Reasons why an upload is refused. */
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

/** File name of the stored original, by MIME type. The original of a photo is not stored. */
export const ORIGINAL_NAMES: Readonly<Record<string, string>> = {
  'video/mp4': 'original.mp4',
  'video/quicktime': 'original.mov',
  'image/gif': 'original.gif',
  'text/srt': 'original.srt',
}

/** Folder with the segments of an upload. @param folder folder of the upload */
export function segmentsFolder(folder: string): string {
  return `${folder}.segments`
}
