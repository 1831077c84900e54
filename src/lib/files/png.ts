/** Writing PNG images (RFC 2083): palettes only, one byte a pixel. */
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const compress = promisify(deflate)

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Bytes of a row before its pixels: the filter, which is none. */
const FILTER = 1

/** Red, green and blue, 0 to 255 each. */
export type Color = readonly [red: number, green: number, blue: number]

export interface PaletteImage {
  readonly width: number
  readonly height: number
  /** 1 to 256. */
  readonly palette: readonly Color[]
  /** The index in the palette of a pixel, counted from the upper left. */
  pixel(x: number, y: number): number
}

/** The bytes of an image file. */
export async function encodePng({ width, height, palette, pixel }: PaletteImage): Promise<Buffer> {
  const rows = Buffer.alloc((FILTER + width) * height)
  for (let y = 0; y < height; y += 1) {
    const start = (FILTER + width) * y + FILTER
    for (let x = 0; x < width; x += 1) rows[start + x] = pixel(x, y)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(width, height)),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await compress(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** 8 bits deep, with a palette; compression, filter and interlacing have one way each. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0])
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
