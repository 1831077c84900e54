/** `export follows`: all edges as `follower followee`, oldest first, in the format of `import follows`. */
import { query } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import { writeExport } from './file.ts'

export interface ExportOptions {
  /** Called with the number of written edges. */
  readonly onEdges?: (edges: number) => void
  /** Aborts the export and removes the partial file. */
  readonly signal?: AbortSignal
}

/**
 * Writes all edges to `file`, gzipped if its name ends in `.gz`. @returns their number
 * @throws {FileExists}
 */
export async function exportFollowsFile(
  store: Store,
  file: string,
  { onEdges, signal }: ExportOptions = {},
): Promise<number> {
  let edges = 0
  async function* text() {
    yield '# follower followee, oldest first\n'
    for await (const rows of store.stream(edgesByAge, {})) {
      yield rows.map((row) => `${row.follower_id} ${row.followee_id}\n`).join('')
      edges += rows.length
      onEdges?.(edges)
    }
  }
  await writeExport(file, text, signal)
  return edges
}

/** Number of edges, for a progress bar. */
export async function countFollows(store: Store): Promise<number> {
  return (await store.first(edgeCount, {}))?.edges ?? 0
}

const edgesByAge = query()((k) =>
  k.selectFrom('followers').select(['follower_id', 'followee_id']).orderBy('position'),
)

const edgeCount = query()((k) =>
  k.selectFrom('followers').select((eb) => eb.fn.countAll<number>().as('edges')),
)
