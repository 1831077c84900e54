/**
 * What a backup is: a gzipped tar that any tar program lists.
 *
 *   header.json                  what it holds and of which version, first
 *   tables/<table>/<n>.jsonl     rows: a JSON array of strings and nulls a line, in the order of the columns
 *   aviary.key                   the key that seals secrets, unless it comes from a setting
 *   media/…                      files as they are
 *   manifest.json                length and SHA-256 of every member before it, last
 *
 * Both engines write and read the same rows, so that a backup of either goes into either. 64-bit integers are
 * digits in strings. A table is cut into members of a few megabytes, because tar wants to know a member's length
 * before its content. Only a whole archive has a manifest that fits it.
 */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Engine } from '../query.ts'
import type { Table } from './catalog.ts'

/** Counted up when an older program could not read what is written. */
export const FORMAT = 1

export const HEADER = 'header.json'
export const MANIFEST = 'manifest.json'
export const KEY = 'aviary.key'
export const MEDIA = 'media/'

/** Bytes of rows after which a member is full. */
export const MEMBER_BYTES = 4 * 1024 * 1024

/** A value as it lies in an archive. */
export type ArchivedValue = string | null
export type ArchivedRow = readonly ArchivedValue[]

export interface Header {
  readonly format: number
  /** Whose data it was; either engine can take it. */
  readonly engine: Engine
  /** ISO 8601. */
  readonly made_at: string
  /** Names of the migrations that its tables are at. */
  readonly migrations: readonly string[]
  readonly tables: readonly {
    readonly name: string
    readonly columns: readonly string[]
  }[]
}

/** A member as the manifest lists it. */
export interface Listed {
  readonly name: string
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
  /** For a member of a table. */
  readonly rows?: number
}

export interface Manifest {
  readonly members: readonly Listed[]
}

/** Thrown for a file that is no backup, or no whole one. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

export function tableMember(table: Table, number: number): string {
  return `tables/${table.name}/${String(number).padStart(6, '0')}.jsonl`
}

/** The table that a member holds rows of, or undefined. */
export function tableOf(member: string): string | undefined {
  return /^tables\/([a-z0-9_]+)\/\d{6,}\.jsonl$/.exec(member)?.[1]
}

/** The path below the media directory that a member is for, or undefined; never one that leads out of it. */
export function mediaPathOf(member: string): string | undefined {
  if (!member.startsWith(MEDIA)) return undefined
  const path = member.slice(MEDIA.length)
  const isPlain = path.split('/').every((part) => /^[^/\\\0]+$/.test(part) && part !== '.' && part !== '..')
  return isPlain ? path : undefined
}

const Names = Type.Array(Type.String())

const HEADER_SHAPE = Type.Object({
  format: Type.Literal(FORMAT),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  made_at: Type.String(),
  migrations: Names,
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Names })),
})

const MANIFEST_SHAPE = Type.Object({
  members: Type.Array(
    Type.Object({
      name: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String(),
      rows: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  ),
})

/** @throws {BackupUnusable} also when the archive is of a later format */
export function parseHeader(text: string): Header {
  const value = parsed(text)
  if (isObject(value) && typeof value['format'] === 'number' && value['format'] > FORMAT) {
    throw new BackupUnusable('it was made by a newer Aviary; restore it with that one')
  }
  if (!Value.Check(HEADER_SHAPE, value)) throw new BackupUnusable('its header is not one that Aviary writes')
  return value
}

/** @throws {BackupUnusable} */
export function parseManifest(text: string): Manifest {
  const value = parsed(text)
  if (!Value.Check(MANIFEST_SHAPE, value)) throw new BackupUnusable('its manifest is damaged')
  return value
}

/**
 * A row of a line.
 * @throws {BackupUnusable} when it does not fit the table
 */
export function parseRow(table: Table, line: string): ArchivedRow {
  const value = parsed(line)
  const fits =
    Array.isArray(value) &&
    value.length === table.columns.length &&
    table.columns.every(({ type }, index) => isValueOf(type, value[index]))
  if (!fits) throw new BackupUnusable(`a row of ${table.name} is damaged`)
  return value as ArchivedRow
}

const DIGITS = /^-?\d{1,19}$/

function isValueOf(type: 'integer' | 'text', value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'string') return false
  if (type === 'text') return true
  return DIGITS.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BackupUnusable('a part of it is damaged', { cause: error })
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
