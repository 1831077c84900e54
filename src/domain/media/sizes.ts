/** Picture sizes (spec/posts.md#media-entity) and upload limits. */
import type { MediaType, SizeName } from './facts.ts'

/** Maximum side length of each size, in pixels. */
export const SIZE_PIXELS: Readonly<Record<SizeName, number>> = {
  thumb: 150,
  small: 680,
  medium: 1200,
  large: 2048,
}

const MIB = 1024 * 1024

/** Maximum size of a segment, in bytes. */
export const MAX_SEGMENT_BYTES = 5 * MIB

/** Maximum segment index; indices begin at 0. */
export const MAX_SEGMENT_INDEX = 999

/** Maximum size of an upload in a single request, in bytes. */
export const MAX_SIMPLE_BYTES = 15 * MIB

/** Maximum size of an upload in bytes, by type. */
export const MAX_BYTES: Readonly<Record<MediaType, number>> = {
  photo: 5 * MIB,
  animated_gif: 15 * MIB,
  video: 512 * MIB,
  subtitles: MIB,
}

/** Limits by type: side lengths in pixels, number of frames, and duration in milliseconds. */
export const BOUNDS = {
  photo: { min: 4, max: 8192 },
  animated_gif: { min: 4, max: 2048, frames: 1_000, pixels: 300_000_000 },
  video: { min: 16, max: 4096, shortestMs: 1, longestMs: 600_000 },
} as const
