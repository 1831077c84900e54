/** A folder in the temporary directory of the system, with permissions for its owner only. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtExit } from './removed-at-exit.ts'

export class TemporaryFolder implements AsyncDisposable {
  readonly path: string
  readonly #release: () => void

  private constructor(path: string) {
    this.path = path
    this.#release = removeAtExit(path)
  }

  /** @param name part of the folder name after `aviary-` */
  static async create(name: string): Promise<TemporaryFolder> {
    return new TemporaryFolder(await mkdtemp(join(tmpdir(), `aviary-${name}-`)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
    this.#release()
  }
}
