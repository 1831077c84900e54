/** `export follows`: every edge as `follower followee`, oldest first, as `import follows` reads it. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { query } from '../db/query.ts'
import type { Store } from '../db/store.ts'

/**
 * Writes the edges to `file`, compressed when its name ends in `.gz`; how many they were.
 * @param onEdges told how many are written
 */
export async function exportFollowsFile(
  store: Store,
  file: string,
  onEdges: (edges: number) => void = () => undefined,
): Promise<number> {
  let edges = 0
  async function* text() {
    yield '# follower followee, oldest first\n'
    for await (const rows of store.stream(edgesByAge, {})) {
      yield rows.map((row) => `${row.follower_id} ${row.followee_id}\n`).join('')
      edges += rows.length
      onEdges(edges)
    }
  }
  const target = createWriteStream(file, { flags: 'wx' })
  if (file.endsWith('.gz')) await pipeline(text, createGzip(), target)
  else await pipeline(text, target)
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
