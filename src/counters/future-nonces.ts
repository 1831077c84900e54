/**
 * Used nonces with timestamps ahead of the clock, stored durably on SQLite, so that they stay used after a
 * crash (decision 0049). A client with a correct clock adds no row. On PostgreSQL every nonce is stored, by
 * another class (postgres-nonces.ts).
 */
import { sql } from 'kysely'
import { query } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import type { Clock } from '../lib/time/clock.ts'
import { TrailingTime } from '../lib/time/trailing-time.ts'

/**
 * Maximum stored nonces. This is enough for 2,500 requests per second with future timestamps, because a nonce is stored
 * for at most 390 s. Further requests with future timestamps are refused as `too-new`.
 */
export const MAX_FUTURE_NONCES = 1_000_000

/**
 * Seconds for which a nonce is stored after its timestamp has passed. After that time the row is not needed, because a
 * server that starts refuses the timestamp. The 60 seconds allow for differences between the clocks of servers.
 */
const RETENTION_SECONDS = 60

const TRIM_EVERY_MS = 30_000

/**
 * After a step of the clock, no nonce is deleted for this many milliseconds. The value is twice the time that
 * a timestamp can be ahead.
 */
const CLOCK_STEP_GRACE_MS = 600_000

export interface FutureNonce {
  /** The fingerprint. */
  readonly nonce: bigint
  /** Timestamp of the request, in Unix seconds. */
  readonly second: number
}

export type FutureNonceVerdict = 'fresh' | 'repeated' | 'too-new'

type NonceDatabase = Pick<Store, 'rows' | 'first' | 'writeAside'>

export class FutureNonceStore {
  readonly #store: NonceDatabase
  readonly #time: TrailingTime
  readonly #max: number
  readonly #stop: () => void
  /** The last count of the rows, plus the nonces that this process has added since. */
  #size: number

  private constructor(store: NonceDatabase, clock: Clock, max: number, kept: number) {
    this.#store = store
    this.#time = new TrailingTime(clock, TRIM_EVERY_MS, CLOCK_STEP_GRACE_MS)
    this.#max = max
    this.#size = kept
    this.#stop = clock.every(TRIM_EVERY_MS, () => {
      // The next tick repeats a failed deletion. Errors of the store reach the caller with the next request.
      this.trim().catch(() => undefined)
    })
  }

  /** @throws the error of the store */
  static async open(store: NonceDatabase, clock: Clock, max = MAX_FUTURE_NONCES): Promise<FutureNonceStore> {
    return new FutureNonceStore(store, clock, max, await count(store, max))
  }

  /** Number of stored nonces that this process knows of. */
  get size(): number {
    return this.#size
  }

  /**
   * Stores a nonce; call this method before the response is sent. The nonce is durable when the promise resolves.
   * @returns `repeated` when the nonce was stored before; `too-new` when too many are stored
   * @throws the error of the store; the request must then be refused
   */
  async add(nonce: FutureNonce): Promise<FutureNonceVerdict> {
    if (this.#size >= this.#max) return 'too-new'
    this.#size += 1
    // No event: a nonce is not data of a user.
    const added = await this.#store.writeAside((tx) => tx.run(insertNonce, nonce))
    return added > 0 ? 'fresh' : 'repeated'
  }

  /** Every stored nonce. */
  all(): Promise<readonly FutureNonce[]> {
    return this.#store.rows(everyNonce, {})
  }

  /** Deletes nonces with old timestamps. Writes nothing when no nonce is stored. */
  async trim(): Promise<void> {
    const before = Math.floor(this.#time.look() / 1000) - RETENTION_SECONDS
    if (this.#size === 0) return
    // No event: a nonce is not data of a user.
    await this.#store.writeAside((tx) => tx.run(deletePassed, { before }))
    this.#size = await count(this.#store, this.#max)
  }

  close(): void {
    this.#stop()
  }
}

async function count(store: NonceDatabase, max: number): Promise<number> {
  return (await store.first(countNonces, { max }))?.lines ?? 0
}

const insertNonce = query<{ nonce: bigint; second: number }>()((k, p) =>
  k
    .insertInto('ahead_nonces')
    .values({ nonce: p('nonce'), second: p('second') })
    .onConflict((conflict) => conflict.doNothing()),
)

const everyNonce = query()((k) => k.selectFrom('ahead_nonces').select(['nonce', 'second']))

const countNonces = query<{ max: number }>()(
  (_, p) =>
    sql<{
      lines: number
    }>`select count(*) as lines from (select second from ahead_nonces limit ${p('max')}) as counted`,
)

const deletePassed = query<{ before: number }>()((k, p) =>
  k.deleteFrom('ahead_nonces').where('second', '<', p('before')),
)
