/**
 * What a file is packed in, recognised by its bytes, and the texts in it (spec/file-recognition.md#containers): gzip,
 * bzip2, zstd, zip and tar, also one in the other. Nothing but zip files, which are read from their end, is kept while
 * it is read.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { ZipFile } from '../importers/archive/zip.ts'
import { unbzipped } from './bunzip2.ts'
import { unzipped } from './gzip.ts'
import { isMedia, kindOf } from './kinds.ts'

/** Thrown for a file that is none of what is read, and for a damaged one. The message says what to do. */
export class IdListUnreadable extends Error {
  override readonly name = 'HeldFileUnreadable'
}

export interface UnpackOptions {
  /** Called with something that holds no ids and was passed over: where, and what. */
  readonly warn: (place: string, what: string) => void
  /** Called with a member that cannot be read to its end: which, and why. The others are read. */
  readonly fault: (place: string, reason: string) => void
  /** Bytes that anything may unpack to. */
  readonly longest: number
}

export interface UnpackedText {
  /** Names of members, from the outermost; empty for what is in no archive of several files. */
  readonly name: string
  readonly chunks: AsyncIterable<Buffer>
}

/** Containers in containers. */
const DEEPEST = 4
const MEMBERS_MOST = 1_000_000
/** How much larger than packed a file may be, and what any may have: bombs come to a thousand times. */
const RATIO_LARGEST = 100
const ALWAYS_ALLOWED = 1024 * 1024
/** Bytes by which a file is recognised. */
const PROBE = 8 * 1024

/**
 * The texts in a file, one after the other; each must be read to its end before the next. Reading `chunks` throws too.
 * @throws {IdListUnreadable}
 */
export async function* textsIn(
  source: AsyncIterable<Buffer>,
  options: UnpackOptions,
  name = '',
  depth = 0,
): AsyncGenerator<UnpackedText> {
  const { probe, chunks } = await probed(source)
  const kind = kindOf(probe)
  if (kind.is === 'refused') throw new IdListUnreadable(`it is ${kind.what}; ${kind.remedy}`)
  if (kind.is === 'other')
    throw new IdListUnreadable('it is no text; give ids as text, one a line, as CSV or as JSON')
  if (kind.is === 'text') return yield { name, chunks }
  if (depth >= DEEPEST) throw new IdListUnreadable(`it is packed more than ${DEEPEST} times; unpack it`)
  if (kind.is === 'zip') yield* zipMembers(chunks, options, name, depth)
  else if (kind.is === 'tar') yield* tarMembers(chunks, options, name, depth)
  else yield* textsIn(unpacked(chunks, kind.is, options, name), options, name, depth + 1)
}

/** The first bytes of a source, and all of it. */
async function probed(
  source: AsyncIterable<Buffer>,
): Promise<{ probe: Buffer; chunks: AsyncIterable<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let length = 0
  while (length < PROBE) {
    const { value, done } = await iterator.next()
    if (done === true) break
    first.push(value)
    length += value.length
  }
  const probe = Buffer.concat(first)
  return { probe, chunks: joined(probe, iterator) }
}

async function* joined(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    for (;;) {
      const { value, done } = await others.next()
      if (done === true) return
      yield value
    }
  } finally {
    await others.return?.()
  }
}

type Packed = 'gzip' | 'zstd' | 'bzip2'

async function* unpacked(
  chunks: AsyncIterable<Buffer>,
  kind: Packed,
  options: UnpackOptions,
  name: string,
): AsyncGenerator<Buffer> {
  let packed = 0
  let bytes = 0
  const counted = counting(chunks, (length) => {
    packed += length
  })
  try {
    for await (const chunk of unpacking(counted, kind, () =>
      options.warn(name, `bytes behind the ${kind} data were passed over`),
    )) {
      bytes += chunk.length
      if (bytes > Math.max(ALWAYS_ALLOWED, packed * RATIO_LARGEST)) {
        throw new IdListUnreadable(
          `it unpacks to more than ${RATIO_LARGEST} times its size, as no list does`,
        )
      }
      if (bytes > options.longest) {
        throw new IdListUnreadable(`it unpacks to more than ${options.longest} bytes; divide it`)
      }
      yield chunk
    }
  } catch (error) {
    if (error instanceof IdListUnreadable) throw error
    throw new IdListUnreadable(
      `its ${kind} data are damaged or cut off (${messageOf(error)}); get the whole file and check it again`,
      { cause: error },
    )
  }
}

