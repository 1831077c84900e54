/** Runs compiled queries over the `postgres` driver, on a pool or on one reserved connection. */
import type { Socket } from 'node:net'
import postgres from 'postgres'
import { bulkText } from '../bulk.ts'
import type { BulkQuery, BulkRow } from '../bulk-query.ts'
import { bind, type Query, type SqlValue } from '../query.ts'
import { INT64_COLUMNS } from '../schema.ts'
import { arraysOf } from './arrays.ts'
import { storeError } from './errors.ts'

export type Sql = postgres.Sql<{ bigint: bigint }>

/** The connection inside a transaction that the driver began; integers of 64 bits are bigints. */
export type TransactionSql = postgres.TransactionSql<{ bigint: bigint }>

export interface SqlOptions {
  readonly url: string
  readonly connections: number
  /** Shown in pg_stat_activity. */
  readonly name: string
  /** Settings of every session, by name. */
  readonly session?: Readonly<Record<string, string>>
  /** Opens the socket in place of the driver. The driver then ignores the host and port of the URL. */
  readonly socket?: (() => Promise<Socket>) | undefined
  readonly onClose?: () => void
  /** Called when PostgreSQL has accepted a login. */
  readonly onOpen?: (() => void) | undefined
  /** Called with the payload of notifications on the channels that the session listens to. */
  readonly onNotify?: (payload: string) => void
}

/** A pool that returns `int8` as bigint and sends nothing before the first query. */
export function connect(options: SqlOptions): Sql {
  const { onNotify } = options
  return postgres(options.url, {
    max: options.connections,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    // Array types are not used, and fetching them would cost a round trip for every connection.
    fetch_types: false,
    onnotice: () => undefined,
    ...(options.socket === undefined ? {} : { socket: options.socket }),
    ...(options.onClose === undefined ? {} : { onclose: options.onClose }),
    // The first parameter message arrives after a successful login.
    ...(options.onOpen === undefined ? {} : { onparameter: options.onOpen }),
    ...(onNotify === undefined ? {} : { onnotify: (_: string, payload: string) => onNotify(payload) }),
    connection: { application_name: options.name, ...options.session },
    types: {
      bigint: { to: 20, from: [20], parse: BigInt, serialize: String },
    },
  }) as Sql
}

type Result = postgres.RowList<Record<string, SqlValue>[]>
type Columns = Result['columns'] | undefined | null

// Type numbers of pg_type that an integer expression may have.
const INT8 = 20
const INT2 = 21
const INT4 = 23
const NUMERIC = 1700

/** Rows of a query. Columns with 64-bit values are bigints, and all other integers are numbers. */
export async function rowsOf<Parameters extends object, Row>(
  sql: Sql,
  query: Query<Parameters, Row>,
  parameters: Parameters,
): Promise<Row[]> {
  const result = await send(sql, query, parameters)
  fit(result, result.columns)
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

/**
 * Runs a bulk statement. @returns the rows that changed data @throws synchronously for values that cannot be sent
 */
export function eachOf(sql: Sql, query: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]> {
  const sent = { text: bulkText(query, 'postgres'), arrays: arraysOf(query.columns, rows) }
  return changedOf(sql, query, rows, sent)
}

/** The single result row of a bulk statement with a key. */
interface Changed {
  readonly changed: number
  /** The keys of the changed rows, separated by commas; null if no row changed. */
  readonly keys: string | null
}

async function changedOf(
  sql: Sql,
  query: BulkQuery,
  rows: readonly BulkRow[],
  { text, arrays }: { readonly text: string; readonly arrays: ReturnType<typeof arraysOf> },
): Promise<readonly BulkRow[]> {
  const { key } = query
  try {
    const result = await sql.unsafe(text, arrays, { prepare: true })
    if (key === undefined) return rows
    const [of] = result as unknown as readonly [Changed]
    if (of.changed === rows.length) return rows
    const changed = new Set(of.keys?.split(','))
    return rows.filter((row) => changed.has(String(row[key])))
  } catch (error) {
    throw storeError(error)
  }
}

const STREAM_ROWS = 1_000

/** Rows of a result of any size, by a cursor. */
export async function* streamOf<Parameters extends object, Row>(
  sql: Sql,
  query: Query<Parameters, Row>,
  parameters: Parameters,
): AsyncGenerator<readonly Row[]> {
  const compiled = query.compiledFor('postgres')
  try {
    const values = bind(compiled, parameters) as never[]
    // The driver describes the columns only with the first chunk.
    let columns: Columns
    for await (const rows of sql.unsafe(compiled.text, values, { prepare: true }).cursor(STREAM_ROWS)) {
      columns ??= (rows as unknown as Result).columns
      fit(rows as unknown as Result, columns)
      yield rows as unknown as readonly Row[]
    }
  } catch (error) {
    throw storeError(error)
  }
}

/** With `simple: false`, the driver also prepares statements without parameters. */
const KEPT = { prepare: true, simple: false }
const PASSING = { prepare: false }

async function send<Parameters extends object>(
  sql: Sql,
  query: Query<Parameters, unknown>,
  parameters: Parameters,
): Promise<Result> {
  const compiled = query.compiledFor('postgres')
  try {
    return await sql.unsafe(
      compiled.text,
      bind(compiled, parameters) as never[],
      compiled.keep ? KEPT : PASSING,
    )
  } catch (error) {
    throw storeError(error)
  }
}

/** Converts the integers of a result to the types that the column names determine; see INT64_COLUMNS. */
function fit(result: Result, columns: Columns): void {
  for (const { name, type } of columns ?? []) {
    const is64 = INT64_COLUMNS.has(name)
    if (is64 ? isNarrow(type) : type === INT8 || type === NUMERIC) fitColumn(result, name, is64)
  }
}

/**
 * True for the types in which PostgreSQL may return a 64-bit expression. For example, a sum is `numeric`, and a literal
 * is `int4`.
 */
function isNarrow(type: number): boolean {
  return type === INT2 || type === INT4 || type === NUMERIC
}

function fitColumn(rows: Record<string, SqlValue>[], column: string, is64: boolean): void {
  for (const row of rows) {
    const value = row[column]
    if (value === null || value === undefined) continue
    row[column] = is64 ? BigInt(value) : safeNumber(value, column)
  }
}

function safeNumber(value: SqlValue, column: string): number {
  const number = Number(value)
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`column ${column} holds ${value}, which is no safe number; name it in INT64_COLUMNS`)
  }
  return number
}
