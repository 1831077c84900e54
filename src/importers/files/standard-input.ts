/**
 * Copies standard input to a temporary file if it begins like a container or a personal archive, because the parts of
 * these are not read in their stored order. The copy is then imported like a file.
 */
import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { PROBE_BYTES, READ_BYTES, SEARCHED_BYTES, ZIP_MEMBER } from '../../files/containers.ts'
import { kindOf } from '../../files/kinds.ts'
import { probed } from '../../files/probed.ts'
import type { GrowingCopy, TemporaryCopies } from '../../files/temporary-copies.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { archiveInTar } from '../archive/input/archive-contents.ts'
import { beginsArchiveObject } from '../archive/input/archive-object.ts'
import { tarOf } from '../archive/input/tar-input.ts'

/** Standard input as a stream, or as a file. */
export interface StandardInput {
  /** The bytes; none if they are in a file. */
  readonly chunks: AsyncIterable<Buffer>
  /** Path of the copy; undefined if standard input is read as a stream. */
  readonly copy?: string
}

export interface CopyOptions {
  /** Called with the number of bytes that were copied so far. */
  readonly onCopied?: (bytes: number) => void
  /** Free disk space in bytes; for tests. */
  readonly freeBytes?: number
}

/** Name of the copy. Reports name an input by its file name. */
export const COPY_NAME = 'standard input'

/**
 * Copies standard input if it is a zip or tar file, if a zip file may follow its first bytes, or if it begins like an
 * archive as one JSON object. A tar file in which the search for an archive ends early is read as a stream.
 * @param copies removes the copy when it is disposed
 * @throws {FileUnreadable} when there is not enough disk space for the copy
 */
export async function openStandardInput(
  source: AsyncIterable<Buffer>,
  copies: TemporaryCopies,
  options: CopyOptions = {},
): Promise<StandardInput> {
  const { probe, chunks } = await probed(source, PROBE_BYTES)
  const { is } = kindOf(probe)
  if (is === 'refused') return { chunks }
  if (is === 'text' || is === 'other') {
    const beginning = await probed(chunks, SEARCHED_BYTES[is])
    const isStream = !beginning.probe.includes(ZIP_MEMBER) && !(await beginsArchiveObject(beginning.probe))
    return isStream ? { chunks: beginning.chunks } : new Copying(beginning.chunks, copies, options).finish()
  }
  const copying = new Copying(chunks, copies, options)
  return is === 'zip' || (await copying.isNeeded()) ? copying.finish() : copying.asStream()
}

class Copying {
  readonly #source: AsyncIterator<Buffer>
  readonly #copies: TemporaryCopies
  readonly #options: CopyOptions
  #copy: GrowingCopy | undefined
  /** Bytes that were read and are not in the copy. */
  readonly #held: Buffer[] = []
  /** False while only the first bytes were read, which are kept in memory. */
  #isCopying = false
  /** True if the copy has no space for further bytes. */
  #isFull = false

  constructor(source: AsyncIterable<Buffer>, copies: TemporaryCopies, options: CopyOptions) {
    this.#source = source[Symbol.asyncIterator]()
    this.#copies = copies
    this.#options = options
  }

  /**
   * Searches a tar file for an archive, and copies the bytes that the search reads. The search ends early in a tar file
   * of many recordings, and where the copy has no more space.
   * @returns false if the bytes are no tar file, or if the search ended early
   */
  async isNeeded(): Promise<boolean> {
    const pieces = this.#pieces()
    // The search may end before the bytes do, and must not close the source then.
    const shielded = { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) }
    try {
      const tar = await tarOf(shielded)
      if (tar === undefined) return false
      this.#isCopying = true
      const found = await archiveInTar(tar)
      return found === 'found' || (found === 'none' && !this.#isFull)
    } catch (error) {
      // Reading the copy reports the error.
      if (error instanceof FileUnreadable) return !this.#isFull
      throw error
    } finally {
      // Waits for a read that the search began and did not need.
      await pieces.return(undefined)
    }
  }

  /** Copies the rest. @throws {FileUnreadable} when there is not enough disk space */
  async finish(): Promise<StandardInput> {
    this.#isCopying = true
    await this.#write()
    const pieces = this.#pieces()
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next());
    await this.#copy?.close()
    const { path = '', maxBytes = 0 } = this.#copy ?? {}
    if (!this.#isFull) return { chunks: Readable.from([]), copy: path }
    await this.#source.return?.()
    throw new FileUnreadable(
      `standard input is a container or an archive of more than ${Math.floor(maxBytes / 1e6)} MB, and ${dirname(path)} has no space for a copy; set TMPDIR to a folder with more space, or write the file to the disk and import it`,
    )
  }

  /** All bytes as a stream; the copy has only their beginning. */
  async asStream(): Promise<StandardInput> {
    await this.#copy?.close()
    return { chunks: this.#all() }
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    while (!this.#isFull) {
      const { value, done } = await this.#source.next()
      if (done === true) return
      this.#held.push(value)
      if (this.#isCopying) await this.#write()
      if (!this.#isFull) yield value
    }
  }

  /** Moves the bytes in memory to the copy. */
  async #write(): Promise<void> {
    this.#copy ??= await this.#copies.begin(COPY_NAME, this.#options.freeBytes)
    for (let [first] = this.#held; first !== undefined; [first] = this.#held) {
      if (!(await this.#copy.write(first))) {
        this.#isFull = true
        return
      }
      this.#held.shift()
      this.#options.onCopied?.(this.#copy.bytes)
    }
  }

  async *#all(): AsyncGenerator<Buffer> {
    try {
      if (this.#copy !== undefined)
        yield* createReadStream(this.#copy.path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>
      yield* this.#held
      for (let next = await this.#source.next(); next.done !== true; next = await this.#source.next())
        yield next.value
    } finally {
      await this.#source.return?.()
    }
  }
}
