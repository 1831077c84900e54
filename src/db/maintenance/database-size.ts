/** The size of a database. */
import { sql } from 'kysely'
import { query } from '../query.ts'
import type { Reader } from '../store.ts'

/** Bytes of the database with its indexes; on SQLite without the write-ahead log. */
export async function databaseBytes(reader: Pick<Reader, 'first'>): Promise<number> {
  return Number((await reader.first(sizeOf, {}))?.bytes ?? 0)
}

const sizeOf = query()((_, _p, engine) =>
  engine === 'postgres'
    ? sql<{ bytes: number | bigint }>`select pg_database_size(current_database()) as bytes`
    : sql<{
        bytes: number | bigint
      }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
)
