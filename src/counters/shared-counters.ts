/**
 * Rate windows and nonces of servers on one PostgreSQL: in the tables that they share, or in the memory of one that is
 * alone (custody.ts, decisions 0030).
 */
import type { NonceCheck, NonceStore, NonceUse, NonceVerdict } from '../auth/oauth1/nonces.ts'
import { StoreUnavailable } from '../db/errors.ts'
import type { PostgresStore } from '../db/postgres/store.ts'
import type { Decision, RateWindow, WindowQuery, WindowStore } from '../http/rate-limit/window.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Metrics } from '../metrics.ts'
import { AheadNonces } from './ahead-nonces.ts'
import type { Counters } from './counters.ts'
import { Custody } from './custody.ts'
import { countersGauges } from './gauges.ts'
import { KeepingNonces } from './keeping-nonces.ts'
import { MovableNonces } from './movable-nonces.ts'
import { MovableWindows } from './movable-windows.ts'
import { PostgresNonceStore } from './postgres-nonces.ts'
import { PostgresWindowStore } from './postgres-windows.ts'

const SWEEP_WINDOWS_MS = 60_000

export interface SharedCountersParts {
  readonly clock: Clock
  readonly store: PostgresStore
  /** Of the fingerprints of nonces: secret, and the same in every server. */
  readonly key: Buffer
  readonly metrics: Pick<Metrics, 'gauge' | 'counter'>
  /** As {@link secondOfStart} takes it; unknown when left out. */
  readonly formerUntil?: number
}

/**
 * Counts with other servers, and by itself whenever there are none.
 * @throws {StoreBusy} when one that is alone makes no room; {@link StoreUnavailable}
 */
export async function sharedCounters({
  clock,
  store,
  key,
  metrics,
  formerUntil = Number.POSITIVE_INFINITY,
}: SharedCountersParts): Promise<Counters> {
  const { presence } = store
  const windowTable = new PostgresWindowStore(store, clock)
  const nonceTable = new PostgresNonceStore(store, clock, key)
  const ahead = await AheadNonces.open(store, clock)
  const windows = new MovableWindows({ store, clock }, windowTable)
  const nonces = new MovableNonces(clock, nonceTable, formerUntil)
  const custody = new Custody(presence, {
    load: async () => (await windows.fits()) && (await nonces.load()),
    async take() {
      await nonces.take()
      await windows.take()
    },
    async store() {
      await windows.tell()
      await nonces.store()
    },
    async finish() {
      await windows.tell()
      await nonces.finish()
    },
    async salvage() {
      await windows.tell()
      await nonces.store()
      await nonces.mark()
    },
    clear() {
      windows.clear()
      nonces.clear()
    },
  })
  metrics.gauge('aviary_alone', 'Whether this process is the only one that counts: 1 if it is.', () =>
    custody.isInMemory ? 1 : 0,
  )
  countersGauges(metrics, { windows: () => windows.memory, nonces: () => nonces.memory, ahead })
  const stop = clock.every(SWEEP_WINDOWS_MS, () => {
    // A sweep that fails is made again at the next turn; a store that fails is reported by every request.
    windowTable.sweep().catch(() => undefined)
  })
  const close = async () => {
    stop()
    nonceTable.close()
    ahead.close()
    await presence.end()
    await windows.close()
  }
  try {
    await presence.begin(custody)
  } catch (error) {
    // What kept it from beginning is thrown.
    await close().catch(() => undefined)
    throw error
  }
  return {
    windows: new CustodyWindows(custody, windows, windowTable),
    nonces: new KeepingNonces(
      clock,
      new CustodyNonces(custody, nonces, nonceTable),
      ahead,
      nonceTable.fingerprints,
    ),
    ready: async () => {
      const nothing = () => undefined
      await custody.run(nothing, nothing)
    },
    close,
  }
}

class CustodyWindows implements WindowStore {
  readonly #custody: Custody
  readonly #windows: MovableWindows
  readonly #table: PostgresWindowStore

  constructor(custody: Custody, windows: MovableWindows, table: PostgresWindowStore) {
    this.#custody = custody
    this.#windows = windows
    this.#table = table
  }

  take(key: string, window: RateWindow, cost?: number): Decision | Promise<Decision> {
    return this.#custody.run(
      () => this.#windows.memory.take(key, window, cost),
      () => this.#table.take(key, window, cost),
    )
  }

  peek(key: string, window: RateWindow): Decision | Promise<Decision> {
    return this.#custody.run(
      () => this.#windows.memory.peek(key, window),
      () => this.#table.peek(key, window),
    )
  }

  peekAll(queries: readonly WindowQuery[]): Decision[] | Promise<Decision[]> {
    return this.#custody.run(
      () => this.#windows.memory.peekAll(queries),
      () => this.#table.peekAll(queries),
    )
  }

  close(): void {}
}

class CustodyNonces implements NonceStore {
  readonly #custody: Custody
  readonly #nonces: MovableNonces
  readonly #table: PostgresNonceStore
  readonly #withHead = (use: NonceUse): Promise<NonceCheck> => this.#checkWithHead(use)

  constructor(custody: Custody, nonces: MovableNonces, table: PostgresNonceStore) {
    this.#custody = custody
    this.#nonces = nonces
    this.#table = table
  }

  /** There only while the database is asked. */
  get checkWithHead(): ((use: NonceUse) => Promise<NonceCheck>) | undefined {
    return this.#custody.isInMemory ? undefined : this.#withHead
  }

  check(use: NonceUse): NonceVerdict | Promise<NonceVerdict> {
    const { isLost } = this.#custody
    return this.#custody.run(
      () => this.#nonces.check(use),
      async () => (await this.#inTable(use, isLost)).verdict,
    )
  }

  async #checkWithHead(use: NonceUse): Promise<NonceCheck> {
    const { isLost } = this.#custody
    return this.#custody.run<NonceCheck>(
      () => ({ verdict: this.#nonces.check(use), head: undefined }),
      () => this.#inTable(use, isLost),
    )
  }

  /** @param hasWaited whether it was asked before the table knew since when it knows every nonce */
  async #inTable(use: NonceUse, hasWaited: boolean): Promise<NonceCheck> {
    const checked = await this.#table.checkWithHead(use)
    // It was in time when it came, so that a client should sign again rather than look at its clock.
    if (hasWaited && checked.verdict === 'too-old') {
      throw new StoreUnavailable(
        'used nonces were lost in a crash of PostgreSQL; the request must be signed again',
      )
    }
    if (checked.verdict === 'fresh') this.#nonces.notice(use)
    return checked
  }
}
