/**
 * Detects file types by their first bytes. File names, and types that clients send, are ignored. Only supported types
 * are detected, because a general detector would run parsers for dozens of other formats on untrusted input.
 */

/** Number of bytes that {@link sniff} needs; pass all bytes of a shorter file. */
export const SNIFF_BYTES = 512

export type SniffedType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/webp'
  | 'video/mp4'
  | 'video/quicktime'
  | 'text/srt'

const QUICKTIME_BRAND = 'qt  '

/** The first lines of an SRT file: a number, then `00:00:01,000 --> 00:00:02,000`. */
const SUBTITLES = /^\uFEFF?\s*\d+\r?\n\d\d:\d\d:\d\d[,.]\d{3} --> \d\d:\d\d:\d\d[,.]\d{3}/

/**
 * The type of a file with these first bytes. Undefined for an empty file, and for types that are not accepted, such as
 * SVG, HTML and archives.
 */
export function sniff(head: Uint8Array): SniffedType | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'image/webp'
  if (startsWith(bytes, 4, 'ftyp')) return videoOf(bytes)
  return SUBTITLES.test(bytes.toString('utf8')) ? 'text/srt' : undefined
}

/**
 * Brands (names of variants) of ISO media files that are videos. Still pictures (HEIC, AVIF) use the same format with
 * other brands.
 */
const VIDEO_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VP|M4VH|mmp4|3gp\d|dash|msdh|f4v )$/

function videoOf(bytes: Buffer): SniffedType | undefined {
  const brand = bytes.toString('latin1', 8, 12)
  if (brand === QUICKTIME_BRAND) return 'video/quicktime'
  return VIDEO_BRANDS.test(brand) ? 'video/mp4' : undefined
}

function startsWith(bytes: Buffer, at: number, text: string): boolean {
  return bytes.toString('latin1', at, at + text.length) === text
}
