/**
 * Delivers what is in the queue.
 *
 *   poll, doorbell ─▶ due webhooks ─▶ a round each (lease) ─▶ due lanes, few at once ─▶ a turn each (turn.ts)
 *
 * Invariants: a round works for one webhook with its own few lanes at a time, so that a dead receiver delays nobody but
 * itself. Only the heads of lanes are in memory, however long the queue is.
 */
import { findDestination } from '../domain/webhooks/destination.ts'
import { type DueWebhook, dueWebhooks, releaseLeases } from '../domain/webhooks/leases.ts'
import { dueLanes, type Lane, laneKey, NOBODY } from '../domain/webhooks/queue.ts'
import { challenge } from './challenge.ts'
import { Lease } from './lease.ts'
import { feedReplays } from './replay-feed.ts'
import { judge, type TurnServices, takeTurn } from './turn.ts'

/** Lanes of a webhook that are worked on at a time. */
const LANES_AT_ONCE = 10

/** Milliseconds between looks when no doorbell rings. */
const POLL_MS = 1_000

export type CourierServices = Omit<TurnServices, 'stopping'>

/** A webhook that is being worked on. */
interface Round {
  readonly webhook: DueWebhook
  readonly lease: Lease
  /** Lanes that have their turn. */
  readonly running: Set<string>
  /** The poll at which replays were fed last. */
  fedAt: number
}

export class Courier {
  readonly #services: TurnServices
  readonly #holder: string
  readonly #stop = new AbortController()
  readonly #rounds = new Map<bigint, Promise<void>>()
  /** Held until they run out: whoever has begun goes on, and on a stop gives them back. */
  readonly #leases = new Map<bigint, Lease>()
  readonly #waiting = new Set<() => void>()
  /** Webhooks that were found due while their round was under way. */
  readonly #missed = new Set<bigint>()
  /** Lanes whose turn came to nothing: they have their next one after another poll. */
  readonly #resting = new Set<string>()
  #polls = 0
  #isRung = false
  #running: Promise<void> | undefined
  #stopPolling: () => void = () => undefined

  constructor(services: CourierServices) {
    this.#services = { ...services, stopping: this.#stop.signal }
    this.#holder = services.context.random(12).toString('hex')
  }

  /** Begins to deliver, until {@link close}. */
  start(): void {
    this.#stopPolling = this.#services.context.clock.every(POLL_MS, () => {
      this.#polls += 1
      this.#resting.clear()
      this.ring()
    })
    this.#running = this.#run()
  }

  /** Says that something may be due. */
  ring(): void {
    this.#isRung = true
    for (const wake of [...this.#waiting]) wake()
  }

  /** Gives up what is being sent, which is repeated later, and gives the leases back. */
  async close(): Promise<void> {
    this.#stopPolling()
    this.#stop.abort(new Error('the server is stopping'))
    this.ring()
    await this.#running
    await Promise.all(this.#rounds.values())
    // Whoever cannot be told now waits until they run out.
    await releaseLeases(this.#services.context, this.#holder).catch(() => undefined)
  }

  async #run(): Promise<void> {
    const { context, logger } = this.#services
    while (!this.#stop.signal.aborted) {
      this.#isRung = false
      try {
        for (const webhook of await dueWebhooks(context, this.#holder)) this.#begin(webhook)
      } catch (error) {
        logger.error({ err: error }, 'the due webhooks could not be read')
      }
      if (!this.#isRung) await this.#rung()
    }
  }

  #begin(webhook: DueWebhook): void {
    const { id } = webhook
    if (this.#rounds.has(id)) {
      this.#missed.add(id)
      return
    }
    const { context, logger } = this.#services
    const lease = this.#leases.get(id) ?? new Lease(context, id, this.#holder)
    this.#leases.set(id, lease)
    const round = this.#round({ webhook, lease, running: new Set(), fedAt: -1 })
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return
        logger.error({ err: error, webhook: String(id) }, 'delivering to a webhook failed')
      })
      .finally(() => {
        this.#rounds.delete(id)
        if (this.#missed.delete(id)) this.ring()
      })
    this.#rounds.set(id, round)
  }

  /** Resolves at the next ring. */
  #rung(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
    })
  }

  /** Works for one webhook until nothing is due for it. */
  async #round(round: Round): Promise<void> {
    const { webhook, lease } = round
    const { context } = this.#services
    const turns = new Set<Promise<void>>()
    if (!(await lease.hold())) {
      this.#leases.delete(webhook.id)
      return
    }
    try {
      if (webhook.challengeDueAt <= context.clock.now() && !(await this.#challenge(webhook))) return
      while (!this.#stop.signal.aborted && (await lease.hold())) {
        const rung = this.#rung()
        await this.#feed(round)
        for (const lane of await this.#freeLanes(round)) {
          const turn: Promise<void> = this.#turn(round, lane).finally(() => turns.delete(turn))
          turns.add(turn)
        }
        if (turns.size === 0) break
        await Promise.race([rung, ...turns])
      }
    } finally {
      await Promise.all(turns)
    }
  }

  async #feed(round: Round): Promise<void> {
    if (!round.webhook.hasReplay || round.fedAt === this.#polls) return
    round.fedAt = this.#polls
    await feedReplays(this.#services, round.webhook.id)
  }

  async #freeLanes({ webhook, running }: Round): Promise<readonly Lane[]> {
    const room = LANES_AT_ONCE - running.size
    if (room <= 0) return []
    const { store, clock } = this.#services.context
    const most = LANES_AT_ONCE + this.#resting.size
    const due = await dueLanes(store, { webhookId: webhook.id, now: clock.now(), most })
    const isFree = (key: string) => !running.has(key) && !this.#resting.has(key)
    return due.filter((lane) => isFree(laneKey(lane))).slice(0, room)
  }

  /** A turn, of which nobody has to fear that it throws. */
  async #turn({ running, lease }: Round, lane: Lane): Promise<void> {
    const key = laneKey(lane)
    running.add(key)
    try {
      if (!(await takeTurn(this.#services, lane, lease))) this.#resting.add(key)
    } catch (error) {
      this.#resting.add(key)
      if (this.#stop.signal.aborted) return
      this.#services.logger.error({ err: error, lane: key }, 'the turn of a lane of a webhook failed')
    } finally {
      running.delete(key)
    }
  }

  /** Challenges the receiver; whether it has met the challenge. */
  async #challenge({ id }: DueWebhook): Promise<boolean> {
    const { outbound, context } = this.#services
    const destination = await findDestination(context, { webhookId: id, userId: NOBODY })
    if (destination === undefined) return false
    const result = await challenge(outbound, context.random, destination, this.#stop.signal)
    await judge(this.#services, id, result === 'met', result)
    return result === 'met'
  }
}
