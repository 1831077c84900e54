/** Lines of edge files: their layout, and the edges of each line (spec/data-files.md#follow-files). */
import type { ImportedEdge } from '../../domain/graph/import-follows.ts'
import { textsInFile } from '../../files/containers.ts'
import { contentOf } from '../../files/content.ts'
import { linesOf } from '../../files/lines.ts'
import { cellsOf } from '../../files/records.ts'
import { COMMENT, isSkippedRow, type Table } from '../../files/rows.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { idOf } from '../ids.ts'
import { InvalidItem } from '../json-fields.ts'
import { columnsOfHeader, columnsOfRow, type EdgeColumns, type EdgeOptions, edgesOf } from './edge-columns.ts'
import type { TimedLine } from './ordered-copy.ts'

export interface EdgeLayout {
  readonly columns: EdgeColumns
  /** One character; a blank is any number of blanks. */
  readonly separator: string
  /** Cells of the line before the first edge, a header or the sizes of a matrix; undefined without one. */
  readonly header: readonly string[] | undefined
}

/** Two ids with blanks between them. */
export const BLANKS: EdgeLayout = {
  columns: { follower: 0, followee: 1, weight: undefined, time: undefined, isSymmetric: false },
  separator: ' ',
  header: undefined,
}

/** The layout; undefined for JSON and for lists of ids. @throws {FileUnreadable} */
export async function layoutOf(file: string): Promise<EdgeLayout | undefined> {
  const ignore = () => undefined
  const texts = textsInFile(file, { warn: ignore, fault: ignore, maxBytes: Number.POSITIVE_INFINITY })
  for await (const { chunks } of texts) {
    const content = await contentOf(chunks)
    if (content.is === 'named') {
      throw new FileUnreadable(`${file} is ${content.what}; ${content.remedy}; nothing was imported`)
    }
    if (content.is === 'json' || content.is === 'assignment') return undefined
    if (content.is === 'empty') return BLANKS
    // A file of one id per line is a list. Other files are refused with the first line that is no edge.
    const isList = content.table.first.every(
      ({ cells }) => cells.length === 1 && /^\s*\d{1,19}\s*$/.test(cells[0] ?? ''),
    )
    return isList ? undefined : tableLayout(content.table)
  }
  return BLANKS
}

function tableLayout({ first: [first, second], separator = ' ', commentNames, isMatrix }: Table): EdgeLayout {
  const header = first?.cells
  const named = columnsOfHeader(commentNames.map(normalized))
  if (named !== undefined) return { columns: named, separator, header: isMatrix ? header : undefined }
  const columns = columnsOfHeader((header ?? []).map(normalized))
  if (columns !== undefined) return { columns, separator, header }
  // Names that show no direction, such as `a,b`, above numbers.
  const numbers = columnsOfRow(header ?? [])
  if (numbers !== undefined) return { columns: numbers, separator, header: undefined }
  const below = columnsOfRow(second?.cells ?? [])
  return { columns: below ?? BLANKS.columns, separator, header: below === undefined ? undefined : header }
}

function normalized(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '')
}

/** The edge of a line of two ids, which most files have; undefined for any other line. */
export function parseEdge(text: string): ImportedEdge | undefined {
  const [, first = '', second = ''] = /^[ \t]*(\d+)[ \t]+(\d+)[ \t]*$/.exec(text) ?? []
  const follower = first === '' ? undefined : idOf(first)
  const followee = second === '' ? undefined : idOf(second)
  if (follower === undefined || followee === undefined || follower === followee) return undefined
  return { follower, followee }
}

/** Parses the lines of a file. */
export class EdgeLines {
  readonly #layout: EdgeLayout
  readonly #options: EdgeOptions
  /** True while the next line may be the header; an import that resumes begins behind it. */
  #isBeforeHeader: boolean
  readonly #isPlain: boolean
  /** The first edge of the lines so far. */
  first: ImportedEdge | undefined

  constructor(layout: EdgeLayout, options: EdgeOptions) {
    this.#layout = layout
    this.#options = options
    this.#isBeforeHeader = layout.header !== undefined
    const { follower, followee, weight, isSymmetric } = layout.columns
    const { isReversed = false, idOffset = 0n } = options
    const isUnchanged = !isReversed && idOffset === 0n && !isSymmetric && weight === undefined
    this.#isPlain = isUnchanged && layout.separator === ' ' && follower === 0 && followee === 1
  }

  /** The edges of a line, the reason of rejection, or undefined for a line without content. */
  parse(text: string, note: ReportFault): readonly ImportedEdge[] | string | undefined {
    const edge = this.#isPlain ? parseEdge(text) : undefined
    if (edge !== undefined) {
      this.first ??= edge
      return [edge]
    }
    if (isSkippedRow(text) || COMMENT.test(text)) return undefined
    const cells = cellsOf(text, this.#layout.separator)
    if (typeof cells === 'string') return cells
    const isHeader = this.#isBeforeHeader && cells.join() === this.#layout.header?.join()
    this.#isBeforeHeader = false
    if (isHeader) return undefined
    try {
      const edges = edgesOf(cells, this.#layout.columns, this.#options, note)
      this.first ??= edges[0]
      return edges
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
      return error.message
    }
  }
}

/** Lines with content below the header, with their times. */
export async function* timedLines(
  file: string,
  { columns, separator, header }: EdgeLayout,
): AsyncGenerator<TimedLine> {
  let isBeforeHeader = header !== undefined
  for await (const lines of linesOf(file)) {
    for (const { text } of lines) {
      if (isSkippedRow(text) || COMMENT.test(text)) continue
      const cells = cellsOf(text, separator)
      const isHeader = isBeforeHeader && typeof cells !== 'string' && cells.join() === header?.join()
      isBeforeHeader = false
      if (isHeader) continue
      const time =
        columns.time === undefined || typeof cells === 'string' ? undefined : Number(cells[columns.time])
      yield { text, time: time === undefined || Number.isNaN(time) ? undefined : time }
    }
  }
}
