/** `import follows`: a list of edges, one `follower followee` per line, oldest first (spec/server.md#import). */
import type { Context } from '../domain/context.ts'
import { type ImportedEdge, importFollows, MAX_IMPORT_BATCH } from '../domain/graph/import-follows.ts'
import { areStagedFaster, StagedFollows } from '../domain/graph/staged-follows.ts'
import { idOf } from './ids.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from './line-import.ts'

/** {@link importLines} for edges. Missing users are created. */
export function importFollowsFile(
  context: Context,
  file: string,
  options: ImportOptions,
): Promise<ImportReport> {
  return importLines(context, FOLLOWS, file, options)
}

const FOLLOWS: LineFormat<ImportedEdge> = {
  kind: 'follows',
  noun: 'an edge',
  hint: 'give a file of lines such as "12 34", follower first',
  batch: MAX_IMPORT_BATCH,
  refusesLate: false,
  parse: (text) => (text === '' || text.startsWith('#') ? undefined : parseEdge(text)),
  async store(context, edges, note) {
    await importFollows(context, edges, (tx, imported) => note(tx, { imported, refused: [] }))
  },
  async openBulk(context, bytes) {
    if (!(await areStagedFaster(context.store, bytes / BYTES_PER_LINE))) return undefined
    const staged = new StagedFollows(context)
    return {
      get isFull() {
        return staged.isFull
      },
      add: (edges) => staged.add(edges),
      async store(note) {
        await staged.store((tx, imported) => note(tx, { imported, refused: [] }))
      },
    }
  },
}

/** Between edges of short and long ids. */
const BYTES_PER_LINE = 25

/** The edge of a line, or the fault of the line. */
export function parseEdge(text: string): ImportedEdge | string {
  const match = /^[ \t]*(\d+)[ \t]+(\d+)[ \t]*$/.exec(text)
  if (match === null) return 'not two numeric ids with a space or tab between them'
  const [, first = '', second = ''] = match
  const follower = idOf(first)
  const followee = idOf(second)
  if (follower === undefined || followee === undefined) return 'an id is 0 or beyond 64 bits'
  if (follower === followee) return 'a user cannot follow itself'
  return { follower, followee }
}
