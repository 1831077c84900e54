/**
 * The statements of a look-up by themselves, on the bare driver, with the contents of its rows read and all of it made
 * JSON again: the least that can be done.
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

  /** @param inFlight how many look-ups are on their way at once */
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

/** What is JSON in a row is read. */
function read(row: Row): Row {
  return typeof row['content'] === 'string' ? { ...row, content: JSON.parse(row['content']) } : row
}

// Numbers of 64 bits with every digit, which JSON.stringify would refuse.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint) {
    return jsonNumber(this)
  },
})

answerCalls(methods, () => close())
