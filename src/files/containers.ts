/**
 * Recognises containers by their bytes and reads the texts in them (spec/file-recognition.md#containers). Containers
 * are gzip, bzip2, zstd, zip and tar files, and may be nested. Only a zip file inside another container or in a stream
 * is copied to disk, because the directory of a zip file is at its end.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createZstdDecompress } from 'node:zlib'
import { TemporaryFolder } from '../lib/files/temporary-folder.ts'
import { unbzipped } from './bunzip2.ts'
import { copied } from './copied.ts'
import { decompressed } from './decompressed.ts'
import { unzipped } from './gzip.ts'
import { isMedia, kindOf } from './kinds.ts'
import { type Probed, probed } from './probed.ts'
import type { SiblingNames, SiblingReader } from './siblings.ts'
import { MemberSelection, selectedFiles } from './skipped-members.ts'
import { type PairedMember, pairedMembers } from './tar-siblings.ts'
import { FileUnreadable, TooManyMembers } from './unreadable.ts'
import { endsWithZip, ZipFile, type ZipMember } from './zip.ts'

export interface UnpackOptions {
  /** Called for skipped content without ids, with its place in the file and a description. */
  readonly warn: (place: string, what: string) => void
  /**
   * Called for a member that cannot be read to its end, with its place and the reason. Other members are still read.
   */
  readonly fault: (place: string, reason: string) => void
  /** Maximum number of decompressed bytes. */
  readonly maxBytes: number
  /** True to skip a media file, which otherwise causes an error. Media in containers are always skipped. */
  readonly isMediaSkipped?: boolean
  /** Names of members of tar files that need another member; none by default. */
  readonly siblings?: SiblingNames
}

export interface UnpackedText {
  /** Path of the member, beginning with the outermost container; empty for a text that is not in a container. */
  readonly name: string
  readonly chunks: AsyncIterable<Buffer>
  /**
   * Reads another file from the folder of the text. In a zip file, this can be any file; in a tar file, this can be
   * only a file that {@link UnpackOptions.siblings} names.
   */
  readonly sibling?: SiblingReader
}

const MEDIA_SKIPPED = 'a media file was skipped'

/** Maximum number of nested containers. */
export const MAX_DEPTH = 4
/** Maximum ratio of decompressed to compressed bytes. Zip bombs have a ratio of 1,000. */
const MAX_RATIO = 100
/** Number of decompressed bytes that are allowed at any ratio. */
const MIN_LIMIT_BYTES = 1024 * 1024
/** Number of bytes of each read. */
export const READ_BYTES = 256 * 1024
/** The first bytes of each member of a zip file. */
export const ZIP_MEMBER = 'PK\x03\x04'
/** Number of bytes that are read to recognise the type of a file. */
export const PROBE_BYTES = 8 * 1024
/**
 * Number of bytes at the beginning of a stream that are searched for a zip file. For a text, this is also the
 * number of bytes from which the format of the text is recognised. Programs that unpack themselves have a few hundred
 * KiB before their zip file.
 */
export const SEARCHED_BYTES = { text: 64 * 1024, other: 1024 * 1024 } as const

/**
 * The texts in a file. Each text must be read to its end before the next one. Errors of `chunks` are thrown while a
 * text is read.
 * @param isSearched true if the caller knows that no zip file follows other bytes
 * @throws {FileUnreadable}
 */
export async function* textsIn(
  source: AsyncIterable<Buffer>,
  options: UnpackOptions,
  name = '',
  depth = 0,
  isSearched = false,
): AsyncGenerator<UnpackedText> {
  const { probe, chunks } = await probed(source, PROBE_BYTES)
  const kind = kindOf(probe)
  if (kind.is === 'refused') throw new FileUnreadable(`it is ${kind.what}; ${kind.remedy}`)
  const isPacked = kind.is !== 'text' && kind.is !== 'other'
  if (isPacked && depth >= MAX_DEPTH)
    throw new FileUnreadable(`it is compressed more than ${MAX_DEPTH} times; decompress it`)
  if (kind.is === 'zip') yield* zipMembers(chunks, options, name, depth)
  else if (kind.is === 'tar') yield* textsInTar(chunks, options, name, depth)
  else if (isPacked) yield* textsIn(unpacked(chunks, kind.is, options, name), options, name, depth + 1)
  else if (isSearched || depth >= MAX_DEPTH) yield* plainText({ probe, chunks }, kind.is, options, name)
  else yield* textOrZip(chunks, kind.is, options, name, depth)
}

