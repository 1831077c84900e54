/**
 * Format of a backup: a gzipped tar that any tar program can list.
 *
 *   header.json                  contents and version; first
 *   tables/<table>/<n>.jsonl     rows: one JSON array of strings and nulls per line, in column order
 *   aviary.key                   the key that seals secrets, unless a setting provides the key
 *   media/…                      files, unchanged
 *   manifest.json                length and SHA-256 of every earlier member; last
 *
 * Both engines write and read the same rows, so each engine can restore a backup of the other engine. 64-bit integers
 * are strings of digits. A table is split into members of a few megabytes, because tar needs the length of a member
 * before its content. The manifest matches a complete archive only.
 */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Engine } from '../query.ts'
import type { Table } from './catalog.ts'

/** Number of the format, which increases when older programs cannot read the format any more. */
export const FORMAT = 1

export const HEADER = 'header.json'
export const MANIFEST = 'manifest.json'
export const KEY = 'aviary.key'
export const MEDIA = 'media/'

/** Bytes of rows per member. */
export const MEMBER_BYTES = 4 * 1024 * 1024

export type ArchivedValue = string | null
export type ArchivedRow = readonly ArchivedValue[]

export interface Header {
  readonly format: number
  /** Engine of the source; either engine can restore the backup. */
  readonly engine: Engine
  /** ISO 8601. */
  readonly made_at: string
  /** Names of the applied migrations. */
  readonly migrations: readonly string[]
  readonly tables: readonly {
    readonly name: string
    readonly columns: readonly string[]
  }[]
}

/** Entry of the manifest. */
export interface Listed {
  readonly name: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
  /** Number of rows; only for members of tables. */
  readonly rows?: number
}

export interface Manifest {
  readonly members: readonly Listed[]
}

/** Thrown when the file is not a backup, or is an incomplete backup. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

export function tableMember(table: Table, number: number): string {
  return `tables/${table.name}/${String(number).padStart(6, '0')}.jsonl`
}

/** Name of the table in a member; undefined for other members. */
export function tableOf(member: string): string | undefined {
  return /^tables\/([a-z0-9_]+)\/\d{6,}\.jsonl$/.exec(member)?.[1]
}

/** Path of a member below the media directory; undefined for other members and for paths that leave the directory. */
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

/** Parses `header.json`. @throws {BackupUnusable} when the text is malformed or has a later format */
export function parseHeader(text: string): Header {
  const value = parsed(text)
  if (isObject(value) && typeof value['format'] === 'number' && value['format'] > FORMAT) {
    throw new BackupUnusable('it was made by a newer Aviary; restore it with that one')
  }
  if (!Value.Check(HEADER_SHAPE, value)) throw new BackupUnusable('its header is not one that Aviary writes')
  return value
}

/** Parses `manifest.json`. @throws {BackupUnusable} when the text is malformed */
export function parseManifest(text: string): Manifest {
  const value = parsed(text)
  if (!Value.Check(MANIFEST_SHAPE, value)) throw new BackupUnusable('its manifest is damaged')
  return value
}

/**
 * Parses one line of a table.
 * @throws {BackupUnusable} when the row does not match the table
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
