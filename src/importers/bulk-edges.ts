/** Stores the follows of an import of files in bulk (docs/decisions/0084-imports-in-bulk.md). */
import type { Tx } from '../db/store.ts'
import type { Context } from '../domain/context.ts'
import type { ImportedEdge } from '../domain/graph/import-follows.ts'
import { areStagedFaster, StagedFollows } from '../domain/graph/staged-follows.ts'
import { excludeServers } from './exclude-servers.ts'
import type { StoredItem } from './store-batch.ts'

/**
 * Assumed bytes of a line with an edge. Lines with short ids have fewer bytes, and lines with long ids have
 * more.
 */
const BYTES_PER_EDGE = 25

const EXCLUDED: Disposable = { [Symbol.dispose]: () => undefined }

/** Collects the edges of many batches, and stores them in one transaction while no server runs. */
export class BulkEdges {
  readonly #staged: StagedFollows
  readonly #exclusion: Disposable
  #count = 0

  private constructor(context: Context, exclusion: Disposable) {
    this.#staged = new StagedFollows(context)
    this.#exclusion = exclusion
  }

  /**
   * Opens the bulk store if no server runs and the bulk store is faster than batches.
   * @param data the data directory; undefined if the import already prevents servers from starting
   * @param bytes size of the file, which may be compressed
   */
  static async open(
    context: Context,
    data: string | undefined,
    bytes: number,
  ): Promise<BulkEdges | undefined> {
    if (!(await areStagedFaster(context.store, bytes / BYTES_PER_EDGE))) return undefined
    const exclusion = data === undefined ? EXCLUDED : await excludeServers(context, data)
    return exclusion === undefined ? undefined : new BulkEdges(context, exclusion)
  }

  /** Number of edges that are not stored yet. */
  get count(): number {
    return this.#count
  }

  /** True when the collected edges must be stored before more edges are added. */
  get isFull(): boolean {
    return this.#staged.isFull
  }

  /**
   * Adds edges. A crash loses edges that are not stored yet, so the progress of the import must not include such edges.
   */
  async add(edges: readonly ImportedEdge[]): Promise<void> {
    await this.#staged.add(edges)
    this.#count += edges.length
  }

  /**
   * Stores the edges that were added since the last call.
   * @param note stores the progress in the same transaction, which may run again
   */
  async store(note: (tx: Tx, imported: number) => Promise<void>): Promise<void> {
    await this.#staged.store(note)
    this.#count = 0
  }

  /** Allows servers to start again. */
  close(): void {
    this.#exclusion[Symbol.dispose]()
  }
}

/** The edges of a batch; undefined if the batch also has other items. */
export function edgesOnly(items: readonly StoredItem[]): readonly ImportedEdge[] | undefined {
  const edges: ImportedEdge[] = []
  for (const item of items) {
    if (item.kind !== 'edge') return undefined
    edges.push(item.edge)
  }
  return edges
}