/** A text, or the texts of a zip file that follows other bytes. */
async function* textOrZip(
  source: AsyncIterable<Buffer>,
  kind: 'text' | 'other',
  options: UnpackOptions,
  name: string,
  depth: number,
): AsyncGenerator<UnpackedText> {
  const beginning = await probed(source, SEARCHED_BYTES[kind])
  if (!beginning.probe.includes(ZIP_MEMBER)) return yield* plainText(beginning, kind, options, name)
  await using folder = await TemporaryFolder.create('zip')
  const path = await copied(beginning.chunks, folder)
  if (await endsWithZip(path)) yield* membersOfZip(path, options, name, depth, () => undefined)
  else yield* plainText({ ...beginning, chunks: bytesOf(path) }, kind, options, name)
}

/** A text that is in no container. @throws {FileUnreadable} for other bytes */
async function* plainText(
  { probe, chunks }: Probed,
  kind: 'text' | 'other',
  options: UnpackOptions,
  name: string,
): AsyncGenerator<UnpackedText> {
  if (kind === 'text') return yield { name, chunks }
  if (options.isMediaSkipped !== true || !isMedia(probe))
    throw new FileUnreadable('it is not text; give lines, CSV or JSON')
  options.warn(name, MEDIA_SKIPPED)
}

/**
 * The texts of {@link textsIn}, for a file on disk. A zip file is read without a copy, even if other bytes precede or
 * follow it.
 * @param onBytes called with the number of bytes that were read so far
 * @throws {FileUnreadable}
 */
export async function* textsInFile(
  path: string,
  options: UnpackOptions,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<UnpackedText> {
  if (await isZipFile(path)) {
    yield* membersOfZip(path, options, '', 0, onBytes)
    return
  }
  const chunks = createReadStream(path, { highWaterMark: READ_BYTES })
  yield* textsIn(withCount(chunks, onBytes), options, '', 0, true)
}

/** Returns the same chunks, and counts their bytes. @param onBytes called with the number of bytes that were read so far */
export function withCount(
  chunks: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncIterable<Buffer> {
  let bytes = 0
  return counting(chunks, (length) => {
    bytes += length
    onBytes(bytes)
  })
}

/** True for a zip file, even if other bytes precede or follow it. */
export async function isZipFile(path: string): Promise<boolean> {
  const handle = await open(path)
  let probe: Buffer
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PROBE_BYTES), 0, PROBE_BYTES, 0)
    probe = buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
  const kind = kindOf(probe)
  if (kind.is === 'zip') return true
  return (kind.is === 'text' || kind.is === 'other') && (await endsWithZip(path))
}

type Packed = 'gzip' | 'zstd' | 'bzip2'

/** The bytes of a compressed file. @throws {FileUnreadable} */
export async function* unpacked(
  chunks: AsyncIterable<Buffer>,
  kind: Packed,
  options: Pick<UnpackOptions, 'warn' | 'maxBytes'>,
  name: string,
): AsyncGenerator<Buffer> {
  let packed = 0
  let bytes = 0
  const counted = counting(chunks, (length) => {
    packed += length
  })
  try {
    for await (const chunk of unpacking(counted, kind, () =>
      options.warn(name, `bytes after the ${kind} data were skipped`),
    )) {
      bytes += chunk.length
      if (bytes > Math.max(MIN_LIMIT_BYTES, packed * MAX_RATIO)) {
        throw new FileUnreadable(
          `it decompresses to more than ${MAX_RATIO} times its size, which no list does`,
        )
      }
      if (bytes > options.maxBytes) {
        throw new FileUnreadable(`it decompresses to more than ${options.maxBytes} bytes; split it`)
      }
      yield chunk
    }
  } catch (error) {
    if (error instanceof FileUnreadable) throw error
    if (isWindowTooLarge(error)) throw new FileUnreadable(LARGE_WINDOW, { cause: error })
    throw new FileUnreadable(
      `its ${kind} data is corrupt or truncated (${messageOf(error)}); get the complete file and run the command again`,
      { cause: error },
    )
  }
}

/**
 * Message about a large window. Node's decoder allocates the whole window of a file, and refuses windows above 128 MiB.
 */
const LARGE_WINDOW =
  'it was compressed by zstd with a window above 128 MiB (--long); decompress it with "zstd -dc --long=31 FILE | aviary import -", which needs up to 2 GiB of memory'

function isWindowTooLarge(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && error.code === 'ZSTD_error_frameParameter_windowTooLarge'
}

