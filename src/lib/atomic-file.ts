/** A file that gets its name when it is whole, and takes the place of one of that name in one step. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Random } from './time/clock.ts'

/** Characters that are written at once. */
const GATHERED = 64 * 1024

export class AtomicFile {
  readonly #path: string
  readonly #partial: string
  readonly #handle: FileHandle
  #pending = ''

  private constructor(path: string, partial: string, handle: FileHandle) {
    this.#path = path
    this.#partial = partial
    this.#handle = handle
  }

  /** Begins a file beside the place of its name. @throws an error of the system when it cannot be written there */
  static async create(path: string, random: Random): Promise<AtomicFile> {
    const partial = join(dirname(path), `.${basename(path)}.${random(6).toString('hex')}.partial`)
    return new AtomicFile(path, partial, await open(partial, 'wx', 0o600))
  }

  async write(text: string): Promise<void> {
    this.#pending += text
    if (this.#pending.length >= GATHERED) await this.#flush()
  }

  /** Gives it its name, when all of it is on the disk. */
  async commit(): Promise<void> {
    await this.#flush()
    await this.#handle.sync()
    await this.#handle.close()
    await rename(this.#partial, this.#path)
  }

  /** Removes it, unless it has its name. */
  async abandon(): Promise<void> {
    // Closed already, or of a disk that failed: what it held is not wanted.
    await this.#handle.close().catch(() => undefined)
    await rm(this.#partial, { force: true })
  }

  async #flush(): Promise<void> {
    const text = this.#pending
    this.#pending = ''
    if (text !== '') await this.#handle.writeFile(text)
  }
}
