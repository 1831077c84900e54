/**
 * Reads the width, height, duration and metadata ranges of a video. An ISO media file (ISO/IEC 14496-12)
 * consists of nested boxes. Only the headers of a limited number of boxes are read, so a file can have any
 * size.
 */

/** Reads up to `length` bytes from `start`; fewer at the end of the file. */
export type ReadAt = (start: number, length: number) => Promise<Buffer>

export interface VideoFacts {
  readonly width: number
  readonly height: number
  readonly durationMs: number
  /** Byte ranges of the boxes with metadata, such as names, places and comments. */
  readonly metadata: readonly { readonly start: number; readonly end: number }[]
}

/** Maximum number of boxes of a file whose headers are read; ordinary files have far fewer. */
const MAX_BOXES = 1_000

/** Maximum number of bytes that are read from the content of a box. */
const MAX_HEADER_BYTES = 128

interface Box {
  readonly type: string
  /** Offset of the box header. */
  readonly start: number
  /** Offset of the box content. */
  readonly inside: number
  readonly end: number
}

/** Boxes that contain the boxes with the width, height, duration and metadata. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia'])

/** Boxes with metadata, which playback does not need. */
const METADATA = new Set(['udta', 'meta', 'uuid'])

/** Facts about a video file of `size` bytes; undefined for a file that is not a readable video. */
export async function readVideo(readAt: ReadAt, size: number): Promise<VideoFacts | undefined> {
  const walk = new Walk(readAt)
  try {
    await walk.through(0, size)
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
  return walk.facts()
}

class Malformed extends Error {}

class Walk {
  readonly #readAt: ReadAt
  readonly #metadata: { start: number; end: number }[] = []
  #boxes = 0
  #duration: number | undefined
  #track: { width: number; height: number } | undefined
  #video: { width: number; height: number } | undefined
  #hasData = false

  constructor(readAt: ReadAt) {
    this.#readAt = readAt
  }

  facts(): VideoFacts | undefined {
    if (this.#video === undefined || this.#duration === undefined || !this.#hasData) return undefined
    return { ...this.#video, durationMs: this.#duration, metadata: this.#metadata }
  }

  async through(start: number, end: number): Promise<void> {
    for (let at = start; at + 8 <= end; ) {
      const box = await this.#boxAt(at, end)
      if (METADATA.has(box.type)) this.#metadata.push({ start: box.start, end: box.end })
      else if (CONTAINERS.has(box.type)) await this.through(box.inside, box.end)
      else await this.#look(box)
      at = box.end
    }
  }

  async #boxAt(at: number, limit: number): Promise<Box> {
    this.#boxes += 1
    if (this.#boxes > MAX_BOXES) throw new Malformed('too many boxes')
    const header = await this.#readAt(at, 16)
    if (header.length < 8) throw new Malformed('a box without a header')
    const type = header.toString('latin1', 4, 8)
    const short = header.readUInt32BE(0)
    if (short === 1 && header.length < 16) throw new Malformed('a box without its long size')
    const size = short === 0 ? limit - at : short === 1 ? Number(header.readBigUInt64BE(8)) : short
    const inside = at + (short === 1 ? 16 : 8)
    const end = at + size
    if (end > limit || end < inside) throw new Malformed('a box larger than what it lies in')
    return { type, start: at, inside, end }
  }

  async #look({ type, inside, end }: Box): Promise<void> {
    if (type === 'mdat') this.#hasData = true
    if (type !== 'mvhd' && type !== 'tkhd' && type !== 'hdlr') return
    const content = await this.#readAt(inside, Math.min(end - inside, MAX_HEADER_BYTES))
    try {
      if (type === 'mvhd') this.#duration = durationOf(content)
      else if (type === 'tkhd') this.#track = sizeOf(content)
      // The handler box of a track comes after the header of the track, and has the type of the track.
      else if (content.toString('latin1', 8, 12) === 'vide') this.#video ??= this.#track
    } catch (error) {
      if (error instanceof RangeError) throw new Malformed('a box that is too short')
      throw error
    }
  }
}

/** Duration in milliseconds. */
function durationOf(mvhd: Buffer): number {
  const isLong = mvhd.readUInt8(0) === 1
  const timescale = mvhd.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16)
  if (timescale === 0) throw new Malformed('no timescale')
  return Math.round((duration / timescale) * 1_000)
}

/** Width and height in pixels, after the rotation that the matrix describes. */
function sizeOf(tkhd: Buffer): { readonly width: number; readonly height: number } {
  const isLong = tkhd.readUInt8(0) === 1
  const matrix = isLong ? 52 : 40
  const width = tkhd.readUInt32BE(matrix + 36) >>> 16
  const height = tkhd.readUInt32BE(matrix + 40) >>> 16
  const isTurned = tkhd.readInt32BE(matrix) === 0 && tkhd.readInt32BE(matrix + 4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}
