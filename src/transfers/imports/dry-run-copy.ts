/** Copies the data to a temporary directory, for dry runs that write like real imports. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { backup } from '../../db/maintenance/backup.ts'
import { restore } from '../../db/maintenance/restore.ts'
import { addressOf } from '../../db/open.ts'
import { keyFileOf } from '../../key-file.ts'
import { TemporaryFolder } from '../../lib/files/temporary-folder.ts'
import { systemClock, systemRandom } from '../../lib/time/clock.ts'
import { openRuntime, type Runtime } from '../../runtime.ts'

const NO_MEDIA = 'no-media'

/** The rows of a database, without media files. They are in a SQLite database that {@link DryRunCopy.open} creates. */
export class DryRunCopy implements AsyncDisposable {
  readonly runtime: Runtime
  readonly config: Config
  readonly #folder: TemporaryFolder

  private constructor(runtime: Runtime, config: Config, folder: TemporaryFolder) {
    this.runtime = runtime
    this.config = config
    this.#folder = folder
  }

  /**
   * Copies the rows. If the database is missing, the copy is empty. The copy needs about as much space as a backup and
   * the database together.
   * @throws {StoreRefused} under the same conditions as `backup`
   */
  static async open(config: Config): Promise<DryRunCopy> {
    const folder = await TemporaryFolder.create('dry-run')
    try {
      const copied = { ...config, data: join(folder.path, 'data'), database: '', media_bucket: '' }
      const { url, file } = addressOf(config)
      const isMissing = url === '' && statSync(file, { throwIfNoEntry: false }) === undefined
      if (!isMissing) await copyRows(config, copied, join(folder.path, 'backup.tar.gz'))
      return new DryRunCopy(await openRuntime(copied, { manner: 'command' }), copied, folder)
    } catch (error) {
      await folder[Symbol.asyncDispose]()
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.runtime.close()
    await this.#folder[Symbol.asyncDispose]()
  }
}

async function copyRows(config: Config, copied: Config, file: string): Promise<void> {
  const now = systemClock.now()
  const nonce = () => systemRandom(6).toString('hex')
  const mediaDirectory = join(copied.data, NO_MEDIA)
  await backup({
    address: addressOf(config),
    file,
    keyFile: keyFileOf(config),
    mediaDirectory,
    now,
    nonce: nonce(),
  })
  const keyFile = keyFileOf(copied) ?? join(copied.data, 'aviary.key')
  await restore({
    address: addressOf(copied),
    file,
    data: copied.data,
    keyFile,
    mediaDirectory,
    now,
    nonce: nonce(),
  })
}
