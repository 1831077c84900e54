/**
 * The cluster of a PostgreSQL database. A node has one database session for membership, signals and leases:
 *
 *   open ─▶ end the former session ─▶ lock ─▶ enter ─▶ compare leases ─▶ listen ─▶ renew, every few seconds
 *     ▲                                                                              │
 *     ╰─────────────────────────── 250 ms ◀── the session is lost ◀─────────────────╯
 *
 * The session opens at the first use. One text renews the node and all its leases. The result lists the
 * leases that this node has in the database, so the next renewal detects a lost lease, if nothing detects it
 * before.
 */
import { sql } from 'kysely'
import { StoreUnavailable } from '../db/errors.ts'
import { Link } from '../db/postgres/link.ts'
import type { Primary } from '../db/postgres/primary.ts'
import { lockedWithin, rowsOf } from '../db/postgres/statements.ts'
import { query } from '../db/query.ts'
import type { Store, Tx } from '../db/store.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import {
  type ClusterMember,
  type ClusterMembership,
  type ClusterNode,
  type Lease,
  NO_TTL,
  type NodeFacts,
  type SignalCarrier,
  type Wake,
} from './cluster.ts'
import { Grants } from './grants.ts'
import type { ClusterOptions } from './local.ts'
import { RENEW_MS, readMembers } from './nodes.ts'
import {
  endSession,
  enter,
  giving,
  leaving,
  lockSession,
  renewal,
  THIS_SESSION,
  taking,
} from './postgres-texts.ts'
import { CHANNEL, Signals, signalIn } from './signals.ts'
import { Subscribers } from './subscribers.ts'

/** Name of the session in pg_stat_activity. */
export const SESSION_NAME = 'aviary cluster'

/** Milliseconds until a lost session is opened again. */
const AGAIN_MS = 250

/**
 * Milliseconds that a new session waits for the lock of the former session, which PostgreSQL ends within a few
 * milliseconds.
 */
const LOCK_PATIENCE_MS = 1_000

/** Maximum milliseconds of a statement. After this time the session is closed. */
const ANSWER_MS = 10_000

const SESSION = {
  // A machine that fails does not close its connections. PostgreSQL probes an idle connection after 10 s, and closes it
  // 15 s later.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  lock_timeout: '5s',
}

interface PostgresAddress {
  readonly url: string
  readonly primary?: Primary | undefined
}

export class PostgresCluster implements ClusterMembership {
  readonly self: ClusterNode
  readonly #database: PostgresAddress
  readonly #store: Store
  readonly #clock: Clock
  readonly #grants: Grants
  readonly #signals: Signals
  readonly #subscribers = new Subscribers()
  /** The facts about this node; undefined until the node joins. */
  #facts: NodeFacts | undefined
  #link: Link | undefined
  #opening: Promise<Link> | undefined
  /** The session that was opened last, as PostgreSQL names it. */
  #session: string | undefined
  #renewing: Promise<void> | undefined
  #cancelRenewal: () => void = () => undefined
  #stopCarrier: () => void = () => undefined
  #isClosed = false

