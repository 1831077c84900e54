/** A file that gets its name only when it is complete. It then replaces an existing file atomically. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { removeAtExit } from './files/removed-at-exit.ts'
import type { Random } from './time/clock.ts'

/** Number of characters that are buffered for each write. */
const GATHERED = 64 * 1024

export class AtomicFile {
  readonly #path: string
  readonly #partial: string
  readonly #handle: FileHandle
  readonly #release: () => void
  #pending = ''

  private constructor(path: string, partial: string, handle: FileHandle) {
    this.#path = path
    this.#partial = partial
    this.#handle = handle
    this.#release = removeAtExit(partial)
  }

  /**
   * Creates the temporary file in the directory of the final file.
   * @throws system errors when the directory is not writable
   */
  static async create(path: string, random: Random): Promise<AtomicFile> {
    const partial = join(dirname(path), `.${basename(path)}.${random(6).toString('hex')}.partial`)
    return new AtomicFile(path, partial, await open(partial, 'wx', 0o600))
  }

  async write(text: string): Promise<void> {
    this.#pending += text
    if (this.#pending.length >= GATHERED) await this.#flush()
  }

  /** Syncs the file and renames it to its final name. */
  async commit(): Promise<void> {
    await this.#flush()
    await this.#handle.sync()
    await this.#handle.close()
    await rename(this.#partial, this.#path)
    this.#release()
  }

  /** Removes the temporary file, unless it was committed. */
  async abandon(): Promise<void> {
    // The handle is already closed, or the disk failed. The content is not needed in either case.
    await this.#handle.close().catch(() => undefined)
    await rm(this.#partial, { force: true })
    this.#release()
  }

  async #flush(): Promise<void> {
    const text = this.#pending
    this.#pending = ''
    if (text !== '') await this.#handle.writeFile(text)
  }
}
