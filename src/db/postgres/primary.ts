/**
 * Finds the primary among several PostgreSQL hosts, and finds the new primary after a failover (decision 0155).
 *
 *   new link ─▶ dial ─▶ ask all hosts: in recovery? timeline? ─▶ the primary with the highest timeline
 *                 ▲                │ none: 250 ms, until the bound of the outage ─▶ StoreUnavailable
 *                 ╰────────────────╯
 *   each second, while there are links: ask all hosts; discard links to an earlier timeline and to a silent host
 *
 * A timeline is the number that PostgreSQL gives to a history. Each promotion begins a new timeline. Invariant: after
 * this process has seen a timeline, no link goes to a server with an earlier timeline. So a former primary gets no
 * writes when it starts again, or when only this process can still reach that server.
 */
import type { Socket } from 'node:net'
import { nameOf, type ParsedHosts } from '../../lib/hosts/database-hosts.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'
import { StoreRefused, StoreUnavailable } from '../errors.ts'
import type { StoreLogger } from '../store.ts'
import { dialHost } from './dial.ts'
import { NoPrimary } from './errors.ts'
import { HostProbe } from './host-probe.ts'

export interface PrimaryOptions {
  /** Milliseconds from the start of an outage for which new connections wait for a primary. */
  readonly waitMs: number
  /** The system clock, because the database servers do not follow an injected clock. */
  readonly clock: Clock
  readonly logger?: StoreLogger | undefined
}

/** A socket to the primary, and a function that watches whether the server stays the primary. */
export interface Dialled {
  readonly socket: Socket
  /**
   * @param lose called when the server is no longer the primary, or is silent for too long
   * @returns a function that ends the watch
   */
  hold(lose: () => void): () => void
}

/** Milliseconds for which the last response of the current primary is valid. */
const FRESH_MS = 1_000
const AGAIN_MS = 250
const WATCH_EVERY_MS = 1_000

interface Held {
  readonly probe: HostProbe
  readonly timeline: number
  readonly lose: () => void
}

export class Primary {
  /** The URL of the database with one of its hosts, for the driver. The driver gets its sockets from {@link dial}. */
  readonly url: string
  readonly #probes: readonly HostProbe[]
  readonly #options: PrimaryOptions
  readonly #held = new Set<Held>()
  /** The highest timeline that a primary had; 0 before the first primary. */
  #timeline = 0
  #current: HostProbe | undefined
  /** Monotonic time in milliseconds at which the last primary was lost; undefined while there is a primary. */
  #awaySince: number | undefined
  #stopWatch: (() => void) | undefined
  #warnedTimeline = 0
  #isSuspect = false
  #isClosed = false

  constructor({ url, hosts }: ParsedHosts, options: PrimaryOptions) {
    this.url = url
    this.#options = options
    this.#probes = hosts.map((host) => new HostProbe(url, host, options.clock))
  }

  /** Milliseconds from the start of an outage for which {@link dial} waits. */
  get waitMs(): number {
    return this.#options.waitMs
  }

  /** The timeline of the last known primary; 0 before the first primary. */
  get timeline(): number {
    return this.#timeline
  }

