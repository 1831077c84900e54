/** Detects the type of an upload, and creates its pictures. */
import { open } from 'node:fs/promises'
import { readStaged, readStagedPart, type StagedFile } from '../../lib/files/staging.ts'
import { mayBe } from './categories.ts'
import type { MediaFacts, MediaType, SizeName, Sizes } from './facts.ts'
import { sievedGif } from './gif.ts'
import { readVideo, type VideoFacts } from './mp4.ts'
import type { Picture, PictureFacts } from './pictures.ts'
import { UploadRefused } from './refused.ts'
import { BOUNDS, MAX_BYTES } from './sizes.ts'
import { SNIFF_BYTES, type SniffedType, sniff } from './sniff.ts'
import type { MediaTools } from './tools.ts'

export interface Examined {
  readonly facts: MediaFacts
  readonly pictures: readonly Picture[]
  /** The original file, which is stored; undefined for photos. */
  readonly original: StagedFile | undefined
}

/**
 * Detects the type of a completed upload. Photos are encoded again, and the original is not kept. In videos, the boxes
 * (parts) with metadata are overwritten. Animated GIFs keep only their frames.
 * @param category category that the client sent; empty if the client sent no category
 * @param minSide minimum length of the shorter side of a picture, in pixels
 * @returns the files to store; the caller must discard them afterwards
 * @throws {UploadRefused} `type-unrecognized`, `type-mismatch`, `too-large`, `dimensions-invalid`, `duration-invalid`,
 *   `not-decodable`
 */
export async function examine(
  tools: MediaTools,
  file: StagedFile,
  category: string,
  minSide?: number,
): Promise<Examined> {
  const mime = sniff(await readStagedPart(file, 0, SNIFF_BYTES))
  if (mime === undefined)
    throw new UploadRefused('type-unrecognized', 'the bytes are of no type that is taken')
  if (mime === 'text/srt') return examineSubtitles(file, category)
  if (mime === 'video/mp4' || mime === 'video/quicktime') return examineVideo(tools, file, category, mime)
  requireSize(file, mime === 'image/gif' ? 'animated_gif' : 'photo')
  const found = await tools.pictures.look(file, mime, minSide)
  const type = mime === 'image/gif' && found.frames > 1 ? 'animated_gif' : 'photo'
  requireKind(file, category, type)
  if (type === 'animated_gif') requireFrames(found)
  const { width, height } = found
  const picture = found.hasAlpha ? 'png' : 'jpg'
  const known = { type, mime, bytes: file.size, width, height, picture } as const
  const original = type === 'photo' ? undefined : await tools.staging.of(sievedGif(readStaged(file)))
  try {
    const pictures = await tools.pictures.make(file, found)
    return { pictures, original, facts: factsOf(known, pictures) }
  } catch (error) {
    await original?.discard()
    throw error
  }
}

async function examineVideo(
  tools: MediaTools,
  file: StagedFile,
  category: string,
  mime: SniffedType,
): Promise<Examined> {
  requireKind(file, category, 'video')
  const found = await readVideo((start, length) => readStagedPart(file, start, length), file.size)
  if (found === undefined) throw new UploadRefused('not-decodable', 'the boxes of the file hold no video')
  const { width, height, durationMs } = found
  const { min, max, shortestMs, longestMs } = BOUNDS.video
  if (Math.min(width, height) < min || Math.max(width, height) > max) {
    throw new UploadRefused('dimensions-invalid', `a video of ${width} × ${height}`)
  }
  if (durationMs < shortestMs || durationMs > longestMs) {
    throw new UploadRefused('duration-invalid', `a video of ${durationMs} ms`)
  }
  await blankMetadata(file, found)
  const pictures = await tools.pictures.makeGround(width, height)
  const known = { type: 'video', mime, bytes: file.size, width, height, durationMs, picture: 'jpg' } as const
  return { pictures, original: file, facts: factsOf(known, pictures) }
}

async function examineSubtitles(file: StagedFile, category: string): Promise<Examined> {
  requireKind(file, category, 'subtitles')
  const none = { w: 0, h: 0, resize: 'fit' } as const
  const sizes = { thumb: none, small: none, medium: none, large: none }
  const facts = {
    type: 'subtitles',
    mime: 'text/srt',
    bytes: file.size,
    width: 0,
    height: 0,
    picture: 'jpg',
    sizes,
  } as const
  return { pictures: [], original: file, facts }
}

function requireKind(file: StagedFile, category: string, type: MediaType): void {
  if (!mayBe(category, type)) throw new UploadRefused('type-mismatch', `a ${type} for ${category}`)
  requireSize(file, type)
}

function requireSize({ size }: StagedFile, type: MediaType): void {
  if (size > MAX_BYTES[type]) throw new UploadRefused('too-large', `a ${type} of ${size} bytes`)
}

function requireFrames({ width, height, frames }: PictureFacts): void {
  const { frames: max, pixels } = BOUNDS.animated_gif
  if (frames > max || width * height * frames > pixels) {
    throw new UploadRefused('dimensions-invalid', `${frames} frames of ${width} × ${height}`)
  }
}

function factsOf(known: Omit<MediaFacts, 'sizes'>, pictures: readonly Picture[]): MediaFacts {
  const sizes = pictures.map(({ name, w, h }) => [name, { w, h, resize: name === 'thumb' ? 'crop' : 'fit' }])
  return { ...known, sizes: Object.fromEntries(sizes) as Record<SizeName, Sizes[SizeName]> }
}

const ZEROS = Buffer.alloc(64 * 1024)

/** Turns the boxes with metadata into free space. No other byte moves, so all offsets in the file stay correct. */
async function blankMetadata(file: StagedFile, { metadata }: VideoFacts): Promise<void> {
  if (metadata.length === 0) return
  const handle = await open(file.path, 'r+')
  try {
    for (const { start, end } of metadata) {
      await handle.write(Buffer.from('free'), 0, 4, start + 4)
      for (let at = start + 8; at < end; at += ZEROS.length) {
        await handle.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at)
      }
    }
  } finally {
    await handle.close()
  }
}
