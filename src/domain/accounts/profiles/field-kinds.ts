/** Functions that declare the stored fields of a profile (../profile.ts). */
import type { TSchema } from 'typebox'
import type { ProfilesTable } from '../../../db/schema.ts'

export type ProfileRow = Omit<ProfilesTable, 'user_id'>

/** Names of the columns of `profiles` with the type `Stored`. */
type ColumnOf<Stored> = {
  [Name in keyof ProfileRow]: ProfileRow[Name] extends Stored ? Name : never
}[keyof ProfileRow]

/** The declaration of a column. */
export interface StoredColumn<Value> {
  readonly type: 'integer' | 'text'
  /** The default of the column, for users who have not set the field. */
  readonly empty: number | string
  readonly write: (value: Value) => number | string
}

/** The columns that store a field, and the memory of its value. */
export interface ProfileField<Value> {
  readonly columns: { readonly [Name in keyof ProfileRow]?: StoredColumn<Value> }
  /** Memory of the value in bytes; undefined for values of a fixed size. */
  readonly bytesOf?: (value: Value) => number
}

/** A field that imports read from the member `imported.name` of v1.1 and v2 user objects. */
export interface ImportedField<Value> extends ProfileField<Value> {
  readonly imported: {
    readonly name: string
    /** Importers repair the member with this schema before they read the member. */
    readonly schema: TSchema
  }
  /** @param member a valid value of the schema, or undefined */
  readonly read: (member: unknown) => Value
}

const BYTES_PER_CHARACTER = 2

/** Declares a text; empty if not set. */
export function text<const Column extends ColumnOf<string>>(column: Column) {
  return {
    columns: inColumn(column, { type: 'text', empty: '', write: (value: string) => value }),
    bytesOf: (value: string) => BYTES_PER_CHARACTER * value.length,
    read: (member: unknown) => (typeof member === 'string' ? member : ''),
  }
}

/**
 * Declares a text or a word from a fixed set; undefined if not set. @param parse a function that returns
 * undefined for an invalid text
 */
export function optionalText<const Column extends ColumnOf<string>, Value extends string = string>(
  column: Column,
  parse: (text: string) => Value | undefined,
) {
  return {
    columns: inColumn(column, {
      type: 'text',
      empty: '',
      write: (value: Value | undefined) => value ?? '',
    }),
    bytesOf: (value: Value | undefined) => BYTES_PER_CHARACTER * (value?.length ?? 0),
    read: (member: unknown) => (typeof member === 'string' ? parse(member) : undefined),
  }
}

/** Declares a boolean; false if not set. */
export function flag<const Column extends ColumnOf<number>>(column: Column) {
  return {
    columns: inColumn(column, { type: 'integer', empty: 0, write: (value: boolean) => (value ? 1 : 0) }),
    read: (member: unknown) => member === true,
  }
}

/** Declares a number; 0 if not set. */
export function count<const Column extends ColumnOf<number>>(column: Column) {
  return {
    columns: inColumn(column, { type: 'integer', empty: 0, write: (value: number) => value }),
    read: (member: unknown) => (typeof member === 'number' ? member : 0),
  }
}

/** Declares a value that is stored as JSON. @param empty the JSON that stands for an unset value */
export function json<Value, const Column extends ColumnOf<string>>(
  column: Column,
  empty: string,
  bytesOf: (value: Value) => number,
) {
  return {
    columns: inColumn(column, { type: 'text', empty, write: (value: Value) => JSON.stringify(value) }),
    bytesOf,
  }
}

/** Declares the member of imported v1.1 and v2 user objects that has the field. */
export function imported<Field extends { readonly read: (member: unknown) => unknown }>(
  name: string,
  schema: TSchema,
  field: Field,
) {
  return { ...field, imported: { name, schema } }
}

function inColumn<Column extends keyof ProfileRow, Value>(
  column: Column,
  stored: StoredColumn<Value>,
): { readonly [Name in Column]: StoredColumn<Value> } {
  return { [column]: stored } as { readonly [Name in Column]: StoredColumn<Value> }
}
