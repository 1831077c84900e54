/**
 * Makes SQLite files with all tables as copies of one file, because all migrations together take as long as
 * many tests. Databases of PostgreSQL that are copies need no look at their migrations.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MIGRATIONS, type MigrationReport, migrate } from '../../../src/db/migrate.ts'
import { isMigratedCopy } from './databases.ts'

interface Template {
  readonly bytes: Buffer
  readonly report: MigrationReport
}

let template: Promise<Template> | undefined

/** Like `migrate` of the program, but makes a missing SQLite file as a copy, and trusts copies on PostgreSQL. */
export const migrateByCopy: typeof migrate = async (address, now) => {
  if (address.url === '' && !existsSync(address.file)) {
    template ??= migratedFile()
    const { bytes, report } = await template
    writeFileSync(address.file, bytes, { mode: 0o600 })
    // The report of the template is also true for the copy. Reading the version of the copy would take time.
    return report
  }
  if (isMigratedCopy(address.url)) return { applied: [], version: MIGRATIONS.at(-1)?.name ?? '' }
  return migrate(address, now)
}

/**
 * An SQLite file with all tables and no rows. Its bytes include the content of the write-ahead log,
 * because the last connection has moved it into the file.
 */
async function migratedFile(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'aviary-template-'))
  try {
    const file = join(folder, 'aviary.sqlite')
    const report = await migrate({ url: '', file }, 0)
    return { bytes: readFileSync(file), report }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
