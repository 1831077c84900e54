/** Runs the statement of a page on the bare driver. It shows the limit of the database. */
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'
import { systemClock } from '../../src/lib/time/clock.ts'
import { answerCalls } from '../lib/child.ts'
import type { Statement } from './statement.ts'

interface Done {
  readonly operations: number
  readonly milliseconds: number
}

type Run = (statement: Statement, milliseconds: number) => Promise<Done>

let run: Run | undefined
let close = async () => undefined

export const methods = {
  openSqlite(file: string): void {
    const db = new DatabaseSync(file, { readOnly: true })
    db.exec('pragma cache_size = -65536')
    run = async (statement, milliseconds) => runSqlite(db, statement, milliseconds)
  },

  /** @param inFlight number of concurrent statements */
  openPostgres(url: string, inFlight: number): void {
    const sql = postgres(url, {
      max: inFlight,
      types: { bigint: { to: 20, from: [20], parse: BigInt, serialize: String } },
    })
    run = (statement, milliseconds) => runPostgres(sql, inFlight, statement, milliseconds)
    close = () => sql.end() as Promise<undefined>
  },

  async run(statement: Statement, milliseconds: number): Promise<Done> {
    if (run === undefined) throw new Error('no database is open')
    return run(statement, milliseconds)
  },
}

function runSqlite(db: DatabaseSync, { text, values }: Statement, milliseconds: number): Done {
  const statement = db.prepare(text)
  statement.setReadBigInts(true)
  const started = systemClock.monotonic()
  let operations = 0
  for (; systemClock.monotonic() < started + milliseconds; operations += 1) statement.all(...values)
  return { operations, milliseconds: systemClock.monotonic() - started }
}

async function runPostgres(
  sql: postgres.Sql<{ bigint: bigint }>,
  inFlight: number,
  { text, values }: Statement,
  milliseconds: number,
): Promise<Done> {
  const started = systemClock.monotonic()
  let operations = 0
  const one = async () => {
    for (; systemClock.monotonic() < started + milliseconds; operations += 1) {
      await sql.unsafe(text, [...values] as never[], { prepare: true })
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return { operations, milliseconds: systemClock.monotonic() - started }
}

answerCalls(methods, () => close())
