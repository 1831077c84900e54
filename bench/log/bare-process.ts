/**
 * Inserts the same rows as Aviary, in groups of the same size, with the bare driver and hand-written
 * statements.
 */
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'
import { systemClock } from '../../src/lib/time/clock.ts'
import { answerCalls } from '../lib/child.ts'
import { runAtOnce } from '../lib/closed-loop.ts'
import type { Sample } from '../lib/statistics.ts'

type Commit = (rows: readonly Row[]) => Promise<unknown>
/** `position, at, kind, user_id, post_id, partition, facts, checksum` */
type Row = readonly [bigint, number, string, bigint, null, number, string, number]

const FACTS = '{"user_id":"123456789012345","followee_id":"1200000000000000000"}'

let commit: Commit | undefined
let close = async () => undefined
let position = 0n

export const methods = {
  openSqlite(file: string): void {
    const db = new DatabaseSync(file)
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 1000')
    const insert = db.prepare('insert into events values (?, ?, ?, ?, ?, ?, ?, ?)')
    insert.setReadBigInts(true)
    const advance = db.prepare('update event_log set head = head + ?')
    commit = async (rows) => {
      db.exec('begin immediate')
      for (const row of rows) insert.run(...row)
      advance.run(rows.length)
      db.exec('commit')
    }
  },

  openPostgres(url: string): void {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    const column = (rows: readonly Row[], at: number) => `{${rows.map((row) => row[at] ?? 'NULL').join(',')}}`
    const facts = (rows: readonly Row[]) => `{${rows.map((row) => JSON.stringify(row[6])).join(',')}}`
    commit = (rows) =>
      Promise.all([
        sql.unsafe('begin'),
        sql.unsafe(
          `insert into events select * from unnest($1::text::bigint[], $2::text::bigint[], $3::text::text[],
             $4::text::bigint[], $5::text::bigint[], $6::text::int[], $7::text::text[], $8::text::bigint[])`,
          [0, 1, 2, 3, 4, 5, 6, 7].map((at) => (at === 6 ? facts(rows) : column(rows, at))),
          { prepare: true },
        ),
        sql.unsafe('update event_log set head = head + $1', [rows.length], { prepare: true }),
        sql.unsafe('commit'),
      ])
    close = () => sql.end() as Promise<undefined>
  },

  /** Inserts groups of `size` rows one after the other. An operation of the sample is a row. */
  async append(size: number, milliseconds: number): Promise<Sample> {
    const sample = await runAtOnce(1, milliseconds, async () => {
      const now = systemClock.now()
      const rows = Array.from({ length: size }, (): Row => {
        position += 1n
        return [position, now, 'user.followed', position, null, 1, FACTS, 1]
      })
      await commit?.(rows)
    })
    return { ...sample, operations: sample.operations * size }
  },
}

answerCalls(methods, () => close())