function unpacking(chunks: AsyncIterable<Buffer>, kind: Packed, onRest: () => void): AsyncIterable<Buffer> {
  if (kind === 'gzip') return unzipped(chunks, onRest)
  if (kind === 'bzip2') return unbzipped(chunks, onRest)
  const stream = createZstdDecompress()
  const raw = Readable.from(chunks)
  raw.on('error', (error) => stream.destroy(error))
  stream.on('close', () => raw.destroy())
  return raw.pipe(stream)
}

async function* counting(
  chunks: AsyncIterable<Buffer>,
  onLength: (length: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onLength(chunk.length)
    yield chunk
  }
}

/** What programs put into archives of their own accord. */
const LEFT_OUT = /(?:^|[\\/])(?:__MACOSX[\\/]|\.DS_Store$|\._|Thumbs\.db$|README\.txt$|assets[\\/])|\.html?$/i

async function* zipMembers(
  chunks: AsyncIterable<Buffer>,
  options: UnpackOptions,
  name: string,
  depth: number,
): AsyncGenerator<UnpackedText> {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-held-'))
  try {
    const path = join(folder, 'held.zip')
    await pipeline(chunks, createWriteStream(path, { mode: 0o600 }))
    const zip = await ZipFile.open(path).catch((error: unknown) => {
      throw new IdListUnreadable('it is a damaged zip file; get the whole file and check it again', {
        cause: error,
      })
    })
    try {
      if (zip.members.length > MEMBERS_MOST) throw tooMany()
      if (zip.members.some((member) => /^(?:xl|word)\//.test(member.name))) {
        throw new IdListUnreadable(
          'it is a workbook of a spreadsheet; export the column of ids as text (CSV)',
        )
      }
      for (const member of zip.members) {
        if (member.name.endsWith('/') || LEFT_OUT.test(member.name)) continue
        yield* textsOf(zip.read(member), options, innerName(name, member.name), depth)
      }
    } finally {
      await zip.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* tarMembers(
  chunks: AsyncIterable<Buffer>,
  options: UnpackOptions,
  name: string,
  depth: number,
): AsyncGenerator<UnpackedText> {
  const entries = Readable.toWeb(Readable.from(chunks)).pipeThrough(createTarDecoder({ strict: true }))
  let count = 0
  try {
    for await (const { header, body } of entries) {
      count += 1
      if (count > MEMBERS_MOST) throw tooMany()
      if (header.type !== 'file' || LEFT_OUT.test(header.name)) {
        await body.cancel()
        continue
      }
      yield* textsOf(bytesOf(body), options, innerName(name, header.name), depth)
    }
  } catch (error) {
    if (error instanceof IdListUnreadable) throw error
    throw new IdListUnreadable(`its tar data are damaged or cut off (${messageOf(error)})`, {
      cause: error,
    })
  }
}

/** The texts in a member. One that cannot be read keeps none of the others from being read. */
async function* textsOf(
  source: AsyncIterable<Buffer>,
  options: UnpackOptions,
  name: string,
  depth: number,
): AsyncGenerator<UnpackedText> {
  let left: AsyncIterable<Buffer> = source
  try {
    const { probe, chunks } = await probed(source)
    left = chunks
    // Pictures and the like lie beside the texts of archives.
    if (kindOf(probe).is === 'other' && isMedia(probe))
      options.warn(name, 'a picture or the like was passed over')
    else yield* textsIn(chunks, options, name, depth + 1)
  } catch (error) {
    if (!isOfFile(error)) throw error
    options.fault(name, error.message)
    return await passOver(left)
  }
  await passOver(left)
}

/** Reads what is left of a member: in a tar file the next one lies behind it. What is wrong with it was said before. */
async function passOver(chunks: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _ of chunks);
  } catch (error) {
    if (!isOfFile(error)) throw error
  }
}

/** Whether an error is about the file. Members of zip files are refused in words of their own. */
export function isOfFile(error: unknown): error is Error {
  return error instanceof IdListUnreadable || (error instanceof Error && error.name === 'FileUnreadable')
}

async function* bytesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const bytes of body) yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function innerName(outer: string, inner: string): string {
  return outer === '' ? inner : `${outer}/${inner}`
}

function tooMany(): IdListUnreadable {
  return new IdListUnreadable(`it holds more than ${MEMBERS_MOST} files; unpack it`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
