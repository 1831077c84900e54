/** Leases of snowflake worker numbers, so that two processes never make the same id. */
import type { Clock, Random } from '../lib/clock.ts'
import { type SnowflakeLease, Snowflakes, WORKER_COUNT } from '../lib/snowflake.ts'
import { StoreBusy } from './errors.ts'
import { query } from './query.ts'
import type { Reader, Store } from './store.ts'

/** What the process is: other commands look whether a server runs beside them. */
export type WorkerRole = 'server' | 'command'

const LEASE_MS = 60_000
const RENEW_MS = 15_000

/**
 * A leased worker number and the ids made with it. The lease is renewed every 15 s; when the database cannot
 * be reached for a minute no further id is made, because the number may then be another process's.
 */
export class WorkerLease {
  readonly ids: Snowflakes
  readonly #store: Store
  readonly #clock: Clock
  readonly #holder: string
  readonly #role: WorkerRole
  readonly #stop: () => void
  #lease: SnowflakeLease
  #renewing: Promise<void> | undefined

  private constructor(store: Store, clock: Clock, holder: string, role: WorkerRole, lease: SnowflakeLease) {
    this.#store = store
    this.#clock = clock
    this.#holder = holder
    this.#role = role
    this.#lease = lease
    this.ids = new Snowflakes(clock, lease)
    this.#stop = clock.every(RENEW_MS, () => {
      this.renew().catch(() => undefined)
    })
  }

  /** Names this lease in the table, whatever number it has. */
  get holder(): string {
    return this.#holder
  }

  /** @throws {StoreBusy} when all 1,024 numbers are taken */
  static async take(store: Store, clock: Clock, random: Random, role: WorkerRole): Promise<WorkerLease> {
    const holder = random(12).toString('hex')
    const lease = await takeFree(store, clock, holder, role)
    return new WorkerLease(store, clock, holder, role, lease)
  }

  /**
   * Holds the number for another minute, or takes another if it went to somebody else; a timer does it.
   * @throws what the store says; then the lease goes on as it was
   */
  renew(): Promise<void> {
    this.#renewing ??= this.#extendOrTake().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Gives the number back; from now on no id is made. */
  async release(): Promise<void> {
    this.#stop()
    await this.#renewing?.catch(() => undefined)
    const until = this.ids.usedUntil
    this.ids.renew({ ...this.#lease, until: 0 })
    // No event: a lease is nobody's data.
    await this.#store.write((tx) =>
      tx.run(endLease, { worker: this.#lease.worker, holder: this.#holder, until }),
    )
  }

  async #extendOrTake(): Promise<void> {
    const { worker, from } = this.#lease
    const until = this.#clock.now() + LEASE_MS
    // No event: a lease is nobody's data.
    const held = await this.#store.write((tx) => tx.run(extendLease, { worker, holder: this.#holder, until }))
    this.#lease =
      held > 0 ? { worker, from, until } : await takeFree(this.#store, this.#clock, this.#holder, this.#role)
    this.ids.renew(this.#lease)
  }
}

/** Whether a server holds a lease now: commands that write then leave it room. */
export async function isServerRunning(reader: Reader, clock: Clock): Promise<boolean> {
  return (await reader.first(liveServer, { now: clock.now() })) !== undefined
}

async function takeFree(
  store: Store,
  clock: Clock,
  holder: string,
  role: WorkerRole,
): Promise<SnowflakeLease> {
  for (;;) {
    const now = clock.now()
    const until = now + LEASE_MS
    const taken = new Set((await store.rows(liveLeases, { now })).map((row) => row.worker))
    const worker = Array.from({ length: WORKER_COUNT }, (_, number) => number).find(
      (number) => !taken.has(number),
    )
    if (worker === undefined) {
      throw new StoreBusy('all 1,024 worker numbers are leased; stop other processes or wait a minute')
    }
    // No event: a lease is nobody's data.
    const won = await store.write((tx) => tx.run(takeLease, { worker, holder, role, until, now }))
    if (won > 0) return { worker, from: now, until }
  }
}

const liveLeases = query<{ now: number }>()((k, p) =>
  k.selectFrom('workers').select('worker').where('leased_until', '>=', p('now')),
)

const liveServer = query<{ now: number }>()((k, p) =>
  k
    .selectFrom('workers')
    .select('worker')
    .where('leased_until', '>=', p('now'))
    .where('role', '=', 'server')
    .limit(1),
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
