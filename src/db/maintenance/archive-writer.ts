/** Writes a backup, one member after the other, hashing as it goes; memory does not grow with it. */
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

/** Of 9. Rows are mostly digits: higher levels take twice the time for a tenth less. */
const COMPRESSION = 4

export interface WriterOptions {
  readonly file: string
  /** What to call it until it is whole; beside `file`. */
  readonly partial: string
  /** For the members, in milliseconds since the Unix epoch. */
  readonly now: number
}

export class ArchiveWriter {
  readonly #options: WriterOptions
  readonly #tar: TarPackController
  readonly #written: Promise<void>
  readonly #members: Listed[] = []
  #failure: unknown

  /** Creates the partial file, readable by its owner only: it will hold the key. */
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

  /** Adds a member from memory. @param rows how many lines of a table it holds */
  async add(name: string, content: Buffer, rows?: number): Promise<void> {
    await this.#put(name, content.length, [content], rows)
  }

  /** Adds a file of so many bytes. @throws {RangeError} when it turns out to be of another length */
  async addFile(name: string, file: string, bytes: number): Promise<void> {
    await this.#put(name, bytes, bytes === 0 ? [] : createReadStream(file, { end: bytes - 1 }))
  }

  /** Adds the manifest, and gives the whole archive its name once it is on the disk; its size in bytes. */
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

  /** Leaves nothing behind. */
  async abort(reason: unknown): Promise<void> {
    this.#tar.error(reason)
    // It fails by what it was aborted for.
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
      // A full disk shows here as a stream that was closed; the reason is where it was written.
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
