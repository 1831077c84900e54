/**
 * Used nonces in test mode. A client may sign with the clock of the machine or with the controlled clock of the server,
 * so a timestamp is valid if either clock accepts it. Nonces are kept when a clock is changed.
 */
import {
  type NonceStore,
  type NonceUse,
  type NonceVerdict,
  TIMESTAMP_WINDOW_SECONDS,
} from '../auth/oauth1/nonces.ts'
import type { Clock } from '../lib/time/clock.ts'

/** Maximum nonces. Above this number, the oldest nonce is dropped. */
const MAX_NONCES = 100_000

export class TestNonceStore implements NonceStore {
  readonly #clocks: readonly Pick<Clock, 'now'>[]
  readonly #used = new Set<string>()

  /** @param clocks at least one clock; the first clock decides between `too-old` and `too-new` */
  constructor(clocks: readonly Pick<Clock, 'now'>[]) {
    this.#clocks = clocks
  }

  check(use: NonceUse): NonceVerdict {
    const ages = this.#clocks.map((clock) => Math.floor(clock.now() / 1000) - use.timestamp)
    if (!ages.some((age) => Math.abs(age) <= TIMESTAMP_WINDOW_SECONDS)) {
      return (ages[0] ?? 0) > 0 ? 'too-old' : 'too-new'
    }
    const { consumerKey, token = '', timestamp, nonce } = use
    const key = JSON.stringify([consumerKey, token, timestamp, nonce])
    if (this.#used.has(key)) return 'repeated'
    this.#used.add(key)
    const [oldest] = this.#used
    if (this.#used.size > MAX_NONCES && oldest !== undefined) this.#used.delete(oldest)
    return 'fresh'
  }
}
