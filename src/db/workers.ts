/** Leases of snowflake worker numbers, so that two processes never make the same id. */

import {
  MAX_AHEAD_MS,
  type SnowflakeLease,
  type SnowflakeMark,
  Snowflakes,
  WORKER_COUNT,
} from '../lib/ids/snowflake.ts'
import type { Clock, Random } from '../lib/time/clock.ts'
import { StoreBusy } from './errors.ts'
import { query } from './query.ts'
import type { Store } from './store.ts'

/** Role of the process, for people who read the table. */
export type WorkerRole = 'server' | 'command'

const LEASE_MS = 60_000
const RENEW_MS = 15_000

/**
 * A leased worker number and the ids made with it. A lease reserves a time span for ids with one number. Up
 * to `leased_until`, no other process makes ids with that number, whatever its clock shows, because the next
 * process that takes the number makes only ids for later times. So ids stay unique when a clock is wrong, or
 * differs from the clock of the previous process.
 *
 * The lease is renewed every 15 s, and immediately when the clock is outside of the lease. When the clock was set back
 * so far that ids with this number are ahead of the clock, the process takes another number, and the old number stays
 * reserved up to its last id.
 */
export class WorkerLease {
  readonly ids: Snowflakes
  /** Time in milliseconds since the Unix epoch up to which an earlier server process may have run. */
  readonly before: { readonly previousServerUntil: number }
  readonly #store: Store
  readonly #clock: Clock
  readonly #holder: string
  readonly #role: WorkerRole
  readonly #stop: () => void
  #lease: SnowflakeLease
  #renewing: Promise<void> | undefined
  #latestUntil: number

