/** `export follows`: every edge as `follower followee`, oldest first, as `import follows` reads it. */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { query } from '../db/query.ts'
import type { Store } from '../db/store.ts'

/** Thrown when there is a file of that name. */
export class FileExists extends Error {
  override readonly name = 'FileExists'

  constructor(file: string) {
    super(`${file} exists; give another name, or remove it first`)
  }
}

export interface ExportOptions {
  /** Told how many edges are written. */
  readonly onEdges?: (edges: number) => void
  /** Gives up, leaving nothing behind. */
  readonly signal?: AbortSignal
}

/**
 * Writes the edges to `file`, compressed when its name ends in `.gz`; how many they were. The file gets its name when
 * it is whole.
 * @throws {FileExists}
 */
export async function exportFollowsFile(
  store: Store,
  file: string,
  { onEdges, signal }: ExportOptions = {},
): Promise<number> {
  if (existsSync(file)) throw new FileExists(file)
  let edges = 0
  async function* text() {
    yield '# follower followee, oldest first\n'
    for await (const rows of store.stream(edgesByAge, {})) {
      yield rows.map((row) => `${row.follower_id} ${row.followee_id}\n`).join('')
      edges += rows.length
      onEdges?.(edges)
    }
  }
  const partial = join(dirname(file), `.${basename(file)}.partial`)
  const target = createWriteStream(partial)
  const options = signal === undefined ? {} : { signal }
  try {
    if (file.endsWith('.gz')) await pipeline(text, createGzip(), target, options)
    else await pipeline(text, target, options)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw signal?.aborted === true ? signal.reason : error
  }
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
