/** Defines the columns of tables. The column names are paths in objects of API v2, as in twarc-csv. */

/** Kinds of cells. A `list` is a list or an object, written as JSON. A missing value is an empty cell in every kind. */
export type CellKind = 'id' | 'text' | 'count' | 'flag' | 'time' | 'list'

export interface Column {
  /** Name such as `public_metrics.like_count`. */
  readonly name: string
  readonly kind: CellKind
}

/** A value as it is in an object: undefined, a text, a number, a boolean, or for `list` any JSON value. */
export type Cell = unknown

type Members = Readonly<Record<string, unknown>>

/** Makes columns of one kind. @param names names separated by spaces or line feeds */
export function columnsOf(kind: CellKind, names: string): Column[] {
  return names.split(/\s+/).map((name) => ({ name, kind }))
}

/** Reads the cells of an object, in the order of the columns. */
export function cellReader(columns: readonly Column[]): (object: Members) => Cell[] {
  const paths = columns.map(({ name }) => name.split('.'))
  return (object) => paths.map((path) => valueAt(object, path))
}

function valueAt(object: Members, path: readonly string[]): Cell {
  let value: unknown = object
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Members)[name]
  }
  return value
}
