/**
 * Extends the search index to older posts, newest first, while the indexer (indexer.ts) adds new posts. The reach is
 * the lowest id from which on all posts are indexed. Each step stores the new reach in the transaction that adds the
 * entries of the step. Therefore a server that was killed continues at the right post.
 *
 * The indexer writes entries for posts of any age. If a post below the reach already has an entry, the indexer wrote it,
 * and it may be newer than the data that a step has read. So a step adds only missing entries.
 */
import type { Store } from '../db/store.ts'
import { latestTimeOfId, timeOfId } from '../domain/posts/read/early-posts.ts'
import { oldestPostId, postIdsBefore } from '../domain/posts/read/recent-ids.ts'
import {
  type CodedPost,
  clearIndex,
  extendReach,
  indexReach,
  missingInIndex,
  putIndexed,
} from '../domain/search/index-posts.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import type { Logger } from '../lib/log.ts'
import { type Clock, sleep } from '../lib/time/clock.ts'
import { isoTime } from '../lib/time/iso-time.ts'
import type { Failures } from '../log/failures.ts'
import { codedPieces, type FailedPost, failureOf } from './pieces.ts'

export interface BackfillServices {
  readonly store: Store
  readonly codec: WordCodec
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error' | 'info'>
}

/** Number of posts in a step. On SQLite, the transaction of a step blocks the event loop for about 3 ms. */
const MAX_POSTS_PER_STEP = 100

/** Maximum pause after a step. A pause is as long as the step before it, so that requests get half of the time. */
const MAX_PAUSE_MS = 1_000

/** Time between two log lines about the progress, in milliseconds. */
const PROGRESS_MS = 30_000

export class IndexBackfill {
  readonly #services: BackfillServices
  readonly #failures: Failures
  #indexed = 0

  constructor(services: BackfillServices, failures: Failures) {
    this.#services = services
    this.#failures = failures
  }

  /** Number of posts that this process has added. */
  get indexed(): number {
    return this.#indexed
  }

  /** Prepares an index for the current key. An index for another key is emptied. */
  async open(): Promise<void> {
    const { store, codec } = this.#services
    if ((await indexReach(store, codec)) !== undefined) return
    // No event: the index is derived from posts.
    await store.writeAside((tx) => clearIndex(tx, codec))
  }

  /** Adds posts until the index is complete or `signal` is aborted. @throws errors of the database */
  async run(signal: AbortSignal): Promise<void> {
    const { store, codec, clock, logger } = this.#services
    const started = clock.monotonic()
    const before = this.#indexed
    let logged = started
    for (;;) {
      const stepStarted = clock.monotonic()
      const reach = await indexReach(store, codec)
      if (reach === undefined || reach === 0n || signal.aborted) break
      await this.#step(reach, signal)
      const now = clock.monotonic()
      if (now - logged >= PROGRESS_MS) {
        logged = now
        logger.info(await this.#progress(reach), 'the search index is extended to older posts')
      }
      const pauseMs = Math.min(now - stepStarted, MAX_PAUSE_MS)
      if (pauseMs > 0) await sleep(clock, pauseMs, signal)
    }
    const indexed = this.#indexed - before
    if (indexed === 0 || signal.aborted) return
    const seconds = Math.round((clock.monotonic() - started) / 1_000)
    logger.info({ indexed, seconds }, 'the search index is complete')
  }

  async #progress(reach: bigint): Promise<object> {
    const { store } = this.#services
    const oldest = await oldestPostId(store)
    return {
      indexed: this.#indexed,
      completeSince: isoTime(await latestTimeOfId(store, reach)),
      ...(oldest === undefined ? {} : { oldestPost: isoTime(await timeOfId(store, oldest)) }),
    }
  }

  /** Indexes the newest posts below the reach, and lowers the reach. */
  async #step(reach: bigint, signal: AbortSignal): Promise<void> {
    const { store } = this.#services
    const ids = await postIdsBefore(store, { before: reach, count: MAX_POSTS_PER_STEP })
    const next = ids.length < MAX_POSTS_PER_STEP ? 0n : (ids.at(-1) ?? 0n)
    const failed: FailedPost[] = []
    let last: readonly CodedPost[] = []
    const onFailed = (id: bigint, error: unknown) => failed.push(failureOf(id, error))
    for await (const piece of codedPieces(this.#services, ids, signal, onFailed)) {
      await this.#put(last)
      last = piece
    }
    const areNew: boolean[] = []
    // No event: the index is derived from posts.
    await store.writeAside(async (tx) => {
      areNew.length = 0
      if (!(await extendReach(tx, reach, next))) return
      const missing = await missingInIndex(tx, ids)
      await putIndexed(
        tx,
        last.filter(({ id }) => missing.has(id)),
      )
      for (const failure of failed) areNew.push(await this.#failures.record(tx, failure))
    })
    for (const [index, failure] of failed.entries())
      this.#failures.logRecorded(failure, areNew[index] === true)
    this.#indexed += ids.length
  }

  /** Adds the entries of a step that has too many entries for one transaction. */
  async #put(posts: readonly CodedPost[]): Promise<void> {
    if (posts.length === 0) return
    // No event: the index is derived from posts.
    await this.#services.store.writeAside(async (tx) => {
      const missing = await missingInIndex(
        tx,
        posts.map(({ id }) => id),
      )
      await putIndexed(
        tx,
        posts.filter(({ id }) => missing.has(id)),
      )
    })
  }
}
