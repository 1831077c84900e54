/**
 * Makes SQLite files with all tables as copies of one file, because all migrations together take as long as
 * many tests.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/db/migrate.ts'

let template: Promise<Buffer> | undefined

/** Like `migrate` of the program, but makes a missing SQLite file as a copy. */
export const migrateByCopy: typeof migrate = async (address, now) => {
  if (address.url === '' && !existsSync(address.file)) {
    template ??= migratedFile()
    writeFileSync(address.file, await template, { mode: 0o600 })
  }
  return migrate(address, now)
}

/**
 * The bytes of an SQLite file with all tables and no rows. They include the content of the write-ahead log,
 * because the last connection has moved it into the file.
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
