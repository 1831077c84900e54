/**
 * `aviary backup`: writes a consistent snapshot to one file while a server runs.
 *
 * Rows are read through a snapshot, which blocks no writer on either engine. SQLite's backup function is not used,
 * because this function restarts whenever another process commits, and would never end on a busy server. VACUUM INTO
 * and pg_dump write files for one engine only, and pg_dump is not installed everywhere. Media files are copied after
 * the rows. So the backup contains files that were added after the rows were read, and lacks files that were erased in
 * this time.
 */
import { existsSync, readFileSync } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { sql } from 'kysely'
import { removeAbandonedPartials } from '../../lib/files/abandoned-partials.ts'
import { unlessMissing } from '../../lib/files/unless-missing.ts'
import { StoreCorrupt, StoreRefused } from '../errors.ts'
import type { DatabaseAddress } from '../migration.ts'
import { once } from '../query.ts'
import { FORMAT, HEADER, type Header, KEY, MEDIA, MEMBER_BYTES, tableMember } from './archive-format.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { type Catalog, type Column, catalogOf, type Table } from './catalog.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'

export interface BackupInput {
  readonly address: DatabaseAddress
  /** Path of the archive; must not exist. */
  readonly file: string
  /**
   * Path of the key file; undefined when a setting provides the key, because the backup then does not contain the key.
   */
  readonly keyFile: string | undefined
  /** The directory of media files; it may be missing. */
  readonly mediaDirectory: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Part of the temporary file name. */
  readonly nonce: string
  /** Called before anything is written, to refuse the key of another database. */
  readonly check?: (snapshot: Snapshot) => Promise<void>
  /** Called with the number of rows written and the total number of rows; the total is 0 without `countFirst`. */
  readonly onRows?: (rows: number, of: number) => void
  /** Counts the rows first, which takes time on a large database. */
  readonly countFirst?: boolean
  /** Stops the backup and removes its files. */
  readonly signal?: AbortSignal
}

export interface BackupReport {
  /** Size of the archive. */
  readonly bytes: number
  readonly rows: number
  readonly mediaFiles: number
  readonly version: string
  /** Last position of the event log in the snapshot. */
  readonly head: bigint
  readonly holdsKey: boolean
}

/**
 * Writes a backup.
 * @throws {StoreRefused} when the database is empty or newer than the program, or `file` exists
 * @throws {StoreCorrupt} when a value does not have the type of its column
 */
export async function backup(input: BackupInput): Promise<BackupReport> {
  refuseExisting(input.file)
  return withSnapshot(input.address, async (snapshot) => {
    const catalog = catalogOf(await snapshot.migrations())
    const version = catalog.migrations.at(-1)?.name
    if (version === undefined) {
      throw new StoreRefused(
        'the database is empty: there is nothing to back up; check --data and --database',
      )
    }
    await input.check?.(snapshot)
    const { file, now, nonce } = input
    // A killed backup leaves a partial file, which contains the key.
    await removeAbandonedPartials(file, now)
    const partial = join(dirname(file), `.${basename(file)}.${nonce}.partial`)
    const archive = new ArchiveWriter({ file, partial, now })
    try {
      await archive.add(HEADER, headerOf(snapshot, catalog, now))
      const rows = await writeTables(archive, snapshot, catalog, input)
      const holdsKey = input.keyFile !== undefined
      if (input.keyFile !== undefined) await archive.add(KEY, readFileSync(input.keyFile))
      const mediaFiles = await writeMedia(archive, input)
      const head = (await snapshot.first(logHead, {}))?.head ?? 0n
      input.signal?.throwIfAborted()
      refuseExisting(file)
      const bytes = await archive.finish()
      return { bytes, rows, mediaFiles, version, head, holdsKey }
    } catch (error) {
      await archive.abort(error)
      throw error
    }
  })
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new StoreRefused(`${file} exists; give another name, or remove it first`)
}

