/**
 * Reads the lowest id from which on the search index contains all posts, for responses, metrics and
 * operators.
 */
import type { Reader } from '../../db/store.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { indexReach } from './index-posts.ts'
import type { WordCodec } from './word-codec.ts'

/**
 * Reads the reach of the index, which is the lowest id from which on all posts are indexed. Each call of `reach` reads
 * it again until the index is complete.
 */
export class IndexCoverage {
  readonly #store: Reader
  readonly #codec: WordCodec
  #reach = LARGEST_ID

  constructor(store: Reader, codec: WordCodec) {
    this.#store = store
    this.#codec = codec
  }

  /** The reach at the last read; the largest possible id before the first read, 0 for a complete index. */
  get latest(): bigint {
    return this.#reach
  }

  /** Reads the reach. Searches find every post with this id or a greater id; 0 for a complete index. */
  async reach(): Promise<bigint> {
    if (this.#reach === 0n) return this.#reach
    this.#reach = (await indexReach(this.#store, this.#codec)) ?? LARGEST_ID
    return this.#reach
  }
}
