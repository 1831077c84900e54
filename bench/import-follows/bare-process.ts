/**
 * Inserts the rows that an import by Aviary writes, in the same batches, with the bare driver and
 * hand-written statements. The result is the limit of the database. Only the statements are timed, not the
 * creation of rows.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import postgres from 'postgres'
import { systemClock } from '../../src/lib/time/clock.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'
import { type Batch, batchesOf } from './rows.ts'

export const methods = {
  async sqlite(file: string, edges: number): Promise<Sample> {
    const db = new DatabaseSync(file)
    const sample = await timed(edges, sqliteWriter(db))
    db.close()
    return sample
  },

  async postgres(url: string, edges: number): Promise<Sample> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    const sample = await timed(edges, postgresWriter(sql))
    await sql.end()
    return sample
  },
}

async function timed(edges: number, write: (batch: Batch) => Promise<void>): Promise<Sample> {
  let milliseconds = 0
  let cpuMicroseconds = 0
  for (const batch of batchesOf(edges)) {
    const cpu = process.cpuUsage()
    const started = systemClock.monotonic()
    await write(batch)
    milliseconds += systemClock.monotonic() - started
    const { user, system } = process.cpuUsage(cpu)
    cpuMicroseconds += user + system
  }
  return { operations: edges, milliseconds, cpuMilliseconds: cpuMicroseconds / 1000 }
}

/** Each call inserts one row, because statements with many rows are not faster with node:sqlite. */
function sqliteWriter(db: DatabaseSync): (batch: Batch) => Promise<void> {
  // The same settings as Aviary.
  db.exec('pragma cache_size = -65536; pragma cell_size_check = on; pragma temp_store = memory')
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000')
  const inserter = (text: string) => {
    const statement = db.prepare(text)
    statement.setReadBigInts(true)
    return (rows: readonly (readonly SQLInputValue[])[]) => {
      for (const row of rows) statement.run(...row)
    }
  }
  const users = inserter(
    `insert into users (id, screen_name, screen_name_key, name, created_at, is_protected, withheld_in_countries)
     values (?, ?, ?, ?, ?, 0, '[]')`,
  )
  const counts = inserter(
    `insert into user_counts (user_id, followers_count, friends_count) values (?, ?, ?)
     on conflict (user_id) do update set
       followers_count = user_counts.followers_count + excluded.followers_count,
       friends_count = user_counts.friends_count + excluded.friends_count`,
  )
  const friends = inserter('insert into friends (follower_id, position, followee_id) values (?, ?, ?)')
  const followers = inserter('insert into followers (followee_id, position, follower_id) values (?, ?, ?)')
  return async (batch) => {
    db.exec('begin immediate')
    users(batch.users)
    counts(batch.counts)
    friends(batch.friends)
    followers(batch.followers)
    db.exec('commit')
  }
}

/** One statement per table with columns as arrays. All statements of a batch are pipelined. */
function postgresWriter(sql: postgres.Sql): (batch: Batch) => Promise<void> {
  const send = (text: string, rows: readonly (readonly unknown[])[], columns: number) => {
    const arrays = Array.from({ length: columns }, (_, at) => `{${rows.map((row) => row[at]).join(',')}}`)
    return rows.length === 0 ? undefined : sql.unsafe(text, arrays, { prepare: true })
  }
  return async (batch) => {
    await Promise.all([
      sql.unsafe('begin'),
      send(
        `insert into users (id, screen_name, screen_name_key, name, created_at, is_protected, withheld_in_countries)
         select *, 0, '[]' from unnest($1::text::bigint[], $2::text::text[], $3::text::text[], $4::text::text[], $5::text::bigint[])`,
        batch.users,
        5,
      ),
      send(
        `insert into user_counts (user_id, followers_count, friends_count)
         select * from unnest($1::text::bigint[], $2::text::int[], $3::text::int[])
         on conflict (user_id) do update set
           followers_count = user_counts.followers_count + excluded.followers_count,
           friends_count = user_counts.friends_count + excluded.friends_count`,
        batch.counts,
        3,
      ),
      send(
        `insert into friends (follower_id, position, followee_id)
         select * from unnest($1::text::bigint[], $2::text::bigint[], $3::text::bigint[])`,
        batch.friends,
        3,
      ),
      send(
        `insert into followers (followee_id, position, follower_id)
         select * from unnest($1::text::bigint[], $2::text::bigint[], $3::text::bigint[])`,
        batch.followers,
        3,
      ),
      sql.unsafe('commit'),
    ])
  }
}

answerCalls(methods)
