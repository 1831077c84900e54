/** Writes a backup member by member, and hashes each member. Memory use is constant. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { type Listed, MANIFEST } from './archive-format.ts'
import { syncDirectory, syncFile } from './sync.ts'

/** gzip level. Rows are mostly digits, so higher levels take twice the time to save a tenth of the size. */
const COMPRESSION = 4

export interface WriterOptions {
  readonly file: string
  /** Temporary path until the archive is complete, in the same directory as `file`. */
  readonly partial: string
  /** Modification time of the members, in milliseconds since the Unix epoch. */
  readonly now: number
}

export class ArchiveWriter {
  readonly #options: WriterOptions
  readonly #tar: TarPackController
  readonly #written: Promise<void>
  readonly #members: Listed[] = []
  #failure: unknown

  /** Creates the partial file with permissions for its owner only, because the file will contain the key. */
  constructor(options: WriterOptions) {
    this.#options = options
    const { readable, controller } = createTarPacker()
    this.#tar = controller
    const target = createWriteStream(options.partial, { flags: 'wx', mode: 0o600 })
    const source = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0])
    this.#written = pipeline(source, createGzip({ level: COMPRESSION }), target)
    this.#written.catch((error) => {
      this.#failure = error
    })
  }

  /** Adds a member from memory. @param rows number of table rows in the member */
  async add(name: string, content: Buffer, rows?: number): Promise<void> {
    await this.#put(name, content.length, [content], rows)
  }

  /** Adds a file with a known length. @throws {RangeError} when the length differs */
  async addFile(name: string, file: string, bytes: number): Promise<void> {
    await this.#put(name, bytes, bytes === 0 ? [] : createReadStream(file, { end: bytes - 1 }))
  }

  /** Adds the manifest, syncs the archive and renames it. Returns its size in bytes. */
  async finish(): Promise<number> {
    await this.#put(MANIFEST, ...manifestOf(this.#members))
    this.#tar.finalize()
    await this.#written
    const { partial, file } = this.#options
    await syncFile(partial)
    await rename(partial, file)
    await syncDirectory(dirname(file))
    return (await stat(file)).size
  }

  /** Removes the partial file. */
  async abort(reason: unknown): Promise<void> {
    this.#tar.error(reason)
    // The abort makes this write fail.
    await this.#written.catch(() => undefined)
    await rm(this.#options.partial, { force: true })
  }

  async #put(
    name: string,
    bytes: number,
    content: Iterable<Buffer> | AsyncIterable<Buffer>,
    rows?: number,
  ): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const hash = createHash('sha256')
    const mtime = new Date(this.#options.now)
    const body = this.#tar.add({ name, size: bytes, mode: 0o600, mtime }).getWriter()
    let written = 0
    try {
      for await (const chunk of content) {
        hash.update(chunk)
        written += chunk.length
        await body.write(chunk)
      }
      if (written !== bytes) throw new RangeError(`${name} changed while it was read; run the backup again`)
      await body.close()
    } catch (error) {
      // When the disk is full, `abort` finds the stream closed, and the write reports the reason.
      await body.abort(error).catch(() => undefined)
      throw this.#failure ?? error
    }
    this.#members.push({
      name,
      bytes,
      sha256: hash.digest('hex'),
      ...(rows === undefined ? {} : { rows }),
    })
  }
}

function manifestOf(members: readonly Listed[]): [number, Buffer[]] {
  const text = Buffer.from(`${JSON.stringify({ members }, null, 1)}\n`)
  return [text.length, [text]]
}
