/** Copies of files in containers, in a temporary folder. Their names are numbers, so that no name escapes the folder. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export class TemporaryCopies implements AsyncDisposable {
  #folder: string | undefined
  #count = 0

  /** Copies bytes, readable for this user only. @returns the path of the copy */
  async add(bytes: AsyncIterable<Buffer>): Promise<string> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'aviary-archive-'))
    const path = join(this.#folder, String(this.#count))
    this.#count += 1
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    return path
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }
}
