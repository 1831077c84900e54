/**
 * A gzip member that consists of separately compressed pieces, so that many connections share the same bytes
 * (spec/server.md#stream-encoding). A piece is raw deflate data that ends with a sync flush. It ends at a byte boundary
 * and does not refer to earlier data. A reader can decode its text immediately.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { crc32Combine } from './crc32-combine.ts'

/** Header of a member: method deflate, no name, no time, unknown operating system. */
export const GZIP_HEADER: Buffer = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** An empty deflate block that is marked as the last block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])

/** Compressed bytes, with the CRC and the length of their text. */
export interface GzipPiece {
  readonly bytes: Buffer
  /** CRC-32 of the text. */
  readonly crc: number
  /** Bytes of the text. */
  readonly length: number
}

const OPTIONS = { level: 6, finishFlush: constants.Z_SYNC_FLUSH } as const

/** Compresses a text independently of other texts. */
export function gzipPiece(text: string | Uint8Array): GzipPiece {
  const plain = typeof text === 'string' ? Buffer.from(text) : text
  return { bytes: alone(deflateRawSync(plain, OPTIONS)), crc: crc32(plain), length: plain.length }
}

/**
 * Copies the bytes, because zlib returns a view of a 16 KiB buffer. This buffer would stay in memory as long as the
 * piece.
 */
function alone(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

/** CRC-32 and length of a text. */
export interface TextSum {
  readonly crc: number
  readonly length: number
}

export const EMPTY_TEXT: TextSum = { crc: 0, length: 0 }

/** CRC-32 and length of two texts that are joined. */
export function addText(before: TextSum, after: TextSum): TextSum {
  return {
    crc: crc32Combine(before.crc, after.crc, after.length),
    length: before.length + after.length,
  }
}

/** Trailer of a member, made from the CRC-32 and the length of its whole text. */
export function gzipEnd({ crc, length }: TextSum): Buffer {
  const end = Buffer.alloc(LAST_BLOCK.length + 8)
  LAST_BLOCK.copy(end)
  end.writeUInt32LE(crc, LAST_BLOCK.length)
  end.writeUInt32LE(length % 2 ** 32, LAST_BLOCK.length + 4)
  return end
}
