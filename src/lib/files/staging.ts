/**
 * Files that are on their way: what a client sends is written to one as it comes, so that no upload is ever held in
 * memory. Nothing here survives a restart, and nothing has to: what is kept is put into the byte store.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Random } from '../time/clock.ts'

/** A file that is complete. Whoever has it discards it in the end, also after it was moved away. */
export interface StagedFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  discard(): Promise<void>
}

/** A file that is being written. */
export interface StagedWriter {
  /** Bytes so far. */
  readonly size: number
  /** Writes at the end; resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void>
  close(): Promise<StagedFile>
  /** Closes and removes it. */
  abandon(): Promise<void>
}

/** Milliseconds after which a file can be nobody's any more. */
const ABANDONED_MS = 24 * 3_600_000

/** A directory of such files. */
export class Staging {
  readonly #directory: string
  readonly #random: Random

  /** @param directory on the same file system as the byte store, if that is a directory too; it is made when needed */
  constructor(directory: string, random: Random) {
    this.#directory = directory
    this.#random = random
  }

  /** Begins a new, empty file, readable by nobody else. */
  async create(): Promise<StagedWriter> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const path = join(this.#directory, this.#random(12).toString('hex'))
    return new Writer(path, await open(path, 'wx', 0o600))
  }

  /** Begins a file and writes `bytes` to it. */
  async of(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedFile> {
    const writer = await this.create()
    try {
      for await (const chunk of chunks) await writer.write(chunk)
      return await writer.close()
    } catch (error) {
      await writer.abandon()
      throw error
    }
  }

  /** Removes what a process that died has left behind. */
  async removeAbandoned(clock: Clock): Promise<void> {
    // No folder, nothing left behind.
    const names = await readdir(this.#directory).catch(() => [])
    for (const name of names) {
      const path = join(this.#directory, name)
      // Moved to its place meanwhile.
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && clock.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
    }
  }
}

/** The bytes of a staged file from `start` on. */
export function readStaged(file: StagedFile, start = 0): AsyncIterable<Uint8Array> {
  return createReadStream(file.path, { start })
}

/** Up to `length` bytes of a staged file from `start` on. */
export async function readStagedPart(file: StagedFile, start: number, length: number): Promise<Buffer> {
  const handle = await open(file.path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Bytes that are written at once: every write is a trip to another thread, and what comes from a socket is small. */
const GATHERED = 256 * 1024

class Writer implements StagedWriter {
  readonly #path: string
  readonly #handle: FileHandle
  #size = 0
  #pending: Uint8Array[] = []
  #pendingBytes = 0

  constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  get size(): number {
    return this.#size
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.byteLength
    this.#pending.push(chunk)
    this.#pendingBytes += chunk.byteLength
    if (this.#pendingBytes >= GATHERED) await this.#flush()
  }

  async close(): Promise<StagedFile> {
    await this.#flush()
    await this.#handle.close()
    const path = this.#path
    return { path, size: this.#size, discard: () => rm(path, { force: true }) }
  }

  async abandon(): Promise<void> {
    await this.#handle.close()
    await rm(this.#path, { force: true })
  }

  async #flush(): Promise<void> {
    const [only, ...others] = this.#pending
    const bytes = others.length === 0 ? only : Buffer.concat(this.#pending, this.#pendingBytes)
    this.#pending = []
    this.#pendingBytes = 0
    if (bytes !== undefined) await this.#handle.writeFile(bytes)
  }
}
