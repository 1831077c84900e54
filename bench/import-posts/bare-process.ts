/**
 * Imports posts with as little work as possible: `JSON.parse` of every line, and inserts of the same rows
 * in the same batches with the bare driver and hand-written statements. The creation of rows is not timed.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import postgres from 'postgres'
import { systemClock } from '../../src/lib/time/clock.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'
import { type Batch, batchesOf, COLUMNS, type Row, type Table } from './rows.ts'

export const methods = {
  async sqlite(file: string, posts: number): Promise<Sample> {
    const db = new DatabaseSync(file)
    const sample = await timed(posts, sqliteWriter(db))
    db.close()
    return sample
  },

  async postgres(url: string, posts: number): Promise<Sample> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    const sample = await timed(posts, postgresWriter(sql))
    await sql.end()
    return sample
  },
}

async function timed(posts: number, write: (tables: Batch['tables']) => Promise<void>): Promise<Sample> {
  let milliseconds = 0
  let cpuMicroseconds = 0
  for (const { lines, tables } of batchesOf(posts)) {
    const cpu = process.cpuUsage()
    const started = systemClock.monotonic()
    for (const line of lines) JSON.parse(line)
    await write(tables)
    milliseconds += systemClock.monotonic() - started
    const { user, system } = process.cpuUsage(cpu)
    cpuMicroseconds += user + system
  }
  return { operations: posts, milliseconds, cpuMilliseconds: cpuMicroseconds / 1000 }
}

const TABLES = Object.keys(COLUMNS) as Table[]

/** Counts of existing users are increased. */
const COUNTED_ON = `on conflict (user_id) do update set
  statuses_count = user_counts.statuses_count + excluded.statuses_count`

function insertion(table: Table, rows: string): string {
  const text = `insert into ${table} (${COLUMNS[table].join(', ')}) ${rows}`
  return table === 'user_counts' ? `${text} ${COUNTED_ON}` : text
}

/** Each call inserts one row, because statements with many rows are not faster with node:sqlite. */
function sqliteWriter(db: DatabaseSync): (tables: Batch['tables']) => Promise<void> {
  // The same settings as Aviary.
  db.exec('pragma cache_size = -65536; pragma cell_size_check = on; pragma temp_store = memory')
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000')
  const statements = TABLES.map((table) => {
    const statement = db.prepare(insertion(table, `values (${COLUMNS[table].map(() => '?').join(', ')})`))
    statement.setReadBigInts(true)
    return { table, statement }
  })
  return async (tables) => {
    db.exec('begin immediate')
    for (const { table, statement } of statements) {
      for (const row of tables[table]) statement.run(...(row as readonly SQLInputValue[]))
    }
    db.exec('commit')
  }
}

/** One statement per table with columns as arrays. All statements of a batch are pipelined. */
function postgresWriter(sql: postgres.Sql): (tables: Batch['tables']) => Promise<void> {
  const isText = (value: Row[number] | undefined) => typeof value === 'string'
  return async (tables) => {
    const sent: PromiseLike<unknown>[] = [sql.unsafe('begin')]
    for (const table of TABLES) {
      const rows = tables[table]
      if (rows.length === 0) continue
      const columns = COLUMNS[table].map((_, at) => rows.map((row) => row[at] ?? null))
      const arrays = columns.map(
        (values, at) => `$${at + 1}::text::${values.some(isText) ? 'text' : 'bigint'}[]`,
      )
      const text = insertion(table, `select * from unnest(${arrays.join(', ')})`)
      sent.push(sql.unsafe(text, columns.map(arrayText), { prepare: true }))
    }
    sent.push(sql.unsafe('commit'))
    await Promise.all(sent)
  }
}

function arrayText(values: readonly Row[number][]): string {
  return `{${values.map((value) => (typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value))).join(',')}}`
}

answerCalls(methods)
