/** Restoring into PostgreSQL: everything in one transaction, rows by COPY. */
import { once as eventOf } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StoreRefused } from '../errors.ts'
import { MIGRATIONS } from '../migrate.ts'
import { storeError } from '../postgres/errors.ts'
import { applyIn, postgresMigrator } from '../postgres/migrator.ts'
import { connect, type TransactionSql } from '../postgres/session.ts'
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
  const pool = connect({ url, connections: 1, name: 'aviary restore' })
  try {
    return await (pool.begin(async (tx) => {
      await refuseOccupied(tx)
      const target = new PostgresTarget(tx, options)
      await target.prepare()
      return work(target)
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

class PostgresTarget implements RestoreTarget {
  readonly #tx: TransactionSql
  readonly #options: TargetOptions
  #copying: { readonly table: Table; readonly stream: Writable; readonly ended: Promise<void> } | undefined

  constructor(tx: TransactionSql, options: TargetOptions) {
    this.#tx = tx
    this.#options = options
  }

  async prepare(): Promise<void> {
    const { catalog, now } = this.#options
    await this.#tx.unsafe('set local statement_timeout = 0')
    await applyIn(this.#tx, catalog.migrations, now)
    // Migrations bring rows along, such as the head of an empty log.
    await this.#tx.unsafe(`truncate ${catalog.tables.map((table) => table.name).join(', ')}`)
  }

  async insert(table: Table, rows: readonly ArchivedRow[]): Promise<void> {
    const copying = await this.#copyInto(table)
    if (!copying.stream.write(rows.map(copyLine).join(''))) {
      await Promise.race([eventOf(copying.stream, 'drain'), copying.ended])
    }
  }

  async complete(): Promise<void> {
    await this.#endCopy()
    await applyIn(this.#tx, MIGRATIONS, this.#options.now)
    // Without it the first queries over large tables would be planned for empty ones.
    await this.#tx.unsafe('analyze')
  }

  async #copyInto(table: Table) {
    if (this.#copying?.table === table) return this.#copying
    await this.#endCopy()
    const columns = table.columns.map((column) => column.name).join(', ')
    const stream = await this.#tx.unsafe(`copy ${table.name} (${columns}) from stdin`).writable()
    const ended = finished(stream)
    ended.catch(() => undefined)
    this.#copying = { table, stream, ended }
    return this.#copying
  }

  async #endCopy(): Promise<void> {
    const copying = this.#copying
    if (copying === undefined) return
    this.#copying = undefined
    copying.stream.end()
    await copying.ended
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A row as COPY reads it (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
function copyLine(row: ArchivedRow): string {
  return `${row.map(copyValue).join('\t')}\n`
}

function copyValue(value: string | null): string {
  return value === null ? '\\N' : value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
}
