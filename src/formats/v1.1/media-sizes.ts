/** Sizes of media before 2016-11 (spec/retired-endpoints.md#fields-by-date). */
import type { MediaSize, PostMedia } from '../../domain/posts/content.ts'

/** Pixels that the sizes fit in, as help/configuration has them. */
const BOXES: Readonly<Record<string, { readonly w: number; readonly h: number }>> = {
  small: { w: 340, h: 480 },
  medium: { w: 600, h: 1200 },
  large: { w: 1024, h: 2048 },
}

/** The sizes of the same picture in the smaller boxes; sizes that fit already, and the thumbnail, are unchanged. */
export function smallerSizes(sizes: PostMedia['sizes']): PostMedia['sizes'] {
  const { large } = sizes
  return Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, fitted(size, large ?? size, BOXES[name])]),
  )
}

/** @param full the largest size, whose proportions are the most exact */
function fitted(size: MediaSize, full: MediaSize, box: { w: number; h: number } | undefined): MediaSize {
  if (box === undefined || (size.w <= box.w && size.h <= box.h)) return size
  const scale = Math.min(box.w / full.w, box.h / full.h)
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale))
  return { ...size, w: scaled(full.w), h: scaled(full.h) }
}
