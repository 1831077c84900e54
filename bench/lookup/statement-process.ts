/**
 * Does the minimal work of a lookup: runs its statements on the bare driver, and converts the rows to JSON.
 */
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'
import { jsonNumber } from '../../src/lib/json.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import type { Statement } from '../followers/statement.ts'
import { answerCalls } from '../lib/child.ts'

interface Done {
  readonly operations: number
  readonly milliseconds: number
}

type Row = Readonly<Record<string, unknown>>
type Ask = (statement: Statement) => readonly object[] | Promise<readonly object[]>

let ask: Ask | undefined
let close = async () => undefined

export const methods = {
  openSqlite(file: string): void {
    const db = new DatabaseSync(file, { readOnly: true })
    db.exec('pragma cache_size = -65536')
    const prepared = new Map<string, ReturnType<typeof db.prepare>>()
    ask = ({ text, values }) => {
      let statement = prepared.get(text)
      if (statement === undefined) {
        statement = db.prepare(text)
        statement.setReadBigInts(true)
        prepared.set(text, statement)
      }
      return statement.all(...values)
    }
  },

  openPostgres(url: string, connections: number): void {
    const sql = postgres(url, {
      max: connections,
      types: { bigint: { to: 20, from: [20], parse: BigInt, serialize: String } },
    })
    ask = ({ text, values }) => sql.unsafe(text, [...values] as never[], { prepare: true })
    close = () => sql.end() as Promise<undefined>
  },

  /** @param inFlight number of concurrent lookups */
  async run(statements: readonly Statement[], inFlight: number, milliseconds: number): Promise<Done> {
    const asked = ask
    if (asked === undefined) throw new Error('no database is open')
    const started = systemClock.monotonic()
    let operations = 0
    const one = async () => {
      for (; systemClock.monotonic() < started + milliseconds; operations += 1) {
        for (const statement of statements) {
          const rows = (await asked(statement)) as readonly Row[]
          JSON.stringify(rows.map(read))
        }
      }
    }
    await Promise.all(Array.from({ length: inFlight }, one))
    return { operations, milliseconds: systemClock.monotonic() - started }
  },
}

/** Parses JSON columns of a row. */
function read(row: Row): Row {
  return typeof row['content'] === 'string' ? { ...row, content: JSON.parse(row['content']) } : row
}

// JSON.stringify refuses BigInt values, so this method writes their exact digits.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint) {
    return jsonNumber(this)
  },
})

answerCalls(methods, () => close())
