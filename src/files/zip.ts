/**
 * Reads members of a zip file by its central directory, with `node:zlib`. The reader writes nothing to disk, so that
 * names of members cannot lead outside of a directory. The compressed size of a member determines the maximum
 * decompressed size.
 */
import { isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { FileUnreadable, MAX_MEMBERS, TooManyMembers } from './unreadable.ts'

const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_LOCATOR = 0x07064b50
const MEMBER = 0x02014b50
const LOCAL = 0x04034b50
/**
 * Number of bytes at the end of a file that are searched. These bytes can contain the end record with the longest
 * comment, and the same number of other bytes after the record.
 */
const MAX_END_BYTES = 2 * (22 + 65_535)
const MAX_CONTENTS_BYTES = 128 * 1024 * 1024
const LOCAL_HEADER_BYTES = 30
/** Flag of a member whose name is in UTF-8. */
const UTF8_FLAG = 0x800
const [STORED, DEFLATED, DEFLATE64] = [0, 8, 9]

/**
 * Maximum ratio of decompressed to compressed bytes. Texts have a ratio of about 15; zip bombs have a ratio of 1,000.
 */
const MAX_RATIO = 100
/** Number of decompressed bytes that are always allowed. */
const ALWAYS_ALLOWED = 1024 * 1024

export interface ZipMember {
  readonly name: string
  /** Size of the member after decompression, according to the directory. */
  readonly size: number
  readonly packedSize: number
  readonly method: number
  readonly crc: number
  readonly isEncrypted: boolean
  readonly offset: number
}

/** An open zip file. */
export class ZipFile {
  readonly #path: string
  readonly #handle: FileHandle
  readonly members: readonly ZipMember[]

  private constructor(path: string, handle: FileHandle, members: readonly ZipMember[]) {
    this.#path = path
    this.#handle = handle
    this.members = members
  }

  /**
   * Opens a zip file. Other bytes may precede or follow it.
   * @throws {FileUnreadable} when the file is not a zip file, or is corrupt
   */
  static async open(path: string): Promise<ZipFile> {
    const handle = await open(path).catch((error: unknown) => {
      throw new FileUnreadable(`${path} cannot be read: ${String(error)}`, { cause: error })
    })
    try {
      return new ZipFile(path, handle, await readContents(path, handle))
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  /** The bytes of a member. The checksum is compared at the end. @throws {FileUnreadable} */
  async *read(member: ZipMember): AsyncGenerator<Buffer> {
    const { name, method, isEncrypted, size } = member
    const place = `${name} in ${this.#path}`
    if (isEncrypted) throw new FileUnreadable(`${place} is encrypted; extract it, and import the directory`)
    if (method !== STORED && method !== DEFLATED) {
      const name = method === DEFLATE64 ? 'Deflate64' : String(method)
      throw new FileUnreadable(
        `${place} has an unsupported compression method (${name}); extract it, and import the directory`,
      )
    }
    if (size > bound(member)) throw bomb(place)
    let bytes = 0
    let sum = 0
    try {
      for await (const chunk of await this.#unpacked(member)) {
        bytes += chunk.length
        if (bytes > bound(member)) throw bomb(place)
        sum = crc32(chunk, sum)
        yield chunk
      }
    } catch (error) {
      if (error instanceof FileUnreadable) throw error
      throw new FileUnreadable(`${place} is corrupt (${String(error)}); get the file again`, { cause: error })
    }
    if (bytes !== size || sum !== member.crc)
      throw new FileUnreadable(`${place} is corrupt; get the file again`)
  }

  async #unpacked({ offset, packedSize, method }: ZipMember): Promise<AsyncIterable<Buffer>> {
    const header = await bytesAt(this.#path, this.#handle, offset, LOCAL_HEADER_BYTES)
    if (header.readUInt32LE(0) !== LOCAL) throw corrupt(this.#path)
    const start = offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (packedSize === 0) return noBytes()
    if (method === STORED) return this.#pieces(start, packedSize)
    const raw = Readable.from(this.#pieces(start, packedSize))
    const inflate = createInflateRaw()
    raw.on('error', (error) => inflate.destroy(error))
    inflate.on('close', () => raw.destroy())
    return raw.pipe(inflate)
  }

  async *#pieces(start: number, length: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < length; at += PIECE) {
      yield await bytesAt(this.#path, this.#handle, start + at, Math.min(PIECE, length - at))
    }
  }
}

const PIECE = 256 * 1024

async function* noBytes(): AsyncGenerator<Buffer> {}

function bound({ packedSize }: ZipMember): number {
  return Math.max(ALWAYS_ALLOWED, packedSize * MAX_RATIO)
}

function bomb(place: string): FileUnreadable {
  return new FileUnreadable(
    `${place} decompresses to more than ${MAX_RATIO} times its size, which no archive does`,
  )
}

function corrupt(path: string): FileUnreadable {
  return new FileUnreadable(`${path} is not a zip file, or is corrupt; get the file again`)
}

async function bytesAt(path: string, handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(offset + length) || offset < 0) throw corrupt(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
  if (bytesRead < length) throw corrupt(path)
  return buffer
}

async function readContents(path: string, handle: FileHandle): Promise<ZipMember[]> {
  const { size } = await handle.stat()
  const tail = Math.min(size, MAX_END_BYTES)
  const bytes = await bytesAt(path, handle, size - tail, tail)
  const end = endIn(bytes)
  if (end < 0) throw corrupt(path)
  let count = bytes.readUInt16LE(end + 10)
  let length = bytes.readUInt32LE(end + 12)
  let offset = bytes.readUInt32LE(end + 16)
  let contentsEnd = size - tail + end
  if (end >= 20 && bytes.readUInt32LE(end - 20) === END_64_LOCATOR) {
    // The record is directly before its locator, unless the record has an extension.
    const at = numberAt(bytes, end - 12)
    const found = await recordAt(path, handle, [at, contentsEnd - 20 - 56])
    count = numberAt(found.record, 32)
    length = numberAt(found.record, 40)
    offset = numberAt(found.record, 48)
    contentsEnd = found.at
  }
  // If bytes precede the zip file, all stored offsets are too small by the number of these bytes.
  const shift = contentsEnd - length - offset
  if (shift < 0) throw corrupt(path)
  if (length > MAX_CONTENTS_BYTES || count > MAX_MEMBERS) throw new TooManyMembers()
  const contents = await bytesAt(path, handle, offset + shift, length)
  const members = membersIn(path, contents, count).map((member) => ({
    ...member,
    offset: member.offset + shift,
  }))
  requireNoOverlap(path, members, offset + shift)
  return members
}

/** Reads the zip64 record at the first of these offsets at which there is such a record. */
async function recordAt(
  path: string,
  handle: FileHandle,
  offsets: readonly number[],
): Promise<{ readonly at: number; readonly record: Buffer }> {
  const { size } = await handle.stat()
  for (const at of offsets) {
    if (!Number.isSafeInteger(at) || at < 0 || at + 56 > size) continue
    const record = await bytesAt(path, handle, at, 56)
    if (record.readUInt32LE(0) === END_64) return { at, record }
  }
  throw corrupt(path)
}

/**
 * Refuses members that overlap, because overlapping members are a sign of a zip bomb.
 * @param end offset of the directory
 */
function requireNoOverlap(path: string, members: readonly ZipMember[], end: number): void {
  const sorted = members.toSorted((one, other) => one.offset - other.offset)
  for (const [index, { offset, packedSize }] of sorted.entries()) {
    const next = sorted[index + 1]?.offset ?? end
    if (offset + LOCAL_HEADER_BYTES + packedSize > next) throw corrupt(path)
  }
}

/** Offset of the last end record; -1 if there is none. */
function endIn(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= 0; at--) {
    if (bytes.readUInt32LE(at) === END && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return at
  }
  return -1
}

/** True if a file ends with a zip file, even if other bytes come first. */
export async function endsWithZip(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const tail = Math.min(size, MAX_END_BYTES)
    return endIn(await bytesAt(path, handle, size - tail, tail)) >= 0
  } finally {
    await handle.close()
  }
}

function membersIn(path: string, bytes: Buffer, count: number): ZipMember[] {
  const members: ZipMember[] = []
  let at = 0
  while (members.length < count) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== MEMBER) throw corrupt(path)
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    if (extraEnd > bytes.length) throw corrupt(path)
    const large = largeNumbers(path, bytes.subarray(nameEnd, extraEnd))
    const sizeOf = (place: number) => {
      const number = bytes.readUInt32LE(place)
      return number === 0xffffffff ? large() : number
    }
    // The 64-bit fields have a fixed order. A field exists only if its 32-bit field is 0xffffffff.
    const size = sizeOf(at + 24)
    const packedSize = sizeOf(at + 20)
    const offset = sizeOf(at + 42)
    members.push({
      name: nameOf(bytes.subarray(at + 46, nameEnd), bytes.readUInt16LE(at + 8)),
      size,
      packedSize,
      offset,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    })
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return members
}

/** The characters from code 128 on in the DOS code page 437. Zip files without the UTF-8 flag use this code page. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** The name of a member. Some programs write UTF-8 without the flag, and some programs on Windows write backslashes. */
function nameOf(bytes: Buffer, flags: number): string {
  const isText = (flags & UTF8_FLAG) !== 0 || isUtf8(bytes)
  const name = isText
    ? bytes.toString('utf8')
    : Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128])).join('')
  return name.replaceAll('\\', '/')
}

/** Returns a function that reads the next 64-bit field of a member at each call. */
function largeNumbers(path: string, extra: Buffer): () => number {
  let from = extra.length
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) {
      from = at + 4
      break
    }
  }
  return () => {
    if (from + 8 > extra.length) throw corrupt(path)
    from += 8
    return numberAt(extra, from - 8)
  }
}

/** A 64-bit number. The number may be rounded; such numbers do not occur, because no file is so large. */
function numberAt(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}
