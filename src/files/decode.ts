/** Recognises the encoding of a text and decodes its bytes (spec/file-recognition.md#encodings). */
import { isUtf8 } from 'node:buffer'
import { FileUnreadable } from './unreadable.ts'

/** Number of bytes that are read to recognise the encoding. */
const PROBE_BYTES = 512

/** The encoding for bytes that are not UTF-8, if the caller knows this encoding. */
export type FallbackEncoding = 'windows-1252'

export interface DecodeOptions {
  /** Encoding for bytes that are not UTF-8. Without it, {@link hasInvalidBytes} is true for a text with such bytes. */
  readonly fallback?: FallbackEncoding | undefined
}

type Decode = (bytes: Buffer, isLast: boolean) => string

/**
 * Decodes UTF-8, CESU-8, UTF-16 and UTF-32. The encoding is recognised by the byte order mark, or by the positions of
 * zero bytes. The mark and NUL characters are dropped. Without a fallback, a byte that is invalid in UTF-8 becomes a
 * single low surrogate from U+DC80 to U+DCFF, which never occurs in valid input. In the other encodings, U+FFFD
 * replaces invalid characters.
 */
export async function* decoded(
  chunks: AsyncIterable<Buffer>,
  { fallback }: DecodeOptions = {},
): AsyncGenerator<string> {
  let start: Buffer[] | undefined = []
  let length = 0
  let decode: Decode = () => ''
  let failure: FileUnreadable | undefined
  try {
    for await (const chunk of chunks) {
      if (start === undefined) {
        yield decode(chunk, false)
        continue
      }
      start.push(chunk)
      length += chunk.length
      if (length < PROBE_BYTES) continue
      const all = Buffer.concat(start)
      decode = decoderOf(all, fallback)
      start = undefined
      yield decode(all, false)
    }
  } catch (error) {
    // If a file is truncated, the content before the fault is decoded before the error is thrown.
    if (!(error instanceof FileUnreadable)) throw error
    failure = error
  }
  if (start !== undefined) {
    const all = Buffer.concat(start)
    decode = decoderOf(all, fallback)
    yield decode(all, false)
  }
  yield decode(Buffer.alloc(0), true)
  if (failure !== undefined) throw failure
}

/** True if the decoded text has a byte that is invalid in UTF-8. */
export function hasInvalidBytes(text: string): boolean {
  return !text.isWellFormed() && INVALID_BYTE.test(text)
}

const INVALID_BYTE = /[\udc80-\udcff]/

/** Decodes invalid bytes of the text ({@link hasInvalidBytes}) as Windows-1252. */
export function withWindows1252(text: string): string {
  return hasInvalidBytes(text)
    ? text.replace(/[\udc80-\udcff]/g, (half) => windows1252(half.charCodeAt(0) - 0xdc00))
    : text
}

function decoderOf(probe: Buffer, fallback: FallbackEncoding | undefined): Decode {
  const [a, b, c, d] = probe
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return utf32('readUInt32LE')
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return utf32('readUInt32BE')
  if (a === 0xff && b === 0xfe) return utf16('utf-16le')
  if (a === 0xfe && b === 0xff) return utf16('utf-16be')
  // If there is no byte order mark, zero bytes in the first characters show the encoding, because every text begins
  // with ASCII.
  if (probe.length >= 4 && a === 0 && b === 0 && c === 0 && d !== 0) return utf32('readUInt32BE')
  if (probe.length >= 4 && a !== 0 && b === 0 && c === 0 && d === 0) return utf32('readUInt32LE')
  if (probe.length >= 2 && a === 0 && b !== 0) return utf16('utf-16be')
  if (probe.length >= 2 && a !== 0 && b === 0) return utf16('utf-16le')
  return utf8(fallback)
}

const NUL = /\0/g
const MARK = '\ufeff'

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replace(NUL, '') : text
}

function utf8(fallback: FallbackEncoding | undefined): Decode {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  return (bytes, isLast) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const end = isLast ? all.length : completeLength(all)
    const whole = all.subarray(0, end)
    rest = Buffer.from(all.subarray(end))
    const text = withoutNul(isUtf8(whole) ? whole.toString('utf8') : repairedUtf8(whole, fallback))
    if (!isFirst || text === '') return text
    isFirst = false
    return text.startsWith(MARK) ? text.slice(1) : text
  }
}

/**
 * Number of bytes before an incomplete character at the end. Half of a surrogate pair in CESU-8 also counts as
 * incomplete.
 */
function completeLength(bytes: Buffer): number {
  let end = bytes.length
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0x80 && byte < 0xc0) continue
    if (lengthOf(byte) > back) end = bytes.length - back
    break
  }
  const half = end < 3 ? undefined : surrogateAt(bytes, end - 3)
  return half !== undefined && half < 0xdc00 ? end - 3 : end
}

/** Number of bytes of a character, from its first byte; 1 for an invalid byte. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0 && byte <= 0xf4) return 4
  if (byte >= 0xe0 && byte < 0xf0) return 3
  return byte >= 0xc2 && byte < 0xe0 ? 2 : 1
}

/** Decodes bytes that are not valid UTF-8, character by character. */
function repairedUtf8(bytes: Buffer, fallback: FallbackEncoding | undefined): string {
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      at += 1
      continue
    }
    const length = lengthOf(byte)
    if (length > 1 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))) {
      at += length
      continue
    }
    if (at > from) pieces.push(bytes.toString('utf8', from, at))
    const half = surrogateAt(bytes, at)
    if (half === undefined) {
      pieces.push(fallback === undefined ? String.fromCharCode(0xdc00 + byte) : windows1252(byte))
      at += 1
    } else {
      const other = half < 0xdc00 ? surrogateAt(bytes, at + 3) : undefined
      const isPair = other !== undefined && other >= 0xdc00
      pieces.push(isPair ? String.fromCharCode(half, other) : '\ufffd')
      at += isPair ? 6 : 3
    }
    from = at
  }
  pieces.push(bytes.toString('utf8', from))
  return pieces.join('')
}

/** The surrogate that is encoded in CESU-8 at an offset; undefined if that offset has none. */
function surrogateAt(bytes: Buffer, at: number): number | undefined {
  const [first, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (first !== 0xed || second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) return undefined
  return 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)
}

const WINDOWS_1252 = new TextDecoder('windows-1252')

function windows1252(byte: number): string {
  return WINDOWS_1252.decode(Uint8Array.of(byte))
}

function utf16(name: 'utf-16le' | 'utf-16be'): Decode {
  const decoder = new TextDecoder(name)
  return (bytes, isLast) => withoutNul(decoder.decode(bytes, { stream: !isLast }))
}

const CODE_POINTS = 0x110000

function utf32(read: 'readUInt32LE' | 'readUInt32BE'): Decode {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    const all = Buffer.concat([rest, bytes])
    let text = ''
    let at = 0
    for (; at + 4 <= all.length; at += 4) {
      const code = all[read](at)
      if (code === 0 || code === 0xfeff) continue
      const isCharacter = code < CODE_POINTS && (code < 0xd800 || code > 0xdfff)
      text += String.fromCodePoint(isCharacter ? code : 0xfffd)
    }
    rest = all.subarray(at)
    return text
  }
}