function headerOf(snapshot: Snapshot, catalog: Catalog, now: number): Buffer {
  const header: Header = {
    format: FORMAT,
    engine: snapshot.engine,
    made_at: new Date(now).toISOString(),
    migrations: catalog.migrations.map((migration) => migration.name),
    tables: catalog.tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name),
    })),
  }
  return Buffer.from(`${JSON.stringify(header, null, 1)}\n`)
}

async function writeTables(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  catalog: Catalog,
  { onRows, countFirst = false, signal }: BackupInput,
): Promise<number> {
  const total = countFirst ? await countRows(snapshot, catalog) : 0
  let rows = 0
  for (const table of catalog.tables) {
    let number = 0
    for await (const part of partsOf(snapshot, table, signal)) {
      number += 1
      await archive.add(tableMember(table, number), part.text, part.rows)
      rows += part.rows
      onRows?.(rows, total)
    }
  }
  return rows
}

interface Part {
  readonly text: Buffer
  readonly rows: number
}

/** Rows in primary key order, in parts. Each part fills one member of the archive. */
async function* partsOf(
  snapshot: Snapshot,
  table: Table,
  signal: AbortSignal | undefined,
): AsyncGenerator<Part> {
  let texts: Buffer[] = []
  let bytes = 0
  let rows = 0
  for await (const chunk of snapshot.stream(rowsOf(table), {})) {
    signal?.throwIfAborted()
    const text = Buffer.from(chunk.map((row) => lineOf(table, row)).join(''))
    texts.push(text)
    bytes += text.length
    rows += chunk.length
    if (bytes < MEMBER_BYTES) continue
    yield { text: Buffer.concat(texts), rows }
    texts = []
    bytes = 0
    rows = 0
  }
  if (rows > 0) yield { text: Buffer.concat(texts), rows }
}

function lineOf(table: Table, row: Readonly<Record<string, unknown>>): string {
  const values = table.columns.map(({ name }) => {
    const value = row[name]
    if (value === null || typeof value === 'string') return value
    throw new StoreCorrupt(`${table.name}.${name} holds something that is no text; run "aviary verify"`)
  })
  return `${JSON.stringify(values)}\n`
}

function rowsOf({ name, columns, primaryKey }: Table) {
  return once<Record<string, unknown>>(
    () => sql`select ${sql.join(columns.map(asText))} from ${sql.table(name)}
      order by ${sql.join(primaryKey.map((column) => sql`${sql.table(name)}.${sql.ref(column)}`))}`,
  )
}

function asText({ name, type }: Column) {
  return type === 'text' ? sql.ref(name) : sql`cast(${sql.ref(name)} as text) as ${sql.ref(name)}`
}

async function countRows(snapshot: Snapshot, { tables }: Catalog): Promise<number> {
  let total = 0
  for (const { name } of tables) {
    const count = once<{ rows: number }>(() => sql`select count(*) as "rows" from ${sql.table(name)}`)
    total += (await snapshot.first(count, {}))?.rows ?? 0
  }
  return total
}

const logHead = once<{ head: bigint }>((k) => k.selectFrom('event_log').select('head'))

async function writeMedia(archive: ArchiveWriter, { mediaDirectory, signal }: BackupInput): Promise<number> {
  let files = 0
  for await (const path of filesBelow(mediaDirectory)) {
    signal?.throwIfAborted()
    // A file is missing here if it was erased after the rows were read.
    const stats = await stat(path).catch(unlessMissing)
    if (stats === undefined) continue
    const name = relative(mediaDirectory, path).split(sep).join('/')
    await archive.addFile(`${MEDIA}${name}`, path, stats.size)
    files += 1
  }
  return files
}

/** Links are skipped, because a link could point outside of the media directory. */
async function* filesBelow(directory: string): AsyncGenerator<string> {
  if (!existsSync(directory)) return
  for await (const entry of await opendir(directory)) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}
