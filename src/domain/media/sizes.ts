/** The sizes of pictures (spec/posts.md#media-entity), and the bounds of what may be uploaded. */
import type { MediaType, SizeName } from './facts.ts'

/** Pixels of the square, or of the longer side, that a size fits in. */
export const SIZE_PIXELS: Readonly<Record<SizeName, number>> = {
  thumb: 150,
  small: 680,
  medium: 1200,
  large: 2048,
}

const MIB = 1024 * 1024

/** Bytes of one segment. */
export const MAX_SEGMENT_BYTES = 5 * MIB

/** Segments are numbered from 0 to this. */
export const MAX_SEGMENT_INDEX = 999

/** Bytes of an upload that comes at once. */
export const MAX_SIMPLE_BYTES = 15 * MIB

/** Bytes of the largest upload there can be, of each type. */
export const MAX_BYTES: Readonly<Record<MediaType, number>> = {
  photo: 5 * MIB,
  animated_gif: 15 * MIB,
  video: 512 * MIB,
  subtitles: MIB,
}

/** What the sides, the frames and the length of each type may be; pixels, and milliseconds. */
export const BOUNDS = {
  photo: { least: 4, most: 8192 },
  animated_gif: { least: 4, most: 2048, frames: 1_000, pixels: 300_000_000 },
  video: { least: 16, most: 4096, shortestMs: 1, longestMs: 600_000 },
} as const
