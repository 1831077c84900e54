/** Reads a backup member by member, and verifies the manifest at the end. */
import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import {
  BackupUnusable,
  HEADER,
  type Header,
  type Listed,
  MANIFEST,
  parseHeader,
  parseManifest,
} from './archive-format.ts'

export interface Member {
  readonly name: string
  /** The caller must read the content to its end. */
  readonly content: AsyncIterable<Buffer>
}

/** Maximum size of the header and of the manifest, which are read into memory. */
const SMALL_BYTES = 256 * 1024 * 1024

export class ArchiveReader {
  readonly header: Header
  readonly #file: string
  readonly #raw: ReadStream
  readonly #entries: AsyncIterator<ParsedTarEntry>
  readonly #read: Listed[]

  private constructor(
    file: string,
    raw: ReadStream,
    entries: AsyncIterator<ParsedTarEntry>,
    header: Header,
    read: Listed[],
  ) {
    this.#file = file
    this.#raw = raw
    this.#entries = entries
    this.header = header
    this.#read = read
  }

  /**
   * Opens an archive and reads its header.
   * @param onBytes called with the number of bytes read so far
   * @throws {BackupUnusable} when the file is not a backup
   */
  static async open(
    file: string,
    onBytes: (bytes: number) => void = () => undefined,
  ): Promise<ArchiveReader> {
    const raw = createReadStream(file, { highWaterMark: 256 * 1024 })
    let bytes = 0
    raw.on('data', (chunk) => {
      bytes += chunk.length
      onBytes(bytes)
    })
    try {
      const entries = entriesOf(raw)
      const first = await entries.next()
      if (first.done === true || first.value.header.name !== HEADER)
        throw new BackupUnusable('it does not begin with the header of a backup')
      const content = new Hashed(first.value.body)
      const header = parseHeader(await textOf(content))
      return new ArchiveReader(file, raw, entries, header, [content.listed(HEADER, undefined)])
    } catch (error) {
      raw.destroy()
      throw explained(file, error)
    }
  }

  /**
   * Reads the remaining members, once.
   *
   * @param onMember a function that reads a member and returns its number of rows
   * @throws {BackupUnusable} when the archive is corrupt or truncated. The error may come only after the last member,
   *   so the caller must then discard all data that it has read
   */
  async readMembers(onMember: (member: Member) => Promise<number | undefined>): Promise<void> {
    try {
      let manifest: string | undefined
      for (;;) {
        const next = await this.#entries.next()
        if (next.done === true) break
        if (manifest !== undefined) throw new BackupUnusable('there is something after its manifest')
        const { name } = next.value.header
        const content = new Hashed(next.value.body)
        if (name === MANIFEST) manifest = await textOf(content)
        else this.#read.push(content.listed(name, await onMember({ name, content })))
      }
      if (manifest === undefined) throw new BackupUnusable('it ends too early')
      compare(parseManifest(manifest).members, this.#read)
    } catch (error) {
      throw explained(this.#file, error)
    }
  }

  close(): void {
    this.#raw.destroy()
  }
}

function entriesOf(raw: ReadStream): AsyncIterator<ParsedTarEntry> {
  const gunzip = createGunzip()
  raw.on('error', (error) => gunzip.destroy(error))
  raw.on('close', () => {
    if (!raw.readableEnded) gunzip.destroy()
  })
  const tar = Readable.toWeb(raw.pipe(gunzip)) as unknown as ReadableStream<Uint8Array>
  return tar.pipeThrough(createTarDecoder({ strict: true }))[Symbol.asyncIterator]()
}

/** Content of a member; counts and hashes the bytes. */
class Hashed implements AsyncIterable<Buffer> {
  readonly #body: ReadableStream<Uint8Array>
  readonly #hash = createHash('sha256')
  #bytes = 0

  constructor(body: ReadableStream<Uint8Array>) {
    this.#body = body
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.#body) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      this.#hash.update(bytes)
      this.#bytes += bytes.length
      yield bytes
    }
  }

  /** Hashes and counts of the content. Call this method once, after the content was read. */
  listed(name: string, rows: number | undefined): Listed {
    const sha256 = this.#hash.digest('hex')
    return { name, bytes: this.#bytes, sha256, ...(rows === undefined ? {} : { rows }) }
  }
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > SMALL_BYTES) throw new BackupUnusable('a part of it is larger than it can be')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function compare(listed: readonly Listed[], read: readonly Listed[]): void {
  const same = listed.length === read.length && listed.every((member, index) => isSame(member, read[index]))
  if (!same) throw new BackupUnusable('its content is not what was written')
}

function isSame(a: Listed, b: Listed | undefined): boolean {
  return a.name === b?.name && a.bytes === b.bytes && a.sha256 === b.sha256 && a.rows === b.rows
}

function explained(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const because = (why: string) =>
    new BackupUnusable(`${file} cannot be restored: ${why}. Nothing was changed; use another backup.`, {
      cause: error,
    })
  if (error instanceof BackupUnusable) return because(error.message)
  if (code === 'Z_BUF_ERROR') return because('it ends too early')
  if (code.startsWith('Z_')) return because('it is damaged, or no gzip file')
  if (code === 'ENOENT') return new BackupUnusable(`${file} does not exist; check the path`, { cause: error })
  // The tar decoder has no error class, so its errors are recognised by their message.
  if (error instanceof Error && /\btar\b/i.test(error.message)) return because('it is damaged, or no backup')
  return error
}
