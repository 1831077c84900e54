/**
 * Maintains the index of all posts. A consumer of the event log adds new posts and removes deleted posts, in the
 * transaction that stores its position in the log. At the same time, the backfill (backfill.ts) adds posts that the
 * index lacks, for example after a restore.
 */
import { isItemFailure } from '../db/errors.ts'
import type { Tx } from '../db/store.ts'
import { postIdsBetween, repostIdsAfter } from '../domain/posts/read/recent-ids.ts'
import {
  type CodedPost,
  codedPosts,
  putIndexed,
  removeIndexed,
  SEARCH_READER,
} from '../domain/search/index-posts.ts'
import { indexChange, removedBy, writtenBy } from '../domain/search/indexed-events.ts'
import { clearStale, stalePosts } from '../domain/search/stale-posts.ts'
import type { Logger } from '../lib/log.ts'
import { sleep } from '../lib/time/clock.ts'
import { type Consumer, type ConsumerServices, consume, ensurePosition, retryEvent } from '../log/consumer.ts'
import type { LoggedEvent } from '../log/event.ts'
import { type FailedItem, idIn } from '../log/failed-items.ts'
import { Failures, type Retried } from '../log/failures.ts'
import { IndexBackfill } from './backfill.ts'
import { indexedPosts } from './indexed-posts.ts'
import { codedPieces, type FailedPost, failureOf, type PieceServices } from './pieces.ts'

/** Number of posts in a transaction. The number is small because the transaction blocks the event loop on SQLite. */
const MAX_POSTS_PER_WRITE = 50

/**
 * Number of events in a batch; most posts of these events are in memory. On SQLite, a batch of short posts blocks the
 * event loop for 8 ms at 4,000 posts per second. If batches had a quarter of this size, the cost for each post would
 * double, because the index would merge its segments more often.
 */
const MAX_EVENTS_PER_BATCH = 400

const NAME = { name: SEARCH_READER, begin: 'newest' } as const

const RETRY_MS = 5_000

/** Time during which single posts are collected into one batch, in milliseconds. */
const GATHER_MS = 100

export interface IndexerServices extends ConsumerServices, Omit<PieceServices, 'store'> {
  /**
   * Runs the indexer on one node at a time. The chosen node gets a signal that ends the work. Undefined if there is
   * only one node. For a moment, two nodes may run the indexer at the same time. This does no harm, because only one
   * of them can change the stored position.
   */
  readonly alone?: (stopping: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => Promise<void>
  readonly logger: Pick<Logger, 'error' | 'info'>
  /** Time during which single posts are collected into one batch, in milliseconds; default: 100. */
  readonly gatherMs?: number | undefined
}

export class SearchIndexer {
  readonly #services: IndexerServices
  readonly #failures: Failures
  readonly #backfill: IndexBackfill
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #position = -1n

