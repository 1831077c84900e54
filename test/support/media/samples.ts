/** Makes sample files for uploads. libvips makes the pictures, and this file makes videos box by box. */
import sharp from 'sharp'

export interface PictureWish {
  readonly width: number
  readonly height: number
}

const SKY = { r: 80, g: 140, b: 220 }

export function jpeg({ width, height }: PictureWish): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: SKY } })
    .jpeg()
    .toBuffer()
}

/** A text that stored pictures must not contain. */
export const SECRET_WORDS = 'a secret place'

/** Like {@link jpeg}, but the picture has a location, a camera maker and a description. */
export function jpegWithPlace({ width, height }: PictureWish): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: SKY } })
    .jpeg()
    .withExif({
      IFD0: { Make: SECRET_WORDS, ImageDescription: SECRET_WORDS },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .toBuffer()
}

export function png({ width, height }: PictureWish): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: { ...SKY, alpha: 0.5 } } })
    .png()
    .toBuffer()
}

export function webp({ width, height }: PictureWish): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: SKY } })
    .webp()
    .toBuffer()
}

/** @param frames 1 for a still GIF */
export async function gif({ width, height }: PictureWish, frames = 3): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width, height, channels: 3, background: { r: index * 60, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
  const [only] = pages
  const picture = frames === 1 ? sharp(only) : sharp(pages, { join: { animated: true } })
  return picture.gif({ delay: pages.map(() => 100) }).toBuffer()
}

export interface VideoWish extends PictureWish {
  readonly durationMs: number
  /** Number of bytes of media data. The default is 64. */
  readonly data?: number
  /** Text in a metadata box. */
  readonly words?: string
  /** Brand of the file. The default is `isom`. */
  readonly brand?: string
  /** True if the video has a matrix that rotates it by 90 degrees. */
  readonly isTurned?: boolean
  /** True for 64-bit fields instead of 32-bit fields. */
  readonly isLong?: boolean
}

/** The boxes of a video without playable content. */
export function mp4(wish: VideoWish): Buffer {
  const { durationMs, data = 64, words, brand = 'isom' } = wish
  const isLong = wish.isLong === true
  const mvhd = Buffer.alloc(isLong ? 112 : 100)
  if (isLong) {
    mvhd.writeUInt8(1, 0)
    mvhd.writeUInt32BE(1_000, 20)
    mvhd.writeBigUInt64BE(BigInt(durationMs), 24)
  } else {
    mvhd.writeUInt32BE(1_000, 12)
    mvhd.writeUInt32BE(durationMs, 16)
  }
  const sound = box('trak', box('tkhd', tkhd({ ...wish, width: 0, height: 0 })), box('mdia', hdlr('soun')))
  const picture = box('trak', box('tkhd', tkhd(wish)), box('mdia', hdlr('vide')))
  const udta = words === undefined ? [] : [box('udta', box('©xyz', Buffer.from(words)))]
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    box('moov', box('mvhd', mvhd), sound, picture, ...udta),
    box('mdat', Buffer.alloc(data, 7)),
  ])
}

function tkhd({ width, height, isTurned, isLong }: Omit<VideoWish, 'durationMs'>): Buffer {
  const at = isLong === true ? 52 : 40
  const content = Buffer.alloc(at + 44)
  content.writeUInt8(isLong === true ? 1 : 0, 0)
  content.writeInt32BE(isTurned === true ? 0 : 0x10000, at)
  content.writeInt32BE(isTurned === true ? 0x10000 : 0, at + 4)
  content.writeUInt32BE((isTurned === true ? height : width) * 0x10000, at + 36)
  content.writeUInt32BE((isTurned === true ? width : height) * 0x10000, at + 40)
  return content
}

function hdlr(of: string): Buffer {
  return box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from(of), Buffer.alloc(12)]))
}

export function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(content.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

export const SUBTITLES = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n')