  private constructor(store: Store, clock: Clock, holder: string, role: WorkerRole, taken: TakenLease) {
    this.#store = store
    this.#clock = clock
    this.#holder = holder
    this.#role = role
    this.#lease = taken.lease
    this.#latestUntil = taken.latestUntil
    this.before = { previousServerUntil: taken.latestUntil }
    this.ids = new Snowflakes(clock, taken.lease, () => this.renew())
    this.#stop = clock.every(RENEW_MS, () => {
      this.renew().catch((error: unknown) => {
        store.logger.warn(
          { err: error },
          'the lease of the worker number could not be renewed; it is tried again',
        )
      })
    })
  }

  /** @throws {StoreBusy} when all 1,024 numbers are taken */
  static async take(store: Store, clock: Clock, random: Random, role: WorkerRole): Promise<WorkerLease> {
    const holder = random(12).toString('hex')
    return new WorkerLease(store, clock, holder, role, await takeFree(store, clock, holder, role))
  }

  /**
   * Milliseconds by which existing ids, or ids that processes may make under their leases, are ahead of this clock; 0
   * when they are no further ahead than a lease allows. Above 0, this clock is behind, or another clock was ahead.
   */
  get idsAheadMs(): number {
    const ahead = Math.max(this.#latestUntil, this.ids.usedUntil) - this.#clock.now()
    return ahead > LEASE_MS + MAX_AHEAD_MS ? ahead : 0
  }

  /**
   * Renews the lease of the number for another minute. Takes another number if another process has the current number,
   * or if the ids of this number are too far ahead of the clock. A timer calls this method, and so does every caller
   * that finds the lease expired.
   * @throws the error of the store; then the lease does not change
   */
  renew(): Promise<void> {
    this.#renewing ??= this.#extendOrTake().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** The state of the ids, for {@link rewind}. */
  get mark(): SnowflakeMark {
    return this.ids.mark
  }

  /** The same as {@link Snowflakes.rewind}. */
  rewind(mark: SnowflakeMark): void {
    this.#lease = mark.lease
    this.#latestUntil = mark.lease.until
    this.ids.rewind(mark)
  }

  /** Makes sure that an id can be made now; renews the lease if necessary. */
  ready(): Promise<void> {
    return this.ids.ready()
  }

  /** Releases the number; no id is made afterwards. */
  async release(): Promise<void> {
    this.#stop()
    // A failed renewal was already logged by the timer, or thrown to a caller that needed an id.
    await this.#renewing?.catch(() => undefined)
    const until = this.ids.usedUntil
    this.ids.renew({ ...this.#lease, until: 0 })
    // No event: leases are not part of the network.
    await this.#store.write((tx) =>
      tx.run(endLease, { worker: this.#lease.worker, holder: this.#holder, until }),
    )
  }

  async #extendOrTake(): Promise<void> {
    const now = this.#clock.now()
    const isFarAhead = this.ids.isFarAheadOf(now)
    // Another process may take the number of an expired lease at any time, so {@link takeFree} must choose the number.
    if (isFarAhead || now > this.#lease.until || !(await this.#extend(now))) await this.#takeOther(isFarAhead)
    this.#latestUntil = (await this.#store.first(latestLease, {}))?.leased_until ?? 0
  }

  async #extend(now: number): Promise<boolean> {
    const { worker, from } = this.#lease
    const until = now + LEASE_MS
    // After a small step back of the clock, the new lease may end earlier than the old lease. No id may be made after
    // that end.
    this.ids.renew({ worker, from, until: Math.min(this.#lease.until, until) })
    const input = { worker, holder: this.#holder, until }
    // No event: leases are not part of the network.
    if ((await this.#store.write((tx) => tx.run(extendLease, input))) === 0) return false
    this.#lease = { worker, from, until }
    this.ids.renew(this.#lease)
    return true
  }

  /**
   * @param keeps true when the old number has ids ahead of the clock, so that it must stay reserved up to the last of
   *   these ids
   */
  async #takeOther(keeps: boolean): Promise<void> {
    const left = { worker: this.#lease.worker, holder: this.#holder, until: this.ids.usedUntil }
    const { lease } = await takeFree(this.#store, this.#clock, this.#holder, this.#role)
    this.#lease = lease
    this.ids.renew(lease)
    if (!keeps || left.worker === lease.worker) return
    // No event: leases are not part of the network. If this write fails, the number only stays reserved for longer.
    await this.#store.write((tx) => tx.run(endLease, left)).catch(() => undefined)
  }
}

interface TakenLease {
  readonly lease: SnowflakeLease
  /** Milliseconds since the Unix epoch up to which any process may have made ids. */
  readonly latestUntil: number
}

/**
 * Takes the number whose lease expired last. So a clock that is repeatedly set forward and back uses the same few
 * numbers. If no lease has expired, takes the lowest number that was never used.
 */
async function takeFree(store: Store, clock: Clock, holder: string, role: WorkerRole): Promise<TakenLease> {
  for (;;) {
    const now = clock.now()
    const until = now + LEASE_MS
    const leases = await store.rows(allLeases, {})
    const latestUntil = leases.at(0)?.leased_until ?? 0
    const used = new Set(leases.map((row) => row.worker))
    const worker =
      leases.find((row) => row.leased_until < now)?.worker ??
      Array.from({ length: WORKER_COUNT }, (_, number) => number).find((number) => !used.has(number))
    if (worker === undefined) {
      throw new StoreBusy('all 1,024 worker numbers are leased; stop other processes or wait a minute')
    }
    // No event: leases are not part of the network.
    const won = await store.write((tx) => tx.run(takeLease, { worker, holder, role, until, now }))
    if (won > 0) return { lease: { worker, from: now, until }, latestUntil }
  }
}

/**
 * True while a CLI command runs, such as an import. @param now milliseconds since the Unix epoch, by the system clock
 */
export async function isCommandRunning(store: Store, now: number): Promise<boolean> {
  return (await store.first(liveCommand, { now })) !== undefined
}

/** SQL for a copy of the database, in which no command runs. The worker numbers of commands stay reserved. */
export const END_COMMANDS = "update workers set role = 'ended' where role = 'command'"

const liveCommand = query<{ now: number }>()((k, p) =>
  k
    .selectFrom('workers')
    .select('worker')
    .where('leased_until', '>', p('now'))
    .where('role', '=', 'command')
    .limit(1),
)

const allLeases = query()((k) =>
  k
    .selectFrom('workers')
    .select(['worker', 'leased_until'])
    .orderBy('leased_until', 'desc')
    .orderBy('worker'),
)

const latestLease = query()((k) =>
  k.selectFrom('workers').select('leased_until').orderBy('leased_until', 'desc').limit(1),
)

const takeLease = query<{ worker: number; holder: string; role: string; until: number; now: number }>()(
  (k, p) =>
    k
      .insertInto('workers')
      .values({ worker: p('worker'), holder: p('holder'), role: p('role'), leased_until: p('until') })
      .onConflict((conflict) =>
        conflict
          .column('worker')
          .doUpdateSet((eb) => ({
            holder: eb.ref('excluded.holder'),
            role: eb.ref('excluded.role'),
            leased_until: eb.ref('excluded.leased_until'),
          }))
          .where('workers.leased_until', '<', p('now')),
      ),
)

const extendLease = query<{ worker: number; holder: string; until: number }>()((k, p) =>
  k
    .updateTable('workers')
    .set({ leased_until: p('until') })
    .where('worker', '=', p('worker'))
    .where('holder', '=', p('holder')),
)

const endLease = query<{ worker: number; holder: string; until: number }>()((k, p) =>
  k
    .updateTable('workers')
    .set({ leased_until: p('until'), role: 'ended' })
    .where('worker', '=', p('worker'))
    .where('holder', '=', p('holder')),
)
