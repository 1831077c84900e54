/**
 * Keeps the index of recent posts: a durable reader of the log writes what is new and takes out what is gone, in the
 * transaction of its position. Where there is no index, as after a restore, it is made anew from the posts.
 */
import { postIdsBetween, repostIdsAfter } from '../domain/posts/recent-ids.ts'
import {
  type CodedPost,
  codedPosts,
  dropIndexed,
  emptyIndex,
  indexReach,
  noteIndexMade,
  putAlone,
  putIndexed,
  SEARCH_READER,
  trimIndex,
} from '../domain/search/index-posts.ts'
import { forgetStale, stalePosts } from '../domain/search/stale-posts.ts'
import { type Consumer, type ConsumerServices, consume, takePlace } from '../events/consumer.ts'
import type { LoggedEvent } from '../events/event.ts'
import { type Clock, sleep } from '../lib/clock.ts'
import { LARGEST_ID } from '../lib/largest-id.ts'
import { firstSnowflakeAt } from '../lib/snowflake.ts'
import { goneIn, isIndexed, putIn } from './indexed-events.ts'
import { indexedPosts } from './indexed-posts.ts'
import { codedPieces, type PieceServices } from './pieces.ts'

/** Posts that are read and written at once: on SQLite the event loop waits for them. */
const SLICE = 50

/**
 * Events that are followed at once, whose posts are mostly in memory. On SQLite so many short ones hold the event loop for 8 ms,
 * while four thousand a second come. With a quarter as many a post costs twice as much: each piece is written several times, as
 * pieces of the index are made one.
 */
const FOLLOWED = 400

/** Posts that are taken out at once when they are too old. */
const TRIMMED = 500

const NAME = { name: SEARCH_READER, begin: 'newest' } as const

const DAY_MS = 86_400_000
const RETRY_MS = 5_000

/** Posts that are written one by one are indexed a few at once. */
const GATHER_MS = 100

export interface IndexerServices extends ConsumerServices, Omit<PieceServices, 'store'> {
  /** How far back posts are found. */
  readonly days: number
}

export class SearchIndexer {
  readonly #services: IndexerServices
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  constructor(services: IndexerServices) {
    this.#services = services
  }

