/** `export follows`: every edge as `follower followee`, oldest first, as `import follows` reads it. */
import { query } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import { writeExport } from './file.ts'

export interface ExportOptions {
  /** Told how many edges are written. */
  readonly onEdges?: (edges: number) => void
  /** Gives up, leaving nothing behind. */
  readonly signal?: AbortSignal
}

/**
 * Writes the edges to `file`, compressed when its name ends in `.gz`; how many they were.
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

/** How many edges there are, for a progress bar. */
export async function countFollows(store: Store): Promise<number> {
  return (await store.first(edgeCount, {}))?.edges ?? 0
}

const edgesByAge = query()((k) =>
  k.selectFrom('followers').select(['follower_id', 'followee_id']).orderBy('position'),
)

const edgeCount = query()((k) =>
  k.selectFrom('followers').select((eb) => eb.fn.countAll<number>().as('edges')),
)
