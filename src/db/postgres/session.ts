/** Running compiled queries over the `postgres` driver, on a pool or on one reserved connection. */
import postgres from 'postgres'
import { bind, type Query, type SqlValue } from '../query.ts'
import { INT64_COLUMNS } from '../schema.ts'
import { storeError } from './errors.ts'

export type Sql = postgres.Sql<{ bigint: bigint }>

/** The connection inside a transaction of the driver's own. */
export type TransactionSql = postgres.TransactionSql<{ bigint: bigint }>

export interface SqlOptions {
  readonly url: string
  readonly connections: number
  /** Shown in pg_stat_activity. */
  readonly name: string
  /** Settings of every session, by name. */
  readonly session?: Readonly<Record<string, string>>
  readonly onClose?: () => void
}

/** A pool that gives `int8` as bigint and sends nothing before the first query. */
export function connect(options: SqlOptions): Sql {
  return postgres(options.url, {
    max: options.connections,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    // Arrays are not used, and asking for their types costs every connection a round trip.
    fetch_types: false,
    onnotice: () => undefined,
    ...(options.onClose === undefined ? {} : { onclose: options.onClose }),
    connection: { application_name: options.name, ...options.session },
    types: {
      bigint: { to: 20, from: [20], parse: BigInt, serialize: String },
    },
  }) as Sql
}

const INT8 = 20

/** Rows of a query, 64-bit columns as bigint and all other integers as numbers. */
export async function rowsOf<Parameters extends object, Row>(
  sql: Sql,
  query: Query<Parameters, Row>,
  parameters: Parameters,
): Promise<Row[]> {
  const result = await send(sql, query, parameters)
  narrow(result)
  return result as unknown as Row[]
}

/** The number of rows that a statement changed. */
export async function changesOf<Parameters extends object>(
  sql: Sql,
  query: Query<Parameters, unknown>,
  parameters: Parameters,
): Promise<number> {
  return (await send(sql, query, parameters)).count
}

const STREAM_ROWS = 1_000

/** Rows of an answer of any size, by a cursor. */
export async function* streamOf<Parameters extends object, Row>(
  sql: Sql,
  query: Query<Parameters, Row>,
  parameters: Parameters,
): AsyncGenerator<readonly Row[]> {
  const compiled = query.compiledFor('postgres')
  try {
    const values = bind(compiled, parameters) as never[]
    for await (const rows of sql.unsafe(compiled.text, values, { prepare: true }).cursor(STREAM_ROWS)) {
      narrow(rows as never)
      yield rows as unknown as readonly Row[]
    }
  } catch (error) {
    throw storeError(error)
  }
}

async function send<Parameters extends object>(
  sql: Sql,
  query: Query<Parameters, unknown>,
  parameters: Parameters,
): Promise<postgres.RowList<Record<string, SqlValue>[]>> {
  const compiled = query.compiledFor('postgres')
  try {
    return await sql.unsafe(compiled.text, bind(compiled, parameters) as never[], { prepare: compiled.keep })
  } catch (error) {
    throw storeError(error)
  }
}

function narrow(result: postgres.RowList<Record<string, SqlValue>[]>): void {
  for (const column of result.columns ?? []) {
    if (column.type !== INT8 || INT64_COLUMNS.has(column.name)) continue
    for (const row of result) {
      const value = row[column.name]
      if (typeof value !== 'bigint') continue
      const number = Number(value)
      if (!Number.isSafeInteger(number)) {
        throw new RangeError(
          `column ${column.name} holds ${value}, which is no safe number; name it in INT64_COLUMNS`,
        )
      }
      row[column.name] = number
    }
  }
}
