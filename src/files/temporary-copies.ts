/**
 * Copies files of containers, and standard input, into a temporary folder. The names of the copies of files are
 * numbers, so that all copies are inside the folder.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { TemporaryFolder } from '../lib/files/temporary-folder.ts'
import { FileUnreadable } from './unreadable.ts'

const READ_BYTES = 256 * 1024

/** The copy of a file; the file may be truncated. */
export interface TemporaryCopy {
  /**
   * Opens the copied bytes. Throws {@link FileUnreadable} at the position where the original file could not be read.
   */
  open(): AsyncIterable<Buffer>
  remove(): Promise<void>
}

/** Share of the free disk space that a copy may take. */
const MAX_SHARE = 0.9

/** A copy that is written in parts. */
export class GrowingCopy {
  readonly path: string
  /** Maximum size of the copy in bytes. */
  readonly maxBytes: number
  readonly #file: FileHandle
  bytes = 0

  constructor(path: string, file: FileHandle, maxBytes: number) {
    this.path = path
    this.#file = file
    this.maxBytes = maxBytes
  }

  /** @returns false if the copy has no space for the bytes; nothing is written then */
  async write(bytes: Buffer): Promise<boolean> {
    if (this.bytes + bytes.length > this.maxBytes) return false
    await this.#file.appendFile(bytes)
    this.bytes += bytes.length
    return true
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

export class TemporaryCopies implements AsyncDisposable {
  #folder: TemporaryFolder | undefined
  #count = 0

  /** Copies bytes to a file with permissions for its owner only. @returns the path of the copy */
  async add(bytes: AsyncIterable<Buffer>): Promise<string> {
    const path = await this.#next()
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    return path
  }

  /** Copies as many bytes as can be read. */
  async addReadable(bytes: AsyncIterable<Buffer>): Promise<TemporaryCopy> {
    let failure: FileUnreadable | undefined
    const iterator = bytes[Symbol.asyncIterator]()
    // Copying begins immediately, because the stream of a truncated member discards bytes when no reader exists.
    let next = awaitedLater(iterator.next())
    const path = await this.#next()
    const readable = async function* () {
      try {
        for (let read = await next; read.done !== true; read = await next) {
          next = awaitedLater(iterator.next())
          yield read.value
        }
      } catch (error) {
        if (!(error instanceof FileUnreadable)) throw error
        failure = error
      }
    }
    await pipeline(readable, createWriteStream(path, { mode: 0o600 }))
    return {
      async *open() {
        yield* createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>
        if (failure !== undefined) throw failure
      },
      remove: () => rm(path),
    }
  }

  /**
   * Begins a copy with permissions for its owner only. The caller must close it.
   * @param name name of the file, without folders
   * @param freeBytes free disk space in bytes; for tests
   */
  async begin(name: string, freeBytes?: number): Promise<GrowingCopy> {
    const folder = await this.#folderOfCopies()
    const { bavail, bsize } = await statfs(folder)
    const path = join(folder, name)
    const file = await open(path, 'wx', 0o600)
    return new GrowingCopy(path, file, (freeBytes ?? bavail * bsize) * MAX_SHARE)
  }

  async #folderOfCopies(): Promise<string> {
    this.#folder ??= await TemporaryFolder.create('copies')
    return this.#folder.path
  }

  async #next(): Promise<string> {
    const path = join(await this.#folderOfCopies(), String(this.#count))
    this.#count += 1
    return path
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder?.[Symbol.asyncDispose]()
  }
}

/** Returns the same promise, and prevents its error from counting as unhandled before the caller awaits the promise. */
function awaitedLater<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined) // The caller awaits the promise.
  return promise
}
