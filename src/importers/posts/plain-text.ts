/** Whether a file is a text at all, told by its first bytes; a line with wrong bytes is the business of its line. */

const PROBE_BYTES = 8 * 1024

/** How packed and unpacked files begin that people give by mistake, and what they then do. */
const BEGINNINGS: readonly (readonly [bytes: string, what: string, remedy: string])[] = [
  ['\xff\xfe\0\0', 'in UTF-32', 'convert it (iconv -f UTF-32 -t UTF-8)'],
  ['\0\0\xfe\xff', 'in UTF-32', 'convert it (iconv -f UTF-32 -t UTF-8)'],
  ['\xff\xfe', 'in UTF-16', 'convert it (iconv -f UTF-16 -t UTF-8)'],
  ['\xfe\xff', 'in UTF-16', 'convert it (iconv -f UTF-16 -t UTF-8)'],
  ['\x1f\x8b', 'packed with gzip twice', 'unpack it once (gunzip)'],
  ['PK\x03\x04', 'a zip file', 'unpack it (unzip)'],
  ['\x28\xb5\x2f\xfd', 'packed with zstd', 'unpack it (unzstd), or pack it with gzip'],
  ['\xfd7zXZ\0', 'packed with xz', 'unpack it (unxz), or pack it with gzip'],
  ['BZh', 'packed with bzip2', 'unpack it (bunzip2), or pack it with gzip'],
]

/** The control characters that texts have. */
const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const ESCAPE = 27

const SPACE = 32
const DELETE = 127

/** One in so many bytes of a line, and it is no text: of chance data every tenth byte is such a one. */
const DENSE = 20

/**
 * Why a file is not a text that an import could read, with what to do about it; undefined when it may be one. A
 * byte that is wrong within a text does not make it another kind of file.
 * @param start the first bytes of the content, unpacked; they may end within a line or a character
 */
export function whyNoText(start: Buffer): string | undefined {
  const probe = start.subarray(0, PROBE_BYTES)
  const beginning = probe.toString('latin1', 0, 8)
  const known = BEGINNINGS.find(([bytes]) => beginning.startsWith(bytes))
  if (known !== undefined) return `is ${known[1]}; ${known[2]}`
  if (2 * bytesOfDenseLines(probe) <= probe.length) return undefined
  return 'is not a text file; give one in UTF-8 (iconv converts others), as it is or packed with gzip'
}

/** How many bytes are in lines that are full of control characters. */
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