  /**
   * Connects to the primary. Without a primary, waits until the outage has lasted {@link Primary.waitMs}.
   * @throws {StoreUnavailable} when there is no primary after that time, and after {@link close}
   * @throws {StoreRefused} when every host refuses the login
   */
  async dial(): Promise<Dialled> {
    for (;;) {
      if (this.#isClosed) throw new StoreUnavailable('the store is closed')
      const probe = await this.#find()
      const socket = probe && (await this.#connectTo(probe))
      if (probe !== undefined && socket !== undefined) {
        this.#awaySince = undefined
        return { socket, hold: (lose) => this.#hold(probe, lose) }
      }
      await this.#waitOrGiveUp()
    }
  }

  /** Makes the next {@link dial} ask the hosts, because a connection was lost. */
  suspect(): void {
    this.#isSuspect = true
  }

  /** Stops asking the hosts. Existing links stay open. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopWatch?.()
    await Promise.all(this.#probes.map((probe) => probe.close()))
  }

  async #connectTo(probe: HostProbe): Promise<Socket | undefined> {
    try {
      return await dialHost(probe.host)
    } catch (error) {
      probe.failed(error)
      return undefined
    }
  }

  async #waitOrGiveUp(): Promise<void> {
    const { clock, waitMs } = this.#options
    const now = clock.monotonic()
    this.#awaySince ??= now
    const problems = this.#probes.map((probe) => probe.problem)
    const isRefused = problems.every((problem) => problem instanceof StoreRefused)
    if (isRefused && problems[0] !== undefined) throw new StoreRefused(problems[0].message)
    if (now - this.#awaySince >= waitMs) throw this.#away(waitMs)
    await sleep(clock, AGAIN_MS)
  }

  #away(waitMs: number): NoPrimary {
    const states = this.#probes.map((probe) => `${nameOf(probe.host)}: ${probe.describe(this.#timeline)}`)
    const message = `no PostgreSQL primary for ${waitMs / 1_000} s (${states.join('; ')})`
    // By this code, {@link mayPass} recognises the error as temporary, so that a start of the server waits for the
    // database.
    return new NoPrimary(message, {
      cause: Object.assign(new Error(message), { code: 'CONNECTION_' }),
    })
  }

  /**
   * Finds the current primary. Resolves when the known primary has confirmed its role, or when all hosts have
   * responded.
   */
  async #find(): Promise<HostProbe | undefined> {
    const { clock } = this.#options
    const current = this.#current
    const isFresh = !this.#isSuspect && current !== undefined && current.ageMs < FRESH_MS
    if (isFresh && current.isPrimaryOf(this.#timeline)) return current
    this.#isSuspect = false
    const start = clock.monotonic()
    const asked = this.#probes.map((probe) => probe.ask())
    const confirmed = asked.map(
      (asking, index) =>
        new Promise<void>((resolve) => {
          const resolveIfPrimary = () => {
            if (this.#timeline > 0 && this.#probes[index]?.isPrimaryOf(this.#timeline)) resolve()
          }
          void asking.then(resolveIfPrimary)
        }),
    )
    await Promise.race([Promise.all(asked), ...confirmed])
    return this.#choose(start)
  }

  /** @param since monotonic time in milliseconds; responses from before that time are ignored */
  #choose(since: number): HostProbe | undefined {
    let best: HostProbe | undefined
    for (const probe of this.#probes)
      if (
        probe.answeredAt >= since &&
        probe.isPrimaryOf(Math.max(this.#timeline, (best?.timeline ?? -1) + 1))
      )
        best = probe
    if (best === undefined) return undefined
    const isNew = best !== this.#current || best.timeline !== this.#timeline
    this.#current = best
    this.#timeline = best.timeline
    if (isNew) this.#announce(best)
    this.#loseEarlier()
    return best
  }

  #announce(probe: HostProbe): void {
    const facts = { host: nameOf(probe.host), timeline: probe.timeline }
    if (this.#warnedTimeline > 0) this.#options.logger?.warn(facts, 'PostgreSQL has another primary')
    if (probe.timeline !== this.#warnedTimeline && !probe.isSynchronous)
      this.#options.logger?.warn(
        facts,
        'the PostgreSQL primary waits for no standby (synchronous_standby_names, synchronous_commit): a failover can lose acknowledged writes',
      )
    this.#warnedTimeline = probe.timeline
  }

  #hold(probe: HostProbe, lose: () => void): () => void {
    const held = { probe, timeline: probe.timeline, lose }
    this.#held.add(held)
    if (this.#stopWatch === undefined && !this.#isClosed)
      this.#stopWatch = this.#options.clock.every(WATCH_EVERY_MS, () => void this.#watch())
    return () => {
      this.#held.delete(held)
      if (this.#held.size > 0) return
      this.#stopWatch?.()
      this.#stopWatch = undefined
    }
  }

  async #watch(): Promise<void> {
    const start = this.#options.clock.monotonic()
    await Promise.all(this.#probes.map((probe) => probe.ask()))
    this.#choose(start)
    this.#loseSilent()
  }

  /** Discards links to a server with an earlier timeline, because another server is the primary now. */
  #loseEarlier(): void {
    for (const held of [...this.#held]) if (held.timeline < this.#timeline) held.lose()
  }

  /**
   * Discards links to a host that was silent for the maximum time, because connections to a machine that vanished stay
   * open.
   */
  #loseSilent(): void {
    const { waitMs } = this.#options
    for (const held of [...this.#held])
      if (held.probe.ageMs > Math.max(waitMs, WATCH_EVERY_MS * 2)) held.lose()
  }
}
