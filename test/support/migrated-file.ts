/**
 * Makes SQLite files with all tables as copies of one file, because all migrations together take as long as
 * many tests.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/db/migrate.ts'

let template: Promise<Buffer> | undefined

/** Like `migrate` of the program, except that a missing SQLite file becomes a copy. */
export const migrateByCopy: typeof migrate = async (address, now) => {
  if (address.url === '' && !existsSync(address.file)) {
    template ??= migratedFile()
    writeFileSync(address.file, await template, { mode: 0o600 })
  }
  return migrate(address, now)
}

/**
 * Bytes of an SQLite file with all tables and no rows. The last connection has moved the write-ahead log into
 * the file.
 */
async function migratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'aviary-template-'))
  try {
    const file = join(folder, 'aviary.sqlite')
    await migrate({ url: '', file }, 0)
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
