/** Uploads, imports, exports and backups of the desk. */
import type { DeskBackups } from './backups.ts'
import type { DeskExports } from './exports.ts'
import type { DeskImports } from './imports.ts'
import type { DeskUploads } from './uploads.ts'

export interface DeskTransfers {
  readonly uploads: DeskUploads
  readonly imports: DeskImports
  readonly exports: DeskExports
  readonly backups: DeskBackups
}