  constructor(services: IndexerServices) {
    this.#services = services
    this.#failures = services.failures ?? new Failures(services)
    this.#backfill = new IndexBackfill(services, this.#failures)
    const retryOne = retryEvent(services, () => this.#consumer())
    this.#failures.onRetry(SEARCH_READER, (item, signal) => this.#retryPost(item) ?? retryOne(item, signal))
  }

  start(): void {
    const { alone = (signal, work) => work(signal) } = this.#services
    this.#running ??= alone(this.#stopping.signal, (signal) => this.#index(signal))
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /** Every event up to this position is in the index; -1 before the start. */
  get position(): bigint {
    return this.#position
  }

  /** Number of posts that the backfill of this process has added. */
  get backfilled(): number {
    return this.#backfill.indexed
  }

  async #index(signal: AbortSignal): Promise<void> {
    const { store } = this.#services
    await this.#untilDone(signal, async () => {
      // The position is stored before the backfill starts, so that posts that are written during the backfill are
      // read from the log.
      await ensurePosition(store, NAME)
      await this.#backfill.open()
      await this.#indexMarked(signal)
    })
    if (signal.aborted) return
    const onPosition = (position: bigint) => {
      this.#position = position
    }
    await Promise.all([
      consume({ ...this.#services, onPosition }, this.#consumer(), signal),
      this.#untilDone(signal, () => this.#backfill.run(signal)),
    ])
  }

  /** Repeats the work until it succeeds. */
  async #untilDone(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const { clock, logger } = this.#services
    while (!signal.aborted) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted) return
        logger.error({ err: error, retryMs: RETRY_MS }, 'the search index could not be built')
        await sleep(clock, RETRY_MS, signal)
      }
    }
  }

  #consumer(): Consumer {
    let put: readonly CodedPost[] = []
    let left: FailedPost[] = []
    let areNew: boolean[] = []
    return {
      ...NAME,
      isAside: true,
      batch: MAX_EVENTS_PER_BATCH,
      // By default, users do not notice the delay, because searches exclude posts of the last 30 seconds.
      gatherMs: this.#services.gatherMs ?? GATHER_MS,
      hasWork: async (_, events) => events.some((event) => indexChange(event) !== undefined),
      deliver: async (events, signal) => {
        const imported = await this.#indexMany(events, signal)
        // The posts are read before the transaction, because a transaction blocks other writers. If a post changes
        // after this read, a later event follows.
        put = []
        left = []
        const ids = [...new Set([...writtenBy(events), ...imported])]
        const onFailed = (id: bigint, error: unknown) => left.push(failureOf(id, error))
        for await (const piece of codedPieces(this.#services, ids, signal, onFailed)) {
          // All pieces except the last are written here; after a crash, they are written again.
          await this.#put(put)
          put = piece
        }
      },
      apply: async (tx, events) => {
        await putIndexed(tx, put)
        await removeIndexed(tx, [...removedBy(events), ...left.map(({ id }) => id)])
        areNew = []
        for (const failure of left) areNew.push(await this.#failures.record(tx, failure))
      },
      applied: () => {
        for (const [index, failure] of left.entries())
          this.#failures.logRecorded(failure, areNew[index] === true)
        left = []
      },
    }
  }

  /**
   * Indexes the posts of events that can affect more posts than fit in a transaction.
   * @returns ids of the posts of small batches of imports. The caller indexes them together, because an import beside a
   * server stores a hundred small batches in a second
   * @throws when `signal` is aborted before the end; the events are then read again
   */
  async #indexMany(events: readonly LoggedEvent[], signal: AbortSignal): Promise<readonly bigint[]> {
    const ids: bigint[] = []
    const changes = events.map((event) => indexChange(event) ?? {})
    for (const { imported, repostsOf } of changes) {
      if (imported !== undefined)
        ids.push(...(await this.#indexBetween(imported.first, imported.last, signal)))
      // If the event has no id, this call throws an item failure, which is recorded.
      if (repostsOf !== undefined) await this.#indexReposts(repostsOf.id, signal)
    }
    if (changes.some(({ hasMarked }) => hasMarked === true)) await this.#indexMarked(signal)
    return ids
  }

  /** Indexes the posts of a range. @returns the ids of the last posts, which are fewer than one read and not indexed yet */
  async #indexBetween(first: bigint, last: bigint, signal: AbortSignal): Promise<readonly bigint[]> {
    for (let from = first; ; ) {
      signal.throwIfAborted()
      const ids = await postIdsBetween(this.#services.store, { from, to: last, count: MAX_POSTS_PER_WRITE })
      const newest = ids.at(-1)
      if (newest === undefined || ids.length < MAX_POSTS_PER_WRITE) return ids
      await this.#write(ids)
      from = newest + 1n
    }
  }

  /**
   * Indexes all reposts of a post. A repost shows the newest version of its original, and searches find the repost by
   * the text of the original.
   */
  async #indexReposts(repostedId: bigint, signal: AbortSignal): Promise<void> {
    const { store } = this.#services
    for (let after = -1n; ; ) {
      signal.throwIfAborted()
      const ids = await repostIdsAfter(store, { repostedId, after, count: MAX_POSTS_PER_WRITE })
      const newest = ids.at(-1)
      if (newest === undefined) return
      await this.#write(ids)
      after = newest
    }
  }

  /**
   * Indexes the posts that imports have marked for the indexer. An import marks new posts whose range of ids contains
   * many other posts, and posts whose text the import changed.
   */
  async #indexMarked(signal: AbortSignal): Promise<void> {
    const { store, codec } = this.#services
    for (;;) {
      signal.throwIfAborted()
      const ids = await stalePosts(store, MAX_POSTS_PER_WRITE)
      if (ids.length === 0) return
      await this.#apart(
        ids,
        async (tx, some) => {
          await clearStale(tx, some)
          await putIndexed(tx, codedPosts(codec, await indexedPosts(tx, some)))
        },
        (tx, id) => clearStale(tx, [id]),
      )
    }
  }

  /**
   * Writes index entries in one transaction. If the data of a post fails, the batch is divided in halves until this
   * post is alone. The post is then removed from the index, and its failure is recorded.
   * @param leave writes further data for a failed post
   */
  async #apart(
    ids: readonly bigint[],
    write: (tx: Tx, ids: readonly bigint[]) => Promise<void>,
    leave: (tx: Tx, id: bigint) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { store } = this.#services
    try {
      // No event: the index is derived from posts.
      await store.writeAside((tx) => write(tx, ids))
    } catch (error) {
      const [id] = ids
      if (id === undefined || !isItemFailure(error)) throw error
      if (ids.length > 1) {
        const half = ids.length >> 1
        await this.#apart(ids.slice(0, half), write, leave)
        return this.#apart(ids.slice(half), write, leave)
      }
      const failure = failureOf(id, error)
      // No event: the index is derived from posts.
      const isNew = await store.writeAside(async (tx) => {
        await leave(tx, id)
        await removeIndexed(tx, [id])
        return this.#failures.record(tx, failure)
      })
      this.#failures.logRecorded(failure, isNew)
    }
  }

  /** Retries the indexing of a post; undefined for an item that is not a post. */
  #retryPost({ item }: FailedItem): Promise<Retried> | undefined {
    const id = idIn(item, 'post')
    if (id === undefined) return undefined
    return Promise.resolve({
      apply: async (tx) => {
        await putIndexed(tx, codedPosts(this.#services.codec, await indexedPosts(tx, [id])))
      },
    })
  }

  async #put(posts: readonly CodedPost[]): Promise<void> {
    if (posts.length === 0) return
    // No event: the index is derived from posts.
    await this.#services.store.writeAside((tx) => putIndexed(tx, posts))
  }

  async #write(ids: readonly bigint[]): Promise<void> {
    const { codec } = this.#services
    await this.#apart(ids, async (tx, some) =>
      putIndexed(tx, codedPosts(codec, await indexedPosts(tx, some))),
    )
  }
}
