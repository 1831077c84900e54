/**
 * Recognises the type of a file by its first bytes, and returns advice for unsupported types
 * (spec/file-recognition.md#recognition and spec/file-recognition.md#containers).
 */

export type Kind =
  | { readonly is: 'text' | 'gzip' | 'bzip2' | 'zstd' | 'zip' | 'tar' }
  /** Binary data of unknown type. */
  | { readonly is: 'other' }
  | { readonly is: 'refused'; readonly what: string; readonly remedy: string }

const PACKED: readonly (readonly [bytes: string, is: 'gzip' | 'bzip2' | 'zstd' | 'zip'])[] = [
  ['\x1f\x8b', 'gzip'],
  ['BZh', 'bzip2'],
  ['\x28\xb5\x2f\xfd', 'zstd'],
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
]

const REFUSED: readonly (readonly [bytes: string, what: string, remedy: string])[] = [
  ['\xfd7zXZ\0', 'compressed with xz', 'decompress it (unxz)'],
  ['7z\xbc\xaf\x27\x1c', 'compressed with 7z', 'decompress it (7z x)'],
  ['Rar!', 'compressed with rar', 'decompress it (unrar x)'],
  ['PAR1', 'a Parquet file', 'write its rows as CSV'],
  ['SQLite format 3', 'an SQLite database', 'write its rows as CSV'],
  ['\xd0\xcf\x11\xe0', 'a spreadsheet', 'export its sheets as text (CSV)'],
  ['%PDF', 'a PDF', 'give the data as text'],
]
const GRAPH = /^\s*(?:<\?xml[^>]*>\s*)?<(?:graphml|gexf)\b/i
const MARKUP = /^\s*<(?:!doctype\s+html|html|\?xml)/i
const PYTHON = /^\s*\[?\s*\{'/

/** Magic bytes of media and fonts that archives contain, with their offsets. */
const MEDIA: readonly (readonly [bytes: string, at: number])[] = [
  ['\xff\xd8\xff', 0],
  ['\x89PNG', 0],
  ['GIF8', 0],
  ['WEBP', 8],
  ['ftyp', 4],
  ['\x1a\x45\xdf\xa3', 0],
  ['ID3', 0],
  ['OggS', 0],
  ['\0\0\x01\0', 0],
  ['wOFF', 0],
  ['wOF2', 0],
  ['OTTO', 0],
  ['\0\x01\0\0', 0],
]

/** True for media files, which contain no ids. @param start the first bytes of the file */
export function isMedia(start: Buffer): boolean {
  const beginning = start.toString('latin1', 0, 16)
  return MEDIA.some(([bytes, at]) => beginning.startsWith(bytes, at))
}

const TAR_MAGIC = 'ustar'
const TAR_MAGIC_AT = 257
const TAR_BLOCK = 512
/**
 * Number of bytes per control character: a file with more than one control character in this number of bytes is not
 * text.
 */
const DENSE = 20

/** @param start the first bytes of the file; 8 KiB are enough */
export function kindOf(start: Buffer): Kind {
  const beginning = start.toString('latin1', 0, 1024)
  const packed = PACKED.find(([bytes]) => beginning.startsWith(bytes))
  if (packed !== undefined) return { is: packed[1] }
  if (isTar(start)) return { is: 'tar' }
  if (isBson(start)) {
    return { is: 'refused', what: 'a BSON dump of MongoDB', remedy: 'write it as JSON (bsondump FILE.bson)' }
  }
  const refused = REFUSED.find(([bytes]) => beginning.startsWith(bytes))
  if (refused !== undefined) return { is: 'refused', what: refused[1], remedy: refused[2] }
  if (GRAPH.test(beginning))
    return { is: 'refused', what: 'a graph in XML', remedy: 'write its edges as lines of two ids' }
  if (MARKUP.test(beginning))
    return { is: 'refused', what: 'a web page or XML', remedy: 'get the data itself' }
  if (PYTHON.test(beginning)) {
    return { is: 'refused', what: 'printed Python objects, not JSON', remedy: 'write it with json.dumps' }
  }
  return { is: isText(start) ? 'text' : 'other' }
}

/**
 * True for a tar file. Such a file has magic bytes, or it is from before 1988 and has a header with a correct checksum.
 */
function isTar(start: Buffer): boolean {
  if (start.length < TAR_BLOCK) return false
  if (start.toString('latin1', TAR_MAGIC_AT, TAR_MAGIC_AT + TAR_MAGIC.length) === TAR_MAGIC) return true
  const written = Number.parseInt(start.toString('latin1', 148, 156).replace(/\0/g, '').trim(), 8)
  let sum = 0
  for (let at = 0; at < TAR_BLOCK; at += 1) sum += at >= 148 && at < 156 ? 32 : (start[at] ?? 0)
  return start[0] !== 0 && written === sum
}

const MIN_BSON_BYTES = 5
/** Maximum size of a MongoDB document. */
const MAX_BSON_BYTES = 16 * 1024 * 1024
/** Largest number of a BSON field type. */
const MAX_BSON_TYPE = 19
const BSON_NAME = /^[\w$.-]{1,100}$/

/** Checks the length of the first document, and the type and the name of its first field. */
function isBson(start: Buffer): boolean {
  if (start.length <= MIN_BSON_BYTES) return false
  const length = start.readInt32LE(0)
  const [type = 0] = start.subarray(MIN_BSON_BYTES - 1)
  const name = start.toString('latin1', MIN_BSON_BYTES, start.indexOf(0, MIN_BSON_BYTES))
  const isDocument = length > MIN_BSON_BYTES && length <= MAX_BSON_BYTES
  return isDocument && type > 0 && type <= MAX_BSON_TYPE && BSON_NAME.test(name)
}

/** True for text. Zero bytes are allowed in UTF-16 and UTF-32. */
function isText(start: Buffer): boolean {
  const wide = widthOf(start)
  let controls = 0
  for (const byte of start) {
    const isControl =
      byte < 32 ? byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27 && byte !== 30 : byte === 127
    if (isControl && !(wide && byte === 0)) controls += 1
  }
  return controls * DENSE <= start.length
}

/** True for UTF-16 and UTF-32; these texts have a byte order mark or zero bytes in the first character. */
function widthOf([a, b]: Buffer): boolean {
  return (
    (a === 0xff && b === 0xfe) ||
    (a === 0xfe && b === 0xff) ||
    (a === 0) !== (b === 0) ||
    (a === 0 && b === 0)
  )
}
