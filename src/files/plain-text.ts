/** Recognises by the first bytes of a file whether the file is text. Invalid bytes make only their line invalid. */

const PROBE_BYTES = 8 * 1024

/** Magic bytes of unsupported files, with advice. */
const BEGINNINGS: readonly (readonly [bytes: string, what: string, remedy: string])[] = [
  ['\xff\xfe\0\0', 'in UTF-32', 'convert it (iconv -f UTF-32 -t UTF-8)'],
  ['\0\0\xfe\xff', 'in UTF-32', 'convert it (iconv -f UTF-32 -t UTF-8)'],
  ['\xff\xfe', 'in UTF-16', 'convert it (iconv -f UTF-16 -t UTF-8)'],
  ['\xfe\xff', 'in UTF-16', 'convert it (iconv -f UTF-16 -t UTF-8)'],
  ['\x1f\x8b', 'gzipped twice', 'decompress it once (gunzip)'],
  ['PK\x03\x04', 'a zip file', 'extract it (unzip)'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd', 'decompress it (unzstd), or use gzip'],
  ['\xfd7zXZ\0', 'compressed with xz', 'decompress it (unxz), or use gzip'],
  ['BZh', 'compressed with bzip2', 'decompress it (bunzip2), or use gzip'],
]

/** Control characters that texts may contain. */
const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const ESCAPE = 27

const SPACE = 32
const DELETE = 127

/**
 * Number of bytes per control character: a line with at least one control character in this number of bytes is not
 * text. In random data, one byte in ten is a control character.
 */
const DENSE = 20

/**
 * The reason why a file is not a supported text, with advice; undefined for a text. A text with a few invalid bytes is
 * still a text.
 * @param start the first decompressed bytes; the last line or character may be incomplete
 */
export function unsupportedTypeOf(start: Buffer): string | undefined {
  const probe = start.subarray(0, PROBE_BYTES)
  const beginning = probe.toString('latin1', 0, 8)
  const known = BEGINNINGS.find(([bytes]) => beginning.startsWith(bytes))
  if (known !== undefined) return `is ${known[1]}; ${known[2]}`
  if (2 * bytesOfDenseLines(probe) <= probe.length) return undefined
  return 'is not a text file; give one in UTF-8 (iconv converts others), optionally gzipped'
}

/** Number of bytes in lines that have too many control characters. */
function bytesOfDenseLines(probe: Buffer): number {
  let bytes = 0
  for (let from = 0; from < probe.length; ) {
    const feed = probe.indexOf(LINE_FEED, from)
    const end = feed < 0 ? probe.length : feed + 1
    const line = probe.subarray(from, end)
    if (controlsIn(line) * DENSE >= line.length) bytes += line.length
    from = end
  }
  return bytes
}

function controlsIn(line: Buffer): number {
  let controls = 0
  for (const byte of line) if (isControl(byte)) controls += 1
  return controls
}

function isControl(byte: number): boolean {
  if (byte >= SPACE) return byte === DELETE
  return byte !== TAB && byte !== LINE_FEED && byte !== RETURN && byte !== ESCAPE
}
