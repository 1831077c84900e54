/** Reads tables of edges: their columns, and the edges of each row (spec/data-files.md#follow-files). */
import type { TableRecord } from '../../files/records.ts'
import { COMMENT, type Table } from '../../files/rows.ts'
import { InvalidItem } from '../json-fields.ts'
import { LineRepairs } from '../repairs.ts'
import { columnsOfHeader, columnsOfRow, type EdgeColumns, edgesOf, isRowOfNumbers } from './edge-columns.ts'
import { EdgeGroups, type EdgeValue, type GraphReading } from './edge-value.ts'
import { OrderedEdges } from './ordered-edges.ts'

const TABLE = 'table of follows'
const MATRIX = 'MatrixMarket graph'

/** The columns of a table that has the two ids in its first two columns. */
const TWO_COLUMNS: EdgeColumns = {
  follower: 0,
  followee: 1,
  weight: undefined,
  time: undefined,
  isSymmetric: false,
}

export interface EdgeTable {
  readonly form: string
  readonly columns: EdgeColumns
  /** True if the first row has column names. */
  readonly hasHeader: boolean
  /** Separator of cells; undefined if cells are separated by blanks. */
  readonly separator: string | undefined
}

/**
 * The layout of a table of edges; undefined for other tables.
 * @param isGraphOnly true if every table is read as edges. The names in a header then need not identify a
 *   direction, and rows without an edge are rejected
 */
export function edgeTableOf(table: Table, isGraphOnly: boolean): EdgeTable | undefined {
  const [header, second] = table.first.map(({ cells }) => cells)
  const layout = { form: table.isMatrix ? MATRIX : TABLE, separator: table.separator }
  const commented = columnsOfHeader(table.commentNames.map(normalizedName))
  if (commented !== undefined) return { ...layout, columns: commented, hasHeader: false }
  const named = columnsOfHeader((header ?? []).map(normalizedName))
  if (named !== undefined) return { ...layout, columns: named, hasHeader: true }
  const bare = columnsOfRow(header ?? [])
  if (bare !== undefined) return { ...layout, columns: bare, hasHeader: false }
  // Features of users are no follows, even if the caller expects follows.
  if (!isGraphOnly || isRowOfNumbers(header ?? [])) return undefined
  // The first row may be a header whose names identify no direction, for example `a,b`. It is a header if
  // numbers follow it.
  const below = columnsOfRow(second ?? [])
  return { ...layout, columns: below ?? TWO_COLUMNS, hasHeader: below !== undefined }
}

/** A name of a column in lower case, without blanks, underscores and hyphens. */
export function normalizedName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '')
}

/** The edges of all rows, in batches, in the order in which the import must store them. @throws {FileUnreadable} */
export async function* edgesInTable(
  table: EdgeTable,
  rows: AsyncIterable<readonly TableRecord[]>,
  graph: GraphReading,
): AsyncGenerator<readonly EdgeValue[]> {
  const reader = new EdgeRowReader(table, graph)
  for await (const records of rows) {
    const values: EdgeValue[] = []
    for (const record of records) for (const value of reader.take(record)) values.push(value)
    if (values.length > 0) yield values
  }
  yield* reader.end()
}

class EdgeRowReader {
  readonly #table: EdgeTable
  readonly #graph: GraphReading
  readonly #groups: EdgeGroups
  /** Set if the import must store the rows in an order other than that of the file. */
  readonly #ordered: OrderedEdges | undefined
  #isBeforeHeader: boolean
  /** Repairs of the last row. While rows have no repairs, they share one object. */
  #repairs = new LineRepairs()

  constructor(table: EdgeTable, graph: GraphReading) {
    const { form, columns, hasHeader } = table
    this.#table = table
    this.#graph = graph
    this.#groups = new EdgeGroups(form)
    const isUnordered = graph.isNewestFirst === true || columns.time !== undefined
    this.#ordered = isUnordered ? new OrderedEdges(form) : undefined
    this.#isBeforeHeader = hasHeader
  }

  take({ cells: recorded, line, fault }: TableRecord): readonly EdgeValue[] {
    if (fault !== undefined) return this.#groups.reject(line, recorded.join(), fault)
    const isHeader = this.#isBeforeHeader
    this.#isBeforeHeader = false
    const cells = isHeader ? undefined : this.#cells(recorded)
    if (cells === undefined) return NONE
    if (this.#repairs.parts.length > 0) this.#repairs = new LineRepairs()
    const repairs = this.#repairs
    const { columns } = this.#table
    try {
      const edges = edgesOf(cells, columns, this.#graph, repairs.note)
      if (this.#ordered === undefined || edges.length === 0)
        return this.#groups.add(line, edges, repairs.parts)
      this.#ordered.add(line, edges, timeIn(cells, columns.time))
      return NONE
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
      return this.#groups.reject(line, recorded.join(this.#table.separator), error.message)
    }
  }

  *end(): Generator<readonly EdgeValue[]> {
    yield this.#groups.end()
    if (this.#ordered !== undefined) yield* this.#ordered.batches(this.#graph.isNewestFirst === true)
  }

  /** Cells of a row; undefined for an empty row or a comment. */
  #cells(recorded: readonly string[]): readonly string[] | undefined {
    if (this.#table.separator !== undefined)
      return recorded.some((cell) => cell.trim() !== '') ? recorded : undefined
    const [text = ''] = recorded
    return text.trim() === '' || COMMENT.test(text) ? undefined : text.trim().split(/\s+/)
  }
}

const NONE: readonly EdgeValue[] = Object.freeze([])

function timeIn(cells: readonly string[], column: number | undefined): number | undefined {
  if (column === undefined) return undefined
  const time = Number(cells[column])
  return Number.isNaN(time) ? undefined : time
}