  start(): void {
    this.#running ??= this.#run(this.#stopping.signal)
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /** Takes out what is too old by now. */
  async trim(signal: AbortSignal): Promise<void> {
    const { store } = this.#services
    const before = oldestId(this.#services)
    for (;;) {
      // No event: the index follows from posts.
      const count = await store.writeAside((tx) => trimIndex(tx, before, TRIMMED))
      if (count < TRIMMED || signal.aborted) return
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { store, clock, logger } = this.#services
    while (!signal.aborted) {
      try {
        // The place comes first: what is written while the index is made is read from the log afterwards.
        await takePlace(store, NAME)
        await this.#make(signal)
        await this.#indexStale(await this.#oldest(), signal)
        break
      } catch (error) {
        if (signal.aborted) return
        logger.error({ err: error, retryMs: RETRY_MS }, 'the index of recent posts could not be made')
        await sleep(clock, RETRY_MS, signal)
      }
    }
    if (!signal.aborted) await consume(this.#services, this.#consumer(), signal)
  }

  /** Indexes those recent posts that the index does not hold. */
  async #make(signal: AbortSignal): Promise<void> {
    const { store, codec } = this.#services
    const reach = await indexReach(store, codec)
    const oldest = oldestId(this.#services)
    if (reach !== undefined && reach <= oldest) return
    // No event: the index follows from posts.
    if (reach === undefined) await store.writeAside((tx) => emptyIndex(tx))
    await this.#indexBetween(oldest, reach ?? LARGEST_ID, signal)
    // By the time of now: what became too old meanwhile may have been taken out again.
    const made = oldestId(this.#services)
    // No event: the index follows from posts.
    await store.writeAside((tx) => noteIndexMade(tx, codec, made))
  }

  /** The smallest id that belongs into the index: of what it is noted to hold nothing may be left out. */
  async #oldest(): Promise<bigint> {
    const { store, codec } = this.#services
    const oldest = oldestId(this.#services)
    const reach = await indexReach(store, codec)
    return reach !== undefined && reach < oldest ? reach : oldest
  }

  #consumer(): Consumer {
    let put: readonly CodedPost[] = []
    return {
      ...NAME,
      isAside: true,
      batch: FOLLOWED,
      // Search does not find what is younger than half a minute, unless it is asked to.
      gatherMs: GATHER_MS,
      concerns: async (_, events) => events.some(isIndexed),
      deliver: async (events, signal) => {
        for (const event of events) await this.#indexMany(event, signal)
        // Before the transaction, which others wait for. Whoever changes a post meanwhile appends an event behind these.
        put = []
        for await (const piece of codedPieces(this.#services, putIn(events, await this.#oldest()), signal)) {
          // All but the last one: whoever dies before that is written writes them again.
          await this.#put(put)
          put = piece
        }
      },
      apply: async (tx, events) => {
        // Where others are at work, one of them may be making the index anew.
        await (this.#services.store.term === undefined ? putIndexed : putAlone)(tx, put)
        await dropIndexed(tx, goneIn(events))
      },
    }
  }

  /**
   * What one event may have changed of more posts than a transaction should hold.
   * @throws when `signal` is aborted before the end: then the event is not done with, and is read again
   */
  async #indexMany(event: LoggedEvent, signal: AbortSignal): Promise<void> {
    if (event.kind === 'import.applied' && event.of === 'posts' && event.last_id !== undefined) {
      const oldest = await this.#oldest()
      const first = event.first_id ?? 0n
      await this.#indexBetween(first > oldest ? first : oldest, event.last_id, signal)
      await this.#indexStale(oldest, signal)
    }
    if (event.kind === 'post.edited') await this.#indexReposts(event.initial_id, signal)
  }

  async #indexBetween(first: bigint, last: bigint, signal: AbortSignal): Promise<void> {
    for (let from = first; from <= last; ) {
      signal.throwIfAborted()
      const ids = await postIdsBetween(this.#services.store, { from, to: last, count: SLICE })
      const newest = ids.at(-1)
      if (newest === undefined) return
      await this.#write(ids)
      from = newest + 1n
    }
  }

  /** A repost shows the newest version, and is found by its words. */
  async #indexReposts(repostedId: bigint, signal: AbortSignal): Promise<void> {
    const { store } = this.#services
    for (let after = (await this.#oldest()) - 1n; ; ) {
      signal.throwIfAborted()
      const ids = await repostIdsAfter(store, { repostedId, after, count: SLICE })
      const newest = ids.at(-1)
      if (newest === undefined) return
      await this.#write(ids)
      after = newest
    }
  }

  /** Posts whose words others changed that were imported after them. @param oldest what is older is not indexed */
  async #indexStale(oldest: bigint, signal: AbortSignal): Promise<void> {
    const { store, codec } = this.#services
    for (;;) {
      signal.throwIfAborted()
      const ids = await stalePosts(store, SLICE)
      if (ids.length === 0) return
      const put = ids.filter((id) => id >= oldest)
      // No event: the index follows from posts.
      await store.writeAside(async (tx) => {
        await forgetStale(tx, ids)
        await putIndexed(tx, codedPosts(codec, await indexedPosts(tx, put)))
      })
    }
  }

  async #put(posts: readonly CodedPost[]): Promise<void> {
    if (posts.length === 0) return
    // No event: the index follows from posts.
    await this.#services.store.writeAside((tx) => putIndexed(tx, posts))
  }

  async #write(ids: readonly bigint[]): Promise<void> {
    const { store, codec } = this.#services
    // No event: the index follows from posts.
    await store.writeAside(async (tx) => putIndexed(tx, codedPosts(codec, await indexedPosts(tx, ids))))
  }
}

function oldestId({ clock, days }: { readonly clock: Clock; readonly days: number }): bigint {
  return firstSnowflakeAt(clock.now() - days * DAY_MS)
}
