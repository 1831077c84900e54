/** Whether the database takes writes: what readiness is made of, beside what {@link probe} says of reading. */
import type { Clock } from '../lib/time/clock.ts'
import { StoreFull, StoreReadOnly } from './errors.ts'
import { query } from './query.ts'
import type { Store, StoreObserver } from './store.ts'

/** Bytes that a probe writes: about as many as a post takes with all its indexes, so that it needs as much room. */
const PROBE_BYTES = 16_384

/**
 * Milliseconds for which a refused write counts although a probe was stored since. A disk that is nearly full refuses some
 * and takes others.
 */
const REFUSED_MS = 5_000

interface Refused {
  readonly error: Error
  /** Of the clock that never jumps. */
  readonly at: number
}

export class WriteHealth {
  readonly #clock: Pick<Clock, 'monotonic'>
  #refused: Refused | undefined
  #probing: Promise<void> | undefined

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** What the store must tell. */
  readonly observer: Pick<StoreObserver, 'refused' | 'appended'> = {
    refused: (error) => {
      if (error instanceof StoreFull || error instanceof StoreReadOnly) {
        this.#refused = { error, at: this.#clock.monotonic() }
      }
    },
    // What is stored with its event is as large as anything.
    appended: () => {
      this.#refused = undefined
    },
  }

  /**
   * Writes something, once for all who ask meanwhile; durable when it resolves.
   * @throws what the store says when it takes no writes, or what it said of one in the last seconds
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
  // No event: it is nobody's data.
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
