/**
 * Checks the SQLite file when a server starts (setting `verify_at_start`). With `wait`, a server with corrupt
 * data does not start. With `background`, it stops serving when the check finds the damage. PostgreSQL checks
 * the checksums of its pages itself.
 */
import type { Config } from '../config.ts'
import { StoreCorrupt } from '../db/errors.ts'
import type { Logger } from '../lib/log.ts'
import { startVerification } from './thread.ts'
import type { VerifyReport } from './verify.ts'

export type StartSettings = Pick<Config, 'data' | 'database' | 'key' | 'verify_at_start'>

/**
 * Verifies the data if `verify_at_start` is `wait`. The promise resolves when the data is intact.
 * @throws {StoreCorrupt} when the data is corrupt
 * @throws {StoreRefused} when the data is newer than the program
 */
export async function requireIntact(settings: StartSettings, logger: Logger): Promise<void> {
  if (settings.database !== '' || settings.verify_at_start !== 'wait') return
  logger.info('verifying the database before serving it (setting verify_at_start)')
  const damage = damageOf(await startVerification(settings).report)
  if (damage !== undefined) throw damage
}

/**
 * Verifies the data in the background if `verify_at_start` is `background`.
 * @param onDamage called once if the data is corrupt
 * @returns a function that stops the verification
 */
export function watchSoundness(
  settings: StartSettings,
  logger: Logger,
  onDamage: (damage: StoreCorrupt) => void,
): () => Promise<void> {
  if (settings.database !== '' || settings.verify_at_start !== 'background') return async () => undefined
  const verification = startVerification(settings)
  verification.report.then(
    (report) => {
      const damage = damageOf(report)
      if (damage === undefined) logger.info({ checked: report.checked }, 'the database is intact')
      else {
        logger.fatal({ faults: report.faults }, 'the database is corrupt; the server stops serving')
        onDamage(damage)
      }
    },
    (error) => {
      if (error.name !== 'AbortError') logger.error({ err: error }, 'the database could not be verified')
    },
  )
  return () => verification.stop()
}

function damageOf({ faults }: VerifyReport): StoreCorrupt | undefined {
  const [first] = faults
  if (first === undefined) return undefined
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  return new StoreCorrupt(
    `the database is corrupt and is not served: ${first.fault}${more} Run "aviary verify" for the full list, then restore a backup.`,
  )
}
