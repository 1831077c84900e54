/** Decodes bytes of any encoding to text (spec/file-recognition.md#encodings). */

/** Bytes that the recognition of the encoding reads. */
const PROBE_BYTES = 512

/**
 * Decodes UTF-8, UTF-16 and UTF-32, recognised by the byte order mark or the position of zeros. Drops the mark and NUL. Invalid
 * UTF-8 becomes U+FFFD, which is harmless: ids are ASCII digits.
 */
export async function* textOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let start: Buffer[] | undefined = []
  let length = 0
  let decode: (bytes: Buffer, isLast: boolean) => string = utf8()
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield decode(chunk, false)
      continue
    }
    start.push(chunk)
    length += chunk.length
    if (length < PROBE_BYTES) continue
    decode = decoderOf(Buffer.concat(start))
    yield decode(Buffer.concat(start), false)
    start = undefined
  }
  if (start !== undefined) {
    const all = Buffer.concat(start)
    decode = decoderOf(all)
    yield decode(all, false)
  }
  yield decode(Buffer.alloc(0), true)
}

function decoderOf(probe: Buffer): (bytes: Buffer, isLast: boolean) => string {
  const [a, b, c, d] = probe
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return utf32('readUInt32LE')
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return utf32('readUInt32BE')
  if (a === 0xff && b === 0xfe) return utf16('utf-16le')
  if (a === 0xfe && b === 0xff) return utf16('utf-16be')
  // Without a mark, the zeros of the first characters decide, because every list begins with ASCII.
  if (probe.length >= 4 && a === 0 && b === 0 && c === 0 && d !== 0) return utf32('readUInt32BE')
  if (probe.length >= 4 && a !== 0 && b === 0 && c === 0 && d === 0) return utf32('readUInt32LE')
  if (probe.length >= 2 && a === 0 && b !== 0) return utf16('utf-16be')
  if (probe.length >= 2 && a !== 0 && b === 0) return utf16('utf-16le')
  return utf8()
}

const NUL = /\0/g

function utf8(): (bytes: Buffer, isLast: boolean) => string {
  const decoder = new TextDecoder('utf-8')
  return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast }).replace(NUL, '')
}

function utf16(name: 'utf-16le' | 'utf-16be'): (bytes: Buffer, isLast: boolean) => string {
  const decoder = new TextDecoder(name)
  return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast }).replace(NUL, '')
}

const CODE_POINTS = 0x110000
const MARK = 0xfeff

function utf32(read: 'readUInt32LE' | 'readUInt32BE'): (bytes: Buffer, isLast: boolean) => string {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    const all = Buffer.concat([rest, bytes])
    let text = ''
    let at = 0
    for (; at + 4 <= all.length; at += 4) {
      const code = all[read](at)
      if (code !== 0 && code !== MARK) text += String.fromCodePoint(code < CODE_POINTS ? code : 0xfffd)
    }
    rest = all.subarray(at)
    return text
  }
}
