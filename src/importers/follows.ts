/** `import follows`: a file of edges, oldest first (spec/data-files.md#follow-files). */
import type { Context } from '../domain/context.ts'
import { type ImportedEdge, importFollows, MAX_IMPORT_BATCH } from '../domain/graph/import-follows.ts'
import { areStagedFaster, StagedFollows } from '../domain/graph/staged-follows.ts'
import type { EdgeOptions } from './graph/edge-columns.ts'
import { BLANKS, EdgeLines, layoutOf, timedLines } from './graph/edge-lines.ts'
import { type FollowLine, type FollowListOf, followLinesOf } from './graph/follow-list.ts'
import { orderedCopy } from './graph/ordered-copy.ts'
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
  options: FollowsOptions,
): Promise<FollowsReport> {
  const { edges = {}, isNewestFirst = false, data } = options
  const layout = await layoutOf(file)
  if (layout === undefined || options.list !== undefined) return importList(context, file, options)
  if (!isNewestFirst && layout.columns.time === undefined)
    return importEdges(context, file, new EdgeLines(layout, edges), options)
  await using copy = await orderedCopy(data, file, timedLines(file, layout), () => isNewestFirst)
  const lines = new EdgeLines({ ...layout, header: undefined }, edges)
  return await importEdges(context, copy.path, lines, options)
}

export interface FollowsOptions extends ImportOptions {
  readonly edges?: EdgeOptions
  /** The file is a list of the followers or friends of one user. */
  readonly list?: FollowListOf | undefined
  readonly isNewestFirst?: boolean | undefined
}

async function importEdges(
  context: Context,
  file: string,
  lines: EdgeLines,
  options: ImportOptions,
): Promise<FollowsReport> {
  const report = await importLines(context, formatOf(lines), file, options)
  return { ...report, firstEdge: lines.first }
}

async function importList(context: Context, file: string, options: FollowsOptions): Promise<FollowsReport> {
  const { list, isNewestFirst, data } = options
  let isReversed = isNewestFirst ?? false
  async function* lines(): AsyncGenerator<FollowLine> {
    for await (const line of followLinesOf(file, list)) {
      isReversed ||= line.isNewestFirst
      yield line
    }
  }
  await using copy = await orderedCopy(data, file, lines(), () => isReversed)
  return await importEdges(context, copy.path, new EdgeLines(BLANKS, {}), options)
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
