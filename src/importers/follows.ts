/** `import follows`: a file of edges, oldest first (spec/data-files.md#follow-files). */
import type { Context } from '../domain/context.ts'
import { type ImportedEdge, importFollows, MAX_IMPORT_BATCH } from '../domain/graph/import-follows.ts'
import { areStagedFaster, StagedFollows } from '../domain/graph/staged-follows.ts'
import { textsInFile } from '../files/containers.ts'
import { contentOf } from '../files/content.ts'
import { cellsOf } from '../files/records.ts'
import { COMMENT, isSkippedRow, type Table } from '../files/rows.ts'
import { FileUnreadable } from '../files/unreadable.ts'
import type { ReportFault } from '../lib/repair.ts'
import {
  columnsOfHeader,
  columnsOfRow,
  type EdgeColumns,
  type EdgeOptions,
  edgesOf,
} from './graph/edge-columns.ts'
import { idOf } from './ids.ts'
import { InvalidItem } from './json-fields.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from './line-import.ts'

export interface FollowsReport extends ImportReport {
  /** The first edge of the file, so that a wrong direction is seen; undefined for a file without edges. */
  readonly firstEdge: ImportedEdge | undefined
}

/**
 * {@link importLines} for edges. Missing users are created.
 * @throws {FileUnreadable} when the file is no table of edges
 */
export async function importFollowsFile(
  context: Context,
  file: string,
  options: ImportOptions & { readonly edges?: EdgeOptions },
): Promise<FollowsReport> {
  const lines = new EdgeLines(await layoutOf(file), options.edges ?? {})
  const report = await importLines(context, formatOf(lines), file, options)
  return { ...report, firstEdge: lines.first }
}

interface EdgeLayout {
  readonly columns: EdgeColumns
  /** One character; a blank is any number of blanks. */
  readonly separator: string
  /** Cells of the line before the first edge, a header or the sizes of a matrix; undefined without one. */
  readonly header: readonly string[] | undefined
}

const BLANKS: EdgeLayout = {
  columns: { follower: 0, followee: 1, weight: undefined, isSymmetric: false },
  separator: ' ',
  header: undefined,
}

/** @throws {FileUnreadable} */
async function layoutOf(file: string): Promise<EdgeLayout> {
  const ignore = () => undefined
  const texts = textsInFile(file, { warn: ignore, fault: ignore, maxBytes: Number.POSITIVE_INFINITY })
  for await (const { chunks } of texts) {
    const content = await contentOf(chunks)
    if (content.is === 'named') {
      throw new FileUnreadable(`${file} is ${content.what}; ${content.remedy}; nothing was imported`)
    }
    // Files of other kinds are refused with the first line that is no edge.
    return content.is === 'table' ? tableLayout(content.table) : BLANKS
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
class EdgeLines {
  readonly #layout: EdgeLayout
  readonly #options: EdgeOptions
  /** True while the next line may be the header; an import that resumes begins behind it. */
  #isBeforeHeader: boolean
  readonly #isPlain: boolean
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

function formatOf(lines: EdgeLines): LineFormat<readonly ImportedEdge[]> {
  return {
    kind: 'follows',
    noun: 'an edge',
    hint: 'give a file of lines such as "12 34", follower first',
    batch: MAX_IMPORT_BATCH,
    refusesLate: false,
    parse: (text, note) => lines.parse(text, note),
    async store(context, items, note) {
      const edges = items.flat()
      await importFollows(context, edges, (tx, imported) =>
        note(tx, { imported, skipped: edges.length - imported, refused: [] }),
      )
    },
    async openBulk(context, bytes) {
      if (!(await areStagedFaster(context.store, bytes / BYTES_PER_LINE))) return undefined
      const staged = new StagedFollows(context)
      let added = 0
      return {
        get isFull() {
          return staged.isFull
        },
        add: (items) => {
          const edges = items.flat()
          added += edges.length
          return staged.add(edges)
        },
        async store(note) {
          await staged.store((tx, imported) => note(tx, { imported, skipped: added - imported, refused: [] }))
          added = 0
        },
      }
    },
  }
}

/** Between edges of short and long ids. */
const BYTES_PER_LINE = 25
