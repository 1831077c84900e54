/**
 * Used nonces whose timestamp lies ahead of the clock, stored durably on SQLite: after a crash they are as used as before
 * (decisions 0049). Clients with a true clock cost no row. On PostgreSQL every nonce is stored.
 */
import { sql } from 'kysely'
import { query } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import type { Clock } from '../lib/time/clock.ts'
import { TrailingTime } from '../lib/time/trailing-time.ts'

/**
 * Nonces kept at a time: at 390 s each at most, 2,500 requests a second that are stamped ahead. Further ones are refused
 * as those that are too far ahead.
 */
export const AHEAD_NONCES_MOST = 1_000_000

/** Seconds for which one is kept once its timestamp has passed: by then a start refuses it. Clocks of servers may differ. */
const KEPT_SECONDS = 60

const TRIM_EVERY_MS = 30_000

/** After a step of the clock nothing is trimmed for as long as a timestamp can lie ahead, and back again. */
const HELD_MS = 600_000

export interface AheadNonce {
  /** Its fingerprint. */
  readonly nonce: bigint
  /** Unix seconds. */
  readonly second: number
}

export type AheadVerdict = 'fresh' | 'repeated' | 'too-new'

type Place = Pick<Store, 'rows' | 'first' | 'writeAside'>

export class AheadNonces {
  readonly #store: Place
  readonly #time: TrailingTime
  readonly #most: number
  readonly #stop: () => void
  /** As counted last, and what this process has added since. */
  #kept: number

  private constructor(store: Place, clock: Clock, most: number, kept: number) {
    this.#store = store
    this.#time = new TrailingTime(clock, TRIM_EVERY_MS, HELD_MS)
    this.#most = most
    this.#kept = kept
    this.#stop = clock.every(TRIM_EVERY_MS, () => {
      // A sweep that fails is made again at the next turn; a store that fails is reported by every request.
      this.trim().catch(() => undefined)
    })
  }

  /** @throws what the store says */
  static async open(store: Place, clock: Clock, most = AHEAD_NONCES_MOST): Promise<AheadNonces> {
    return new AheadNonces(store, clock, most, await count(store, most))
  }

  /** Nonces that are kept, as far as this process knows. */
  get size(): number {
    return this.#kept
  }

  /**
   * Stores one before its request is answered; durable when it resolves.
   * @returns `repeated` when it was stored before; `too-new` when there are too many
   * @throws what the store says; then nothing is known of it, and the request must not be done
   */
  async keep(nonce: AheadNonce): Promise<AheadVerdict> {
    if (this.#kept >= this.#most) return 'too-new'
    this.#kept += 1
    // No event: a nonce is nobody's data.
    const added = await this.#store.writeAside((tx) => tx.run(insertNonce, nonce))
    return added > 0 ? 'fresh' : 'repeated'
  }

  /** Every one that is kept. */
  all(): Promise<readonly AheadNonce[]> {
    return this.#store.rows(everyNonce, {})
  }

  /** Forgets those whose timestamps have passed. A server that has kept none writes nothing. */
  async trim(): Promise<void> {
    const before = Math.floor(this.#time.look() / 1000) - KEPT_SECONDS
    if (this.#kept === 0) return
    // No event: a nonce is nobody's data.
    await this.#store.writeAside((tx) => tx.run(deletePassed, { before }))
    this.#kept = await count(this.#store, this.#most)
  }

  close(): void {
    this.#stop()
  }
}

async function count(store: Place, most: number): Promise<number> {
  return (await store.first(countNonces, { most }))?.lines ?? 0
}

const insertNonce = query<{ nonce: bigint; second: number }>()((k, p) =>
  k
    .insertInto('ahead_nonces')
    .values({ nonce: p('nonce'), second: p('second') })
    .onConflict((conflict) => conflict.doNothing()),
)

const everyNonce = query()((k) => k.selectFrom('ahead_nonces').select(['nonce', 'second']))

const countNonces = query<{ most: number }>()(
  (_, p) =>
    sql<{
      lines: number
    }>`select count(*) as lines from (select second from ahead_nonces limit ${p('most')}) as counted`,
)

const deletePassed = query<{ before: number }>()((k, p) =>
  k.deleteFrom('ahead_nonces').where('second', '<', p('before')),
)
