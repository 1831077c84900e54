/** Makes a backup of the data that the settings name, for the command `aviary backup` and for the console. */
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type BackupInput, type BackupReport, backup } from '../../db/maintenance/backup.ts'
import { addressOf } from '../../db/open.ts'
import { findVault, keyFileOf, requireKey } from '../../key-file.ts'
import { systemClock, systemRandom } from '../../lib/time/clock.ts'

/** The folder for media in the data directory. */
export const MEDIA_DIRECTORY = 'media'

/**
 * Writes the database, the key and the media into a new file.
 * @throws errors of {@link backup}, and an error for a missing or wrong key
 */
export async function makeBackup(
  config: Config,
  file: string,
  options: Pick<BackupInput, 'countFirst' | 'onRows' | 'signal'>,
): Promise<BackupReport> {
  // The key is checked before the backup begins, because without the right key the secrets in a backup cannot be
  // decrypted.
  const vault = findVault(config, systemRandom)
  return backup({
    ...options,
    address: addressOf(config),
    file,
    keyFile: keyFileOf(config),
    mediaDirectory: join(config.data, MEDIA_DIRECTORY),
    now: systemClock.now(),
    nonce: systemRandom(6).toString('hex'),
    check: (snapshot) => requireKey(snapshot, vault),
  })
}
