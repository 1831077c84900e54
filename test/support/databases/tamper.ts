/** Changes a database without the code of Aviary, as corruption or a manual edit would. */
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'
import type { Config } from '../../../src/config.ts'
import { addressOf } from '../../../src/db/open.ts'

/** Runs statements without foreign key checks. */
export async function tamper(config: Config, ...statements: readonly string[]): Promise<void> {
  const { url, file } = addressOf(config)
  if (url === '') {
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    try {
      for (const statement of statements) db.exec(statement)
    } finally {
      db.close()
    }
    return
  }
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe('set session_replication_role = replica')
    for (const statement of statements) await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
