/**
 * `aviary restore`: restores a backup into an empty installation, completely or not at all.
 *
 * Rows go into a database that other processes cannot see (SQLite: a temporary file; PostgreSQL: one transaction). The
 * key and the media get temporary names. Files get their final names only after the whole archive is verified, and the
 * database gets its name last.
 */
import { mkdir, rm } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { StoreRefused, UniqueViolation } from '../errors.ts'
import { MIGRATIONS } from '../migrate.ts'
import type { DatabaseAddress } from '../migration.ts'
import { type ArchivedRow, BackupUnusable, type Header, parseRow, tableOf } from './archive-format.ts'
import { ArchiveReader, type Member } from './archive-reader.ts'
import { catalogOf, type Table } from './catalog.ts'
import { postgresTarget } from './postgres-target.ts'
import type { RestoreTarget, WithTarget } from './restore-target.ts'
import { sqliteTarget } from './sqlite-target.ts'
import { StagedFiles } from './staged-files.ts'

export interface RestoreInput {
  readonly address: DatabaseAddress
  readonly file: string
  /** The data directory. It is created if it is missing, and must contain no database, key or media. */
  readonly data: string
  readonly keyFile: string
  readonly mediaDirectory: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Part of temporary names. */
  readonly nonce: string
  /** Called with the number of archive bytes read so far. */
  readonly onBytes?: (bytes: number) => void
  readonly signal?: AbortSignal
}

export interface RestoreReport {
  readonly rows: number
  readonly mediaFiles: number
  readonly madeAt: string
  /** Schema version after the restore. */
  readonly version: string
  readonly restoredKey: boolean
}

/**
 * Restores a backup.
 * @throws {StoreRefused} when the installation is not empty, or the backup is newer than the program
 * @throws {BackupUnusable} when the file is not a complete backup
 */
export async function restore(input: RestoreInput): Promise<RestoreReport> {
  const made = await mkdir(input.data, { recursive: true, mode: 0o700 })
  try {
    return await new Restoration(input).run()
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw error
  }
}

const ROWS_AT_ONCE = 1_000

class Restoration {
  readonly #input: RestoreInput
  readonly #files: StagedFiles
  #rows = 0

  constructor(input: RestoreInput) {
    this.#input = input
    this.#files = new StagedFiles(input)
  }

  async run(): Promise<RestoreReport> {
    const { address, file, onBytes } = this.#input
    this.#files.refuseOccupied()
    const archive = await ArchiveReader.open(file, onBytes)
    try {
      return await (address.url === ''
        ? this.#into(sqliteTarget, address.file, archive)
        : this.#into(postgresTarget, address.url, archive))
    } catch (error) {
      await this.#files.discard()
      throw explained(file, error)
    } finally {
      archive.close()
    }
  }

  async #into(withTarget: WithTarget, place: string, archive: ArchiveReader): Promise<RestoreReport> {
    const { file, now, nonce } = this.#input
    const { header } = archive
    const catalog = catalogOf(header.migrations)
    refuseOtherTables(file, header, catalog.tables)
    return withTarget(place, { catalog, now, nonce }, async (target) => {
      await this.#readInto(target, archive, catalog.tables)
      this.#input.signal?.throwIfAborted()
      await target.complete()
      const { mediaFiles, hasKey } = await this.#files.place()
      const version = MIGRATIONS.at(-1)?.name ?? ''
      return { rows: this.#rows, mediaFiles, madeAt: header.made_at, version, restoredKey: hasKey }
    })
  }

  async #readInto(target: RestoreTarget, archive: ArchiveReader, tables: readonly Table[]): Promise<void> {
    const byName = new Map(tables.map((table) => [table.name, table]))
    await archive.readMembers(async (member) => {
      this.#input.signal?.throwIfAborted()
      const table = byName.get(tableOf(member.name) ?? '')
      if (table !== undefined) return this.#insert(target, table, member)
      await this.#files.stage(member)
      return undefined
    })
  }

  async #insert(target: RestoreTarget, table: Table, member: Member): Promise<number> {
    let rows: ArchivedRow[] = []
    let count = 0
    for await (const line of linesIn(member.content)) {
      rows.push(parseRow(table, line))
      count += 1
      if (rows.length < ROWS_AT_ONCE) continue
      this.#input.signal?.throwIfAborted()
      await target.insert(table, rows)
      rows = []
    }
    if (rows.length > 0) await target.insert(table, rows)
    this.#rows += count
    return count
  }
}

/** When the database refused a row of the archive, makes the error say that the archive is corrupt. */
function explained(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !isRefusedRow(error)) return error
  return new BackupUnusable(
    `${file} cannot be restored: the database refused a row (${error.message}). Nothing was changed; use another backup.`,
    { cause: error },
  )
}

function isRefusedRow(error: Error): boolean {
  if (error instanceof UniqueViolation) return true
  if ('errcode' in error) return SQLITE_ROW_CODES.includes(Number(error.errcode) & 0xff)
  return 'code' in error && /^2[23]...$/.test(String(error.code))
}

/** Primary result codes SQLITE_CONSTRAINT and SQLITE_MISMATCH (https://sqlite.org/rescode.html). */
const SQLITE_ROW_CODES = [19, 20]

function refuseOtherTables(file: string, header: Header, tables: readonly Table[]): void {
  const written = JSON.stringify(header.tables)
  const known = JSON.stringify(
    tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  )
  if (written === known) return
  throw new StoreRefused(
    `${file} has other tables than version ${header.migrations.at(-1)} of this program; restore it with the Aviary that made it`,
  )
}

async function* linesIn(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of content) {
    const pieces = (rest + decoder.write(chunk)).split('\n')
    rest = pieces.pop() ?? ''
    yield* pieces
  }
  if (rest + decoder.end() !== '') throw new BackupUnusable('a row of it is cut off')
}
