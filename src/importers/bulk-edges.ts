/** The bulk store of follows within an import of files (docs/decisions/0084-imports-in-bulk.md). */
import type { Tx } from '../db/store.ts'
import type { Context } from '../domain/context.ts'
import type { ImportedEdge } from '../domain/graph/import-follows.ts'
import { areStagedFaster, StagedFollows } from '../domain/graph/staged-follows.ts'
import { excludeServers } from './exclude-servers.ts'
import type { StoredItem } from './store-batch.ts'

/** Bytes of a line: an average of edges with short and with long ids. */
const BYTES_PER_EDGE = 25

const EXCLUDED: Disposable = { [Symbol.dispose]: () => undefined }

/** Takes the edges of many batches, and stores them in one transaction while no server runs. */
export class BulkEdges {
  readonly #staged: StagedFollows
  readonly #exclusion: Disposable
  #count = 0

  private constructor(context: Context, exclusion: Disposable) {
    this.#staged = new StagedFollows(context)
    this.#exclusion = exclusion
  }

  /**
   * Opens the store if it is faster than batches and no server runs.
   * @param data the data directory; undefined if the import excludes servers already
   * @param bytes size of the file, perhaps compressed
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

  /** Edges that are not stored. */
  get count(): number {
    return this.#count
  }

  /** True when the edges must be stored before more are added. */
  get isFull(): boolean {
    return this.#staged.isFull
  }

  /** Takes edges. After a crash they are lost, so the progress of the import must not advance. */
  async add(edges: readonly ImportedEdge[]): Promise<void> {
    await this.#staged.add(edges)
    this.#count += edges.length
  }

  /** Stores all edges since the last call. @param note stores the progress in the transaction, which may run again */
  async store(note: (tx: Tx, imported: number) => Promise<void>): Promise<void> {
    await this.#staged.store(note)
    this.#count = 0
  }

  /** Lets servers start again. */
  close(): void {
    this.#exclusion[Symbol.dispose]()
  }
}

/** The edges of a batch that has only edges; undefined for other batches. */
export function edgesOnly(items: readonly StoredItem[]): readonly ImportedEdge[] | undefined {
  const edges: ImportedEdge[] = []
  for (const item of items) {
    if (item.kind !== 'edge') return undefined
    edges.push(item.edge)
  }
  return edges
}
