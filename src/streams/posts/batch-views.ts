/**
 * Loads the posts of a batch of events once for all connections, then passes the batch on synchronously. Therefore a
 * connection joins either before or after a batch, and misses no event.
 */
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { LogEntry } from '../../log/event.ts'
import { listViews, type PostGraphServices, type ViewNeeds } from '../../views/load-post-views.ts'
import { type OnLeftOut, readSplitting } from './left-out.ts'
import { isPostEvent } from './stream-events.ts'

/** The operations on the connections of a process that the loader uses. */
export interface BatchTarget {
  /**
   * Increases with each connection that joins. Posts that were loaded earlier may lack data that a new connection
   * needs.
   */
  readonly joins: number
  /** True if any connection may be sent the post. */
  wants(postId: bigint): boolean
  needs(): ViewNeeds
  /**
   * Takes a batch of events, in the order of the log.
   * @param views views of those wanted posts that are public; a view has the same index as its event
   */
  take(events: readonly LogEntry[], views: Views): void
}

export type Views = readonly (StreamedView | undefined)[]

const NO_VIEWS: Views = []

export class BatchViews {
  readonly #graph: PostGraphServices
  readonly #onLeftOut: OnLeftOut
  readonly #target: BatchTarget

  /** @param onLeftOut called with each skipped post; streams continue without this post */
  constructor(graph: PostGraphServices, onLeftOut: OnLeftOut, target: BatchTarget) {
    this.#graph = graph
    this.#onLeftOut = onLeftOut
    this.#target = target
  }

  /**
   * Views of posts, read with {@link listViews}; undefined for a post whose stored data cannot be read.
   * @param positions positions of the events that name the posts
   */
  load(ids: readonly bigint[], positions: readonly bigint[]): Promise<Views> {
    return readSplitting(
      ids,
      (some) => listViews(this.#graph, some, this.#target.needs()),
      (postId, error) => this.#onLeftOut({ postId, position: positions[ids.indexOf(postId)] ?? 0n }, error),
    )
  }

  /**
   * Loads the wanted posts of a batch, and passes on the batch and the posts. @throws when the database cannot be read
   */
  async handle(batch: readonly LogEntry[]): Promise<void> {
    const target = this.#target
    let views: Views
    let joins: number
    do {
      joins = target.joins
      views = await this.#viewsOf(batch)
      // A connection that joined during the load may need further posts, and further data of these posts.
    } while (joins !== target.joins)
    target.take(batch, views)
  }

  async #viewsOf(batch: readonly LogEntry[]): Promise<Views> {
    const indices: number[] = []
    const ids: bigint[] = []
    const positions: bigint[] = []
    for (const [index, event] of batch.entries()) {
      if (!isPostEvent(event) || !this.#target.wants(event.post_id)) continue
      indices.push(index)
      ids.push(event.post_id)
      positions.push(event.position)
    }
    if (ids.length === 0) return NO_VIEWS
    const found = await this.load(ids, positions)
    if (ids.length === batch.length) return found
    const views: (StreamedView | undefined)[] = batch.map(() => undefined)
    for (const [at, index] of indices.entries()) views[index] = found[at]
    return views
  }
}
