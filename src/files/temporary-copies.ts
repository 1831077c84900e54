/**
 * Copies files of containers into a temporary folder. The names of the copies are numbers, so that all copies are
 * inside the folder.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
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

  async #next(): Promise<string> {
    this.#folder ??= await TemporaryFolder.create('copies')
    const path = join(this.#folder.path, String(this.#count))
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
