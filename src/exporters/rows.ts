/** Defines the file formats of exports. A format makes rows of items, and writes the rows to a file. */
import { isItemFailure } from '../db/errors.ts'
import type { OnUnreadable } from '../db/read-intact.ts'
import { isolateFailures } from '../lib/isolate-failures.ts'
import type { Piece } from './file.ts'

/** Makes a row of each item. Throws if an item has unreadable data. */
export type MakeRows<Item, Row> = (items: readonly Item[]) => Promise<readonly Row[]> | readonly Row[]

/** Writes rows as pieces of a file. A piece may be empty. */
export interface RowSink<Row> {
  begin(): Piece
  rows(rows: readonly Row[]): Piece
  end(): Piece
}

export interface EncodeOptions<Item> {
  /** Names an item for `onUnreadable`, such as `post 12`. */
  readonly nameOf: (item: Item) => string
  /** Called with the number of rows written so far. */
  readonly onRows?: ((rows: number) => void) | undefined
  /**
   * Called for each unreadable item, which is skipped. Without this function, the first unreadable item ends the
   * export.
   */
  readonly onUnreadable?: OnUnreadable | undefined
}

/** Encodes items as the pieces of a file. */
export type ExportFormat<Item> = (
  batches: AsyncIterable<readonly Item[]>,
  options: EncodeOptions<Item>,
) => AsyncGenerator<Piece>

/** Makes a format. @param open opens the row writer; called for each file */
export function rowFormat<Item, Row>(
  make: MakeRows<Item, Row>,
  open: () => RowSink<Row>,
): ExportFormat<Item> {
  return async function* encode(batches, { nameOf, onRows, onUnreadable }) {
    const sink = open()
    let count = 0
    yield sink.begin()
    for await (const items of batches) {
      const rows = await intactRows(items, make, nameOf, onUnreadable)
      yield sink.rows(rows)
      count += rows.length
      onRows?.(count)
    }
    yield sink.end()
  }
}

/** The rows of all readable items, in order. An unreadable item does not affect other items. */
async function intactRows<Item, Row>(
  items: readonly Item[],
  make: MakeRows<Item, Row>,
  nameOf: (item: Item) => string,
  onUnreadable: OnUnreadable | undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  await isolateFailures(
    items,
    async (some) => {
      for (const row of await make(some)) rows.push(row)
    },
    (error) => onUnreadable !== undefined && isItemFailure(error),
    async (item, error) => onUnreadable?.(nameOf(item), error),
  )
  return rows
}

/** Writes rows that are lines of text. @param head the first lines, each with a line feed */
export function lines(head = ''): RowSink<string> {
  return {
    begin: () => head,
    rows: (rows) => rows.join(''),
    end: () => '',
  }
}

/** A line of JSON. */
export function jsonLine(object: object): string {
  return `${JSON.stringify(object)}\n`
}
