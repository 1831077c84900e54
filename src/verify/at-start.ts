/**
 * Damaged data is never served silently: a server on SQLite checks its file when it starts (setting
 * `verify_at_start`). PostgreSQL looks at its pages' checksums itself, whenever it reads one.
 */
import type { Config } from '../config.ts'
import { StoreCorrupt } from '../db/errors.ts'
import type { Logger } from '../lib/log.ts'
import { startVerification } from './thread.ts'
import type { VerifyReport } from './verify.ts'

export type StartSettings = Pick<Config, 'data' | 'database' | 'key' | 'verify_at_start'>

/**
 * With `verify_at_start` at `wait`: resolves when the data has proven to be sound.
 * @throws {StoreCorrupt} when it has not
 * @throws {StoreRefused} when the data is newer than the program
 */
export async function requireIntact(settings: StartSettings, logger: Logger): Promise<void> {
  if (settings.database !== '' || settings.verify_at_start !== 'wait') return
  logger.info('verifying the database before serving it (setting verify_at_start)')
  const damage = damageOf(await startVerification(settings).report)
  if (damage !== undefined) throw damage
}

/**
 * With `verify_at_start` at `background`: verifies beside the work.
 * @param onDamage told once, if the data turns out to be damaged
 * @returns how to give up
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
      if (damage === undefined) logger.info({ checked: report.checked }, 'the database is sound')
      else {
        logger.fatal({ faults: report.faults }, 'the database is damaged; nothing is served any more')
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
    `the database is damaged and is not served: ${first.fault}${more} Run "aviary verify" for the whole list, then restore a backup.`,
  )
}
