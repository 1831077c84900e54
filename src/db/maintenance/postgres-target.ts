/** Restores into PostgreSQL: one transaction, rows by COPY. */
import { once as eventOf } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StoreRefused } from '../errors.ts'
import { MIGRATIONS } from '../migrate.ts'
import { storeError } from '../postgres/errors.ts'
import { applyIn, postgresMigrator } from '../postgres/migrator.ts'
import { connectToPrimary } from '../postgres/open-primary.ts'
import type { TransactionSql } from '../postgres/session.ts'
import type { ArchivedRow } from './archive-format.ts'
import type { Table } from './catalog.ts'
import type { RestoreTarget, TargetOptions, WithTarget } from './restore-target.ts'

export const postgresTarget: WithTarget = async (url, options, work) => {
  const migrator = postgresMigrator(url)
  try {
    await migrator.check()
  } finally {
    await migrator.close()
  }
  const pool = connectToPrimary({ url, connections: 1, name: 'aviary restore' })
  try {
    return await (pool.begin(async (tx) => {
      await refuseOccupied(tx)
      const target = new PostgresTarget(tx, options)
      await target.prepare()
      try {
        return await work(target)
      } catch (error) {
        await target.giveUp()
        throw error
      }
    }) as ReturnType<typeof work>)
  } catch (error) {
    throw storeError(error)
  } finally {
    await pool.end({ timeout: 5 })
  }
}

async function refuseOccupied(tx: TransactionSql): Promise<void> {
  const [table] = await tx<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`
  if (table === undefined) return
  throw new StoreRefused(
    `the PostgreSQL database is not empty (it has a table ${table.name}); create a new one and restore into that`,
  )
}

/** Maximum number of rows of a table that are written with INSERT, because a COPY costs about 40 ms at its end. */
const MAX_INSERTED_ROWS = 1_000

interface Copying {
  readonly stream: Writable
  readonly ended: Promise<void>
}

class PostgresTarget implements RestoreTarget {
  readonly #tx: TransactionSql
  readonly #options: TargetOptions
  /** The table whose rows are being inserted. */
  #table: Table | undefined
  /** Rows that are buffered, at most {@link MAX_INSERTED_ROWS}. */
  #held: ArchivedRow[] = []
  /** The COPY of the table; undefined until the table has more rows than the buffer may have. */
  #copying: Copying | undefined

  constructor(tx: TransactionSql, options: TargetOptions) {
    this.#tx = tx
    this.#options = options
  }

  async prepare(): Promise<void> {
    const { catalog, now } = this.#options
    await this.#tx.unsafe('set local statement_timeout = 0')
    await applyIn(this.#tx, catalog.migrations, now)
    // Migrations insert rows, such as the head of an empty log, which the backup also contains.
    await this.#tx.unsafe(`truncate ${namesOf(catalog.tables)}`)
  }

  async insert(table: Table, rows: readonly ArchivedRow[]): Promise<void> {
    if (this.#table !== table) await this.#endTable()
    this.#table = table
    this.#held.push(...rows)
    if (this.#copying === undefined && this.#held.length <= MAX_INSERTED_ROWS) return
    this.#copying ??= await this.#startCopy(table)
    const { stream, ended } = this.#copying
    const text = this.#held.splice(0).map(copyLine).join('')
    if (!stream.write(text)) await Promise.race([eventOf(stream, 'drain'), ended])
  }

  async complete(): Promise<void> {
    await this.#endTable()
    await applyIn(this.#tx, MIGRATIONS, this.#options.now)
    // Without `analyze`, the first queries over large tables would use plans for empty tables.
    await this.#tx.unsafe(`analyze ${namesOf(this.#options.catalog.tables)}`)
  }

  /** Ends a running COPY so that the transaction can be rolled back. */
  async giveUp(): Promise<void> {
    this.#copying?.stream.destroy(new Error('given up'))
    // The abort makes the COPY fail.
    await this.#copying?.ended.catch(() => undefined)
  }

  async #startCopy({ name, columns }: Table): Promise<Copying> {
    const stream = await this.#tx.unsafe(`copy ${name} (${namesOf(columns)}) from stdin`).writable()
    const ended = finished(stream)
    // Awaited at the end of the table.
    ended.catch(() => undefined)
    return { stream, ended }
  }

  async #endTable(): Promise<void> {
    const copying = this.#copying
    this.#copying = undefined
    copying?.stream.end()
    await copying?.ended
    if (this.#table !== undefined && this.#held.length > 0) await this.#insertHeld(this.#table)
  }

  async #insertHeld({ name, columns }: Table): Promise<void> {
    const values = columns.map(({ type }, index) => {
      return type === 'integer' ? `(held ->> ${index})::bigint` : `held ->> ${index}`
    })
    await this.#tx.unsafe(
      `insert into ${name} (${namesOf(columns)})
      select ${values.join(', ')} from json_array_elements($1::text::json) as held`,
      [JSON.stringify(this.#held.splice(0))],
    )
  }
}

function namesOf(things: readonly { readonly name: string }[]): string {
  return things.map(({ name }) => name).join(', ')
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A row in COPY text format (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
function copyLine(row: ArchivedRow): string {
  return `${row.map(copyValue).join('\t')}\n`
}

function copyValue(value: string | null): string {
  return value === null ? '\\N' : value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
}
