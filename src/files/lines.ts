/** Reads the lines of a file of any size; the file may be gzipped. Memory use is limited. */
import { isUtf8 } from 'node:buffer'
import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { unsupportedTypeOf } from './plain-text.ts'
import { FileUnreadable } from './unreadable.ts'

export interface Line {
  /** Number of the line, from 1. */
  readonly number: number
  /** Number of the line in the file; set if lines are read in another order. */
  readonly recorded?: number
  readonly text: string
  /** Set for a line that is not valid UTF-8; then `text` is only for display. */
  readonly isInvalidUtf8?: true
}

/**
 * Maximum number of bytes of a line. A longer line is cut at this length or later, and the caller must reject this
 * line.
 */
export const MAX_LINE_BYTES = 64 * 1024

/** A text inside of a container such as a zip file. Its bytes are returned after decompression. */
export interface InnerFile {
  readonly name: string
  /** Opens the text; each call reads from the first byte. The iteration may throw {@link FileUnreadable}. */
  open(): AsyncIterable<Buffer>
}

/** Input of an import: the path of a file, or a file in a container. */
export type ImportedFile = string | InnerFile

/** A mark that some editors write at the beginning of a file. The mark is not part of the first line. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

const LINE_FEED = 10

export interface LineOptions {
  /** Called with the number of bytes that were read so far; for a gzipped file, the number of compressed bytes. */
  readonly onBytes?: (bytes: number) => void
  /** Maximum number of bytes of a line; by default {@link MAX_LINE_BYTES}. */
  readonly longest?: number
}

/**
 * The lines of a file, in batches. A gzip file is recognised by its first bytes. A line ends with `\n` or `\r\n`.
 * @throws {FileUnreadable} when the file is missing, truncated, corrupt or not text
 */
export async function* linesOf(file: ImportedFile, options: LineOptions = {}): AsyncGenerator<Line[]> {
  const { longest = MAX_LINE_BYTES } = options
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  const progress = () => `the first ${number} lines were read`
  for await (const bytes of chunksOf(file, progress, options)) {
    const whole = bytes.lastIndexOf(LINE_FEED)
    if (whole < 0) {
      if (rest.length < longest) rest = Buffer.concat([rest, bytes])
      continue
    }
    const lines = linesWithin(Buffer.concat([rest, bytes.subarray(0, whole)]), number)
    rest = bytes.subarray(whole + 1)
    number += lines.length
    yield lines
  }
  if (rest.length > 0) yield linesWithin(rest, number)
}

/**
 * The bytes of a text file in chunks; the bytes are decompressed and have no byte order mark.
 * @param progress describes how much of the file was read, for error messages
 * @throws {FileUnreadable} under the same conditions as {@link linesOf}
 */
export async function* chunksOf(
  file: ImportedFile,
  progress: () => string,
  { onBytes }: LineOptions = {},
): AsyncGenerator<Buffer> {
  const name = typeof file === 'string' ? file : file.name
  let isFirst = true
  try {
    const source = typeof file === 'string' ? await unpacked(file, onBytes) : counted(file.open(), onBytes)
    for await (const chunk of source) {
      if (isFirst) refuseOtherKind(name, chunk)
      yield isFirst ? withoutMark(chunk) : chunk
      isFirst = false
    }
  } catch (error) {
    if (error instanceof FileUnreadable) throw error
    throw new FileUnreadable(explain(name, progress(), error), { cause: error })
  }
}

async function unpacked(file: string, onBytes: LineOptions['onBytes']): Promise<AsyncIterable<Buffer>> {
  const gzipped = await isGzip(file)
  const raw = createReadStream(file, { highWaterMark: 256 * 1024 })
  if (!gzipped) return counted(raw, onBytes)
  let bytes = 0
  raw.on('data', (chunk) => {
    bytes += chunk.length
    onBytes?.(bytes)
  })
  const source = raw.pipe(createGunzip())
  raw.on('error', (error) => source.destroy(error))
  source.on('close', () => raw.destroy())
  return source
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onBytes: LineOptions['onBytes'],
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    onBytes?.(bytes)
    yield chunk
  }
}

/** @param before number of the line that precedes these bytes */
function linesWithin(bytes: Buffer, before: number): Line[] {
  let number = before
  // If possible, all lines are decoded together, because decoding each line separately takes three times as long.
  if (isUtf8(bytes)) {
    return bytes
      .toString('utf8')
      .split('\n')
      .map((text) => ({ number: ++number, text: withoutReturn(text) }))
  }
  const lines: Line[] = []
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end)
    const text = withoutReturn(line.toString('utf8'))
    lines.push(isUtf8(line) ? { number: ++number, text } : { number: ++number, text, isInvalidUtf8: true })
    from += line.length + 1
  }
  return lines
}

/** Size of the file in bytes. @throws {FileUnreadable} */
export function sizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) throw new FileUnreadable(`${file} does not exist; check the path`)
  if (!stats.isFile()) throw new FileUnreadable(`${file} is not a file; give the path of a file`)
  return stats.size
}

async function isGzip(file: string): Promise<boolean> {
  sizeOf(file)
  try {
    const handle = await open(file)
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
      return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new FileUnreadable(`${file} cannot be read: ${String(error)}`, { cause: error })
  }
}

/** @param start the first bytes of the file */
function refuseOtherKind(file: string, start: Buffer): void {
  const reason = unsupportedTypeOf(start)
  if (reason !== undefined) throw new FileUnreadable(`${file} ${reason}; nothing was imported`)
}

function withoutMark(bytes: Buffer): Buffer {
  const mark = BYTE_ORDER_MARK
  return bytes.subarray(0, mark.length).equals(mark) ? bytes.subarray(mark.length) : bytes
}

function explain(file: string, progress: string, error: unknown): string {
  const code = Error.isError(error) && 'code' in error ? error.code : undefined
  const got = `${progress}, and their imported data stays`
  if (code === 'Z_BUF_ERROR') {
    return `${file} is truncated (compressed data): ${got}; get the complete file and run the import again`
  }
  if (String(code).startsWith('Z_')) return `${file} has corrupt compressed data: ${got}; get the file again`
  return `${file} cannot be read to its end (${String(error)}): ${got}`
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
