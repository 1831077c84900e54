/**
 * Writes temporary files for uploads, so that no upload is buffered in memory. After a restart, these files are not
 * used. Complete files move to the blob store.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Random } from '../time/clock.ts'

/** A complete file. The code that created the file must discard it, even after the file was moved. */
export interface StagedFile {
  readonly path: string
  /** Size in bytes. */
  readonly size: number
  discard(): Promise<void>
}

/** A file that is being written. */
export interface StagedWriter {
  /** Number of bytes that were written so far. */
  readonly size: number
  /** Appends bytes. Resolves when the file accepts more bytes. */
  write(chunk: Uint8Array): Promise<void>
  close(): Promise<StagedFile>
  /** Closes and removes the file. */
  abandon(): Promise<void>
}

/** Milliseconds after which a file counts as left behind by a process that ended. */
const ABANDONED_MS = 24 * 3_600_000

/** A directory of temporary files. */
export class Staging {
  readonly #directory: string
  readonly #random: Random

  /**
   * @param directory directory of the files; created when it is needed. If the blob store is a directory, both
   *   directories must be on one file system
   */
  constructor(directory: string, random: Random) {
    this.#directory = directory
    this.#random = random
  }

  /** Creates an empty file with permissions for its owner only. */
  async create(): Promise<StagedWriter> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const path = join(this.#directory, this.#random(12).toString('hex'))
    return new Writer(path, await open(path, 'wx', 0o600))
  }

  /** Creates a file with the given content. */
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

  /** Removes files of processes that ended without removing them. */
  async removeAbandoned(clock: Clock): Promise<void> {
    // If the directory does not exist, there are no files.
    const names = await readdir(this.#directory).catch(() => [])
    for (const name of names) {
      const path = join(this.#directory, name)
      // The file may have been moved in the meantime.
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && clock.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
    }
  }
}

/** Bytes of a staged file from `start` on. */
export function readStaged(file: StagedFile, start = 0): AsyncIterable<Uint8Array> {
  return createReadStream(file.path, { start })
}

/** At most `length` bytes of a staged file from `start` on. */
export async function readStagedPart(file: StagedFile, start: number, length: number): Promise<Buffer> {
  const handle = await open(file.path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Number of bytes that are collected for each write. Each write is passed to another thread, and chunks from sockets
 * are small.
 */
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
