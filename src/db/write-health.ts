/** Tracks whether the database accepts writes. Readiness combines this with {@link probe} for reads. */
import type { Clock } from '../lib/time/clock.ts'
import { StoreFull, StoreReadOnly } from './errors.ts'
import { query } from './query.ts'
import type { Store, StoreObserver } from './store.ts'

/**
 * Bytes that a probe writes: about as many as a post with its indexes, so that a probe needs as much space as a post.
 */
const PROBE_BYTES = 16_384

/**
 * Milliseconds for which a refused write makes the database count as not writable, even after a successful probe,
 * because a nearly full disk refuses only some writes.
 */
const REFUSED_MS = 5_000

interface Refused {
  readonly error: Error
  /** Monotonic time in milliseconds. */
  readonly at: number
}

export class WriteHealth {
  readonly #clock: Pick<Clock, 'monotonic'>
  #refused: Refused | undefined
  #probing: Promise<void> | undefined

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** Receives write results from the store. */
  readonly observer: Pick<StoreObserver, 'refused' | 'appended'> = {
    refused: (error) => {
      if (error instanceof StoreFull || error instanceof StoreReadOnly) {
        this.#refused = { error, at: this.#clock.monotonic() }
      }
    },
    // A stored event proves that the database accepts writes again.
    appended: () => {
      this.#refused = undefined
    },
  }

  /**
   * Writes a probe, which concurrent callers share. The probe is durable when the promise resolves.
   * @throws the store error of the probe; `StoreFull` or `StoreReadOnly` of another write in the last 5 s
   */
  async requireWritable(store: Pick<Store, 'writeAside'>): Promise<void> {
    this.#probing ??= writeProbe(store).finally(() => {
      this.#probing = undefined
    })
    await this.#probing
    const refused = this.#refused
    if (refused === undefined) return
    if (this.#clock.monotonic() - refused.at < REFUSED_MS) throw refused.error
    this.#refused = undefined
  }
}

async function writeProbe(store: Pick<Store, 'writeAside'>): Promise<void> {
  // No event: the probe is not part of the network.
  await store.writeAside((tx) => tx.run(putProbe, { one: 1, filler: 'x'.repeat(PROBE_BYTES) }))
}

const putProbe = query<{ one: number; filler: string }>()((k, p) =>
  k
    .insertInto('write_probe')
    .values({ one: p('one'), filler: p('filler') })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet((eb) => ({ filler: eb.ref('excluded.filler') })),
    ),
)
