/** `export follows` writes edges as `follower followee`, oldest first, in the formats of `import follows`. */
import type { Store } from '../db/store.ts'
import { everyEdge } from '../domain/graph/every-edge.ts'
import { type ExportTarget, type Piece, type WriteOptions, writeExport } from './file.ts'

export interface ExportOptions extends WriteOptions {
  /** The default is `text`. */
  readonly format?: FollowsFormat
  /** True to include follows between two protected users, which only these two users can see. */
  readonly includesProtected?: boolean
  /** Called with the number of written edges. */
  readonly onEdges?: (edges: number) => void
}

interface FormatOfEdges {
  readonly head: string
  /** Text that separates the two ids. */
  readonly separator: string
}

const FORMATS = {
  text: { head: '# follower followee, oldest first\n', separator: ' ' },
  csv: { head: 'follower,followee\n', separator: ',' },
} as const satisfies Readonly<Record<string, FormatOfEdges>>

/** A format of edges (spec/exports.md#formats). */
export type FollowsFormat = keyof typeof FORMATS

/** All formats. */
export const FOLLOWS_FORMATS = Object.keys(FORMATS) as readonly FollowsFormat[]

/**
 * Writes the edges between users who are not deactivated (spec/exports.md#never-exported).
 * @returns the number of edges
 * @throws {FileExists}
 */
export async function exportFollowsFile(
  store: Store,
  target: ExportTarget,
  { format = 'text', includesProtected = false, onEdges, signal, isDryRun }: ExportOptions = {},
): Promise<number> {
  let edges = 0
  const { head, separator } = FORMATS[format]
  async function* pieces(): AsyncGenerator<Piece> {
    yield head
    for await (const rows of everyEdge(store, includesProtected)) {
      let text = ''
      for (const { follower_id, followee_id } of rows) text += `${follower_id}${separator}${followee_id}\n`
      yield text
      edges += rows.length
      onEdges?.(edges)
    }
  }
  await writeExport(target, pieces, { signal, isDryRun })
  return edges
}