function unpacking(chunks: AsyncIterable<Buffer>, kind: Packed, onRest: () => void): AsyncIterable<Buffer> {
  if (kind === 'gzip') return unzipped(chunks, onRest)
  if (kind === 'bzip2') return unbzipped(chunks, onRest)
  return unzstd(chunks, onRest)
}

async function* unzstd(chunks: AsyncIterable<Buffer>, onRest: () => void): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]()
  try {
    const rest = yield* decompressed(createZstdDecompress(), async () => {
      const { value, done } = await source.next()
      return done === true ? undefined : value
    })
    if (rest.some((byte) => byte !== 0)) onRest()
  } finally {
    await source.return?.()
  }
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

async function* zipMembers(
  chunks: AsyncIterable<Buffer>,
  options: UnpackOptions,
  name: string,
  depth: number,
): AsyncGenerator<UnpackedText> {
  await using folder = await TemporaryFolder.create('zip')
  yield* membersOfZip(await copied(chunks, folder), options, name, depth, () => undefined)
}

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>
}

async function* membersOfZip(
  path: string,
  options: UnpackOptions,
  name: string,
  depth: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<UnpackedText> {
  const zip = await ZipFile.open(path).catch((error: unknown) => {
    if (error instanceof TooManyMembers) throw error
    throw new FileUnreadable('it is a corrupt zip file; get the complete file and run the command again', {
      cause: error,
    })
  })
  let bytes = 0
  const selection = new MemberSelection(zip.members.map((member) => member.name))
  try {
    if (zip.members.some((member) => /^(?:xl|word)\//.test(member.name))) {
      throw new FileUnreadable('it is a spreadsheet; export its sheets as text (CSV)')
    }
    for (const member of zip.members) {
      if (!member.name.endsWith('/') && selection.reads(member.name)) {
        const sibling = siblingsOf(zip, member)
        const place = innerName(name, member.name)
        for await (const text of textsOf(zip.read(member), options, place, depth, leave))
          yield { ...text, sibling }
      }
      bytes += member.packedSize
      onBytes(bytes)
    }
    selection.warn((reason) => options.warn(name, reason))
  } finally {
    await zip.close()
  }
}

function siblingsOf(zip: ZipFile, { name }: ZipMember): SiblingReader {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  return (other) => {
    const member = zip.members.find((each) => each.name === `${folder}${other}`)
    return member === undefined ? undefined : zip.read(member)
  }
}

async function* textsInTar(
  chunks: AsyncIterable<Buffer>,
  options: UnpackOptions,
  name: string,
  depth: number,
): AsyncGenerator<UnpackedText> {
  const { siblings } = options
  const selection = new MemberSelection()
  const files = selectedFiles(chunks, selection)
  for await (const member of siblings === undefined ? files : pairedMembers(files, siblings)) {
    const { sibling }: PairedMember = member
    const place = innerName(name, member.name)
    for await (const text of textsOf(member.bytes, options, place, depth, drain))
      yield sibling === undefined ? text : { ...text, sibling }
  }
  selection.warn((reason) => options.warn(name, reason))
}

/**
 * The texts in a member. An unreadable member does not affect other members.
 * @param end called with the bytes of the member that the reader did not read
 */
async function* textsOf(
  source: AsyncIterable<Buffer>,
  options: UnpackOptions,
  name: string,
  depth: number,
  end: (rest: AsyncIterable<Buffer>) => Promise<void>,
): AsyncGenerator<UnpackedText> {
  let left: AsyncIterable<Buffer> = source
  try {
    const { probe, chunks } = await probed(source, PROBE_BYTES)
    left = chunks
    // A personal archive contains media in addition to texts.
    if (kindOf(probe).is === 'other' && isMedia(probe)) options.warn(name, MEDIA_SKIPPED)
    else yield* textsIn(chunks, options, name, depth + 1)
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    options.fault(name, error.message)
  }
  await end(left)
}

/** Reads the rest of a member, because the next member of a tar file follows it. Errors were already reported. */
async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _ of chunks);
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
  }
}

/** Stops reading a member. Each member of a zip file has an offset, so the rest need not be decompressed. */
async function leave(chunks: AsyncIterable<Buffer>): Promise<void> {
  try {
    // Starting and ending the iteration stops the decompression.
    for await (const _ of chunks) break
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
  }
}

function innerName(outer: string, inner: string): string {
  return outer === '' ? inner : `${outer}/${inner}`
}

function messageOf(error: unknown): string {
  return Error.isError(error) ? error.message : String(error)
}
