/** A folder in the temporary directory of the system, for this user only. */
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

  /** @param name follows `aviary-` in the name of the folder */
  static async create(name: string): Promise<TemporaryFolder> {
    return new TemporaryFolder(await mkdtemp(join(tmpdir(), `aviary-${name}-`)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
    this.#release()
  }
}
