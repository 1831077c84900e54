/** Writes tables as parquet (spec/exports.md#parquet). The writer holds one group of rows in memory at a time. */
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { RowSink } from '../rows.ts'
import type { Cell, CellKind, Column } from './column.ts'

/** Number of rows in a group. */
const GROUP_SIZE = 50_000

/** @param groupSize number of rows in a group; the writer holds one group in memory at a time */
export function parquetTable(
  columns: readonly Column[],
  groupSize: number = GROUP_SIZE,
): RowSink<readonly Cell[]> {
  const bytes = new ByteWriter()
  const file = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'aviary' })
  let data: unknown[][] = columns.map(() => [])
  let count = 0

  function writeGroup(): void {
    const columnData = columns.map((column, at) => ({ name: nameOf(column), data: data[at] ?? [] }))
    // The promise is not awaited, because the writer is synchronous.
    void file.write({ columnData, rowGroupSize: groupSize })
    data = columns.map(() => [])
    count = 0
  }

  /** The bytes since the last call. */
  function take(): Uint8Array {
    const taken = bytes.getBytes().slice()
    bytes.index = 0
    return taken
  }

  return {
    begin: take,
    rows(rows) {
      for (const row of rows) {
        for (const [at, column] of columns.entries()) data[at]?.push(valueIn(column.kind, row[at]))
        count += 1
        if (count === groupSize) writeGroup()
      }
      return take()
    },
    end() {
      if (count > 0) writeGroup()
      void file.finish()
      return take()
    },
  }
}

/** The column name without dots, because query languages read a dot as access to a field. */
function nameOf({ name }: Column): string {
  return name.replaceAll('.', '_')
}

type ElementType = Omit<SchemaElement, 'name' | 'repetition_type'>

const STRING: ElementType = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }

/**
 * Types by kind of cell. Ids are texts, because many programs turn a column of integers with missing values into
 * floats, which lose digits.
 */
const TYPES: Readonly<Record<CellKind, ElementType>> = {
  id: STRING,
  text: STRING,
  list: STRING,
  count: { type: 'INT64' },
  flag: { type: 'BOOLEAN' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  const elements = columns.map(
    (column): SchemaElement => ({
      name: nameOf(column),
      repetition_type: 'OPTIONAL',
      ...TYPES[column.kind],
    }),
  )
  return [{ name: 'root', num_children: columns.length }, ...elements]
}

/** The value of a cell. In contrast to csv cells, texts keep their line breaks. */
function valueIn(kind: CellKind, cell: Cell): unknown {
  if (cell === undefined || cell === null) return undefined
  switch (kind) {
    case 'count':
      return BigInt(cell as number)
    case 'time':
      return new Date(cell as string)
    case 'list':
      return JSON.stringify(cell)
    case 'flag':
      return cell === true
    default:
      return String(cell)
  }
}
