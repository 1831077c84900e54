/**
 * Uploads, imports, exports and backups for the operator's desk. They use the functions of the commands, and the data
 * directory of the server process.
 */
import { join } from 'node:path'
import type { DeskTransfers } from '../api/console/_transfers/desk-transfers.ts'
import type { Config } from '../config.ts'
import type { Context } from '../domain/context.ts'
import type { Logger } from '../lib/log.ts'
import { systemClock } from '../lib/time/clock.ts'
import { BackupDesk } from '../transfers/backups/backup-desk.ts'
import { ImportQueue } from '../transfers/imports/import-queue.ts'
import { UploadStore } from '../transfers/uploads/upload-store.ts'
import { deskBackups } from './backups.ts'
import { deskExports } from './exports.ts'
import { deskImports } from './imports.ts'
import { deskUploads } from './uploads.ts'

const MIB = 2 ** 20
const EXPIRY_CHECK_MS = 3_600_000

export interface OpenDesk {
  readonly transfers: DeskTransfers
  /** Continues imports that the last stop of the server interrupted. */
  start(): Promise<void>
  /** Interrupts running imports and cancels backups. */
  close(): Promise<void>
}

/** Opens the desk of a server. This creates no files. */
export function openDesk(config: Config, context: Context, logger: Logger): OpenDesk {
  const { clock, random } = context
  const bounds = { maxBytes: config.import_upload_mib * MIB, maxUploads: config.import_uploads }
  const uploads = new UploadStore(join(config.data, 'uploads'), bounds, { clock, random })
  const shared = { config, clock, machine: systemClock, random, logger }
  const queue = new ImportQueue({ ...shared, uploads, folder: join(config.data, 'imports') })
  const backups = new BackupDesk({ ...shared, folder: join(config.data, 'backups') })
  let stopChecks: () => void = () => undefined
  const removeExpired = () =>
    uploads.removeExpired().catch((error: unknown) => {
      logger.warn({ err: error }, 'expired uploads could not be removed')
    })
  return {
    transfers: {
      uploads: deskUploads(uploads),
      imports: deskImports(queue, uploads),
      exports: deskExports(context, logger),
      backups: deskBackups(backups),
    },
    async start() {
      await queue.open()
      await removeExpired()
      stopChecks = clock.every(EXPIRY_CHECK_MS, () => void removeExpired())
    },
    async close() {
      stopChecks()
      await Promise.all([queue.close(), backups.close()])
    },
  }
}