  constructor({ url, primary, store, self, clock, machineClock }: ClusterOptions & PostgresAddress) {
    this.#database = { url, primary }
    this.#store = store
    this.self = self
    this.#clock = machineClock
    this.#signals = new Signals(store, clock)
    this.#grants = new Grants(
      {
        take: (name, ttlMs) => this.#take(name, ttlMs),
        granted: () => this.#renewLater(),
        give: (name, epoch) => this.#give(name, epoch),
        renew: () => this.#renew(),
        isHeldIn: (tx, name, epoch) => this.#isHeldIn(tx, name, epoch),
      },
      machineClock,
    )
  }

  members(): Promise<readonly ClusterMember[]> {
    return readMembers(this.#store)
  }

  publish(topic: string, position: bigint): void {
    this.#signals.publish(topic, position)
  }

  subscribe(topic: string, wake: Wake): () => void {
    const stop = this.#subscribers.add(topic, wake)
    if (this.#link === undefined) this.#openLater()
    else wake(undefined)
    return stop
  }

  lease(name: string, ttlMs: number): Lease {
    return this.#grants.lease(name, ttlMs)
  }

  carry(carrier: SignalCarrier): void {
    this.#stopCarrier()
    this.#signals.carry = (payload) => carrier.send(payload)
    this.#stopCarrier = carrier.receive({
      hear: (payload) => this.#hear(payload),
      missed: () => this.#subscribers.wakeAll(),
    })
  }

  async join(facts: NodeFacts): Promise<void> {
    this.#facts = facts
    const link = await this.#open()
    await rowsOf(link, enter(this.self, facts, await facts.load()))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelRenewal()
    await this.#signals.close()
    this.#stopCarrier()
    this.#subscribers.clear()
    this.#grants.loseAll('the node leaves')
    const link = this.#link
    // If this fails, the node and its leases expire by themselves.
    if (link?.lost === false) await this.#answer(link, leaving(this.self.id)).catch(() => undefined)
    await link?.close()
  }

  #open(): Promise<Link> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('the cluster is closed'))
    if (this.#opening === undefined && this.#link?.lost === false) return Promise.resolve(this.#link)
    this.#opening ??= this.#openNow().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #openNow(): Promise<Link> {
    const onNotify = (payload: string) => this.#hear(payload)
    const options = { ...this.#database, name: SESSION_NAME, session: SESSION, onNotify }
    const link = new Link(options, () => this.#lost(link))
    this.#link = link
    try {
      if (this.#session !== undefined) await rowsOf(link, endSession(this.#session))
      this.#session = String((await rowsOf(link, THIS_SESSION))[0]?.['session'])
      if (!(await lockedWithin(link, LOCK_PATIENCE_MS, lockSession(this.self.id))))
        throw new StoreUnavailable('the former session of this server has not ended yet')
      await rowsOf(link, enter(this.self, this.#facts, await this.#facts?.load()))
      await this.#renewOn(link)
      await rowsOf(link, `listen ${CHANNEL}`)
      this.#subscribers.wakeAll()
      this.#renewLater()
      return link
    } catch (error) {
      await link.close()
      throw error
    }
  }

  #openLater(): void {
    this.#open().catch((error: unknown) => {
      if (this.#isClosed) return
      // `#lost` opens a new session after a moment.
      this.#store.logger.warn({ err: error }, 'other processes are not heard; the log is polled meanwhile')
    })
  }

  #lost(link: Link): void {
    if (this.#link !== link) return
    this.#link = undefined
    this.#cancelRenewal()
    if (this.#isClosed) return
    this.#clock.after(AGAIN_MS, () => {
      if (!this.#isClosed && this.#link === undefined) this.#openLater()
    })
  }

  #hear(payload: string): void {
    const signal = signalIn(payload)
    if (signal !== undefined) this.#subscribers.wake(signal.topic, signal.position)
  }

  async #take(name: string, ttlMs: number): Promise<bigint | undefined> {
    const link = await this.#open()
    // The time of a lease counts from the last renewal of the node in the database.
    if (ttlMs !== NO_TTL && this.#grants.ageMs > ttlMs / 4) await this.#renew()
    const [row] = lastOf(await this.#answer(link, taking(this.self.id, name, ttlMs)))
    if (link.lost) throw new StoreUnavailable('the session that took a lease was lost')
    return row === undefined ? undefined : BigInt(String(row['epoch']))
  }

  async #give(name: string, epoch: bigint): Promise<void> {
    const link = this.#link
    // If the row stays, the next renewal removes it.
    if (this.#isClosed || link === undefined || link.lost) return
    // If this fails, `#answer` has closed the session. The node opens a new session, which compares the
    // leases.
    await this.#answer(link, giving(this.self.id, name, epoch)).catch(() => undefined)
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewNow().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewNow(): Promise<void> {
    await this.#renewOn(await this.#open())
    this.#renewLater()
  }

  async #renewOn(link: Link): Promise<void> {
    const load = await this.#facts?.load()
    const start = this.#grants.moment()
    const before = this.#grants.snapshot()
    const results = await this.#answer(link, renewal(this.self.id, load))
    const stored = new Map(
      lastOf(results).map((row) => [String(row['name']), BigInt(String(row['epoch']))] as const),
    )
    for (const [name, epoch] of before)
      if (stored.get(name) !== epoch) this.#grants.lose(name, 'another node has it', epoch)
    for (const [name, epoch] of stored)
      if (!before.has(name) && !this.#grants.isHeldOrTaken(name)) void this.#give(name, epoch)
    this.#grants.renewedAt(start)
  }

  /**
   * Schedules the next renewal in time for the shortest ttl. The time counts from the last renewal, so that a call
   * never postpones the next renewal.
   * @param minMs minimum milliseconds to wait
   */
  #renewLater(minMs = 0): void {
    this.#cancelRenewal()
    if (this.#isClosed) return
    const everyMs = Math.min(RENEW_MS.postgres, this.#grants.shortestTtlMs / 4)
    this.#cancelRenewal = this.#clock.after(Math.max(minMs, everyMs - this.#grants.ageMs), () => {
      this.#renew().catch((error: unknown) => {
        if (this.#isClosed) return
        this.#store.logger.warn({ err: error }, 'the leases of this server could not be renewed')
        if (this.#link !== undefined) this.#renewLater(AGAIN_MS)
      })
    })
  }

  async #isHeldIn(tx: Tx, name: string, epoch: bigint): Promise<boolean> {
    return (await tx.first(heldForShare, { name, node: this.self.id, epoch })) !== undefined
  }

  /**
   * Runs a text and returns the results of its statements. A session that does not respond in time is closed, and its
   * pending statements fail.
   */
  async #answer(link: Link, text: string): Promise<readonly unknown[]> {
    // The system clock, because PostgreSQL does not follow an injected clock.
    const cancel = systemClock.after(ANSWER_MS, () => void link.close().catch(() => undefined))
    try {
      return await rowsOf(link, text)
    } catch (error) {
      // PostgreSQL may have run any of the statements of the text. A new session compares the leases.
      await link.close()
      throw error
    } finally {
      cancel()
    }
  }
}

type Row = Readonly<Record<string, unknown>>

/** The rows of the last statement of a text. */
function lastOf(results: readonly unknown[]): readonly Row[] {
  const last = results.at(-1)
  return Array.isArray(last) ? (last as Row[]) : (results as Row[])
}

const heldForShare = query<{ name: string; node: string; epoch: bigint }>()(
  (_, p) => sql<{ epoch: bigint }>`select epoch from cluster_leases
    where name = ${p('name')} and node = ${p('node')} and epoch = ${p('epoch')} for share`,
)
