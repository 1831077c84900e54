/**
 * Delivers what is in the queue.
 *
 *   poll, doorbell ─▶ due webhooks ─▶ a round each (lease) ─▶ due lanes, few at once ─▶ a turn each (turn.ts)
 *          └── of a lane that has its turn, or a webhook that has its round ──▶ nobody else is woken
 *
 * Invariants: a round works for one webhook with its own few lanes at a time, so that a dead receiver delays nobody but
 * itself. Only the heads of lanes are in memory, however long the queue is.
 */
import { findDestinations } from '../domain/webhooks/destination.ts'
import { type DueWebhook, dueWebhooks, releaseLeases } from '../domain/webhooks/leases.ts'
import { type Delivery, type Lane, laneKey, NOBODY, type Several } from '../domain/webhooks/queue.ts'
import { NO_SUCCESSION, type Succession } from '../lib/async/succession.ts'
import type { Retry } from '../log/failures.ts'
import { Bell } from './bell.ts'
import type { FannedOut } from './fan-out.ts'
import { judge } from './judge.ts'
import { Lease } from './lease.ts'
import { feedReplays } from './replay-feed.ts'
import { challenge } from './transport/challenge.ts'
import { Turn } from './turn.ts'
import { type TurnParts, type TurnServices, turnServices } from './turn-services.ts'
import { retryDelivery } from './unrendered.ts'

/** Lanes of a webhook that are worked on at a time. */
const LANES_AT_ONCE = 10

/** Milliseconds between looks when no doorbell rings. */
const POLL_MS = 1_000

export interface CourierParts extends Omit<TurnParts, 'stopping'> {
  /** Comes after whoever delivered here before, under a name; after nobody when left out. */
  readonly succeed?: ((name: string) => Succession) | undefined
}

/** A webhook that is being worked on. */
interface Round {
  /** As it was found last. */
  webhook: DueWebhook
  readonly lease: Lease
  /** Rings when there may be a lane to begin with. */
  readonly bell: Bell
  /** By lane. */
  readonly turns: Map<string, Turn>
  /** The poll at which replays were fed last. */
  fedAt: number
}

export class Courier {
  readonly #services: TurnServices
  readonly #holder: string
  readonly #stop = new AbortController()
  /** Rings when a webhook may be due that has no round. */
  readonly #bell = new Bell()
  readonly #rounds = new Map<bigint, Round>()
  /** Rounds that are not over. */
  readonly #running = new Set<Promise<void>>()
  /** Held until they run out: whoever has begun goes on, and on a stop gives them back. */
  readonly #leases = new Map<bigint, Lease>()
  /** Lanes whose turn came to nothing, and until when at least: they have their next one after a poll. */
  readonly #resting = new Map<string, number>()
  /** Everything up to here is in the queue, put there by whatever process; undefined until this one has put something. */
  #toldTo: bigint | undefined
  readonly #succeed: (name: string) => Succession
  #succession = NO_SUCCESSION
  #hasInherited = false
  #polls = 0
  #looking: Promise<void> | undefined
  #stopPolling: () => void = () => undefined

  constructor({ succeed = () => NO_SUCCESSION, ...parts }: CourierParts) {
    this.#succeed = succeed
    this.#services = turnServices({ ...parts, stopping: this.#stop.signal })
    this.#holder = parts.context.random(12).toString('hex')
  }

  /** Begins to deliver, until {@link close}. */
  start(): void {
    this.#succession = this.#succeed(this.#holder)
    this.#stopPolling = this.#services.context.clock.every(POLL_MS, () => {
      this.#polls += 1
      const now = this.#services.context.clock.now()
      for (const [lane, until] of this.#resting) if (until <= now) this.#resting.delete(lane)
      this.#services.renderings.forgetAll()
      this.ring()
    })
    this.#looking = this.#look()
  }

  /** How deliveries are tried again of which no body could be made. */
  get retry(): Retry {
    return retryDelivery(this.#services, () => this.ring())
  }

  /** Says that anything may be due. */
  ring(): void {
    for (const { bell, turns } of this.#rounds.values()) {
      bell.ring()
      for (const turn of turns.values()) turn.ring()
    }
    this.#bell.ring()
  }

  /** Says what was put into the queue. */
  told({ from, to, deliveries }: FannedOut): void {
    // Another process has put something there in between.
    const isNext = from === this.#toldTo
    this.#toldTo = to
    if (!isNext) for (const { turns } of this.#rounds.values()) for (const turn of turns.values()) turn.ring()
    for (const several of deliveries) this.#tell(several)
  }

  #tell(deliveries: Several<Delivery>): void {
    const [lane] = deliveries
    const key = laneKey(lane)
    if (this.#resting.has(key)) return
    const round = this.#rounds.get(lane.webhookId)
    const turn = round?.turns.get(key)
    if (turn !== undefined) turn.give(deliveries)
    else if (round !== undefined) round.bell.ring()
    else this.#bell.ring()
  }

  /** Begins nothing more; what was begun is over when `outbound` is stopped. Gives the leases back. */
  async close(): Promise<void> {
    this.#stopPolling()
    this.#stop.abort(new Error('the server is stopping'))
    this.ring()
    await this.#looking
    await Promise.all(this.#running)
    // Whoever cannot be told now waits until they run out.
    await releaseLeases(this.#services.context, this.#holder).catch(() => undefined)
    this.#succession.end()
  }

  /** Frees what a predecessor held that was killed: it delivers no more, and nobody has to wait until its leases run out. */
  async #inherit(): Promise<void> {
    if (this.#hasInherited) return
    const { predecessor } = this.#succession
    if (predecessor !== undefined) await releaseLeases(this.#services.context, predecessor)
    this.#succession.settle()
    this.#hasInherited = true
  }

  async #look(): Promise<void> {
    const { context, logger } = this.#services
    while (!this.#stop.signal.aborted) {
      this.#bell.silence()
      try {
        await this.#inherit()
        for (const webhook of await dueWebhooks(context, this.#holder)) this.#begin(webhook)
      } catch (error) {
        logger.error({ err: error }, 'the due webhooks could not be read')
      }
      await this.#bell.rung()
    }
  }

  #begin(webhook: DueWebhook): void {
    const { id } = webhook
    const known = this.#rounds.get(id)
    const { context, logger } = this.#services
    if (known !== undefined) {
      known.webhook = webhook
      // Of lanes its bell is rung.
      if (webhook.hasReplay || webhook.challengeDueAt <= context.clock.now()) known.bell.ring()
      return
    }
    const lease = this.#leases.get(id) ?? new Lease(context, id, this.#holder)
    this.#leases.set(id, lease)
    const round: Round = { webhook, lease, bell: new Bell(), turns: new Map(), fedAt: -1 }
    this.#rounds.set(id, round)
    const running: Promise<void> = this.#round(round)
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return
        logger.error({ err: error, webhook: String(id) }, 'delivering to a webhook failed')
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Works for one webhook until nothing is due for it. */
  async #round(round: Round): Promise<void> {
    const { lease, bell, turns } = round
    const { id } = round.webhook
    try {
      if (!(await lease.hold())) {
        this.#leases.delete(id)
        return
      }
      while (!this.#stop.signal.aborted && (await lease.hold())) {
        bell.silence()
        if (!(await this.#isProven(round))) return
        await this.#feed(round)
        for (const lane of await this.#freeLanes(round)) void this.#turn(round, lane)
        if (turns.size === 0 && !bell.isRung) break
        await bell.rung()
      }
    } finally {
      await ended(round)
      this.#rounds.delete(id)
      // Whoever rang after the last look of this round is owed one.
      if (bell.isRung) this.#bell.ring()
    }
  }

  async #feed(round: Round): Promise<void> {
    if (!round.webhook.hasReplay || round.fedAt === this.#polls) return
    round.fedAt = this.#polls
    await feedReplays(this.#services, round.webhook.id)
  }

  async #freeLanes({ webhook, turns }: Round): Promise<readonly Lane[]> {
    const room = LANES_AT_ONCE - turns.size
    if (room <= 0) return []
    const due = await this.#services.queue.dueLanes(webhook.id, LANES_AT_ONCE + this.#resting.size)
    const isFree = (key: string) => !turns.has(key) && !this.#resting.has(key)
    return due.filter((lane) => isFree(laneKey(lane))).slice(0, room)
  }

  /** A turn, of which nobody has to fear that it throws. */
  async #turn({ turns, lease, bell }: Round, lane: Lane): Promise<void> {
    const key = laneKey(lane)
    const turn = new Turn(this.#services, lane, lease)
    turns.set(key, turn)
    try {
      if (!(await turn.take())) this.#resting.set(key, turn.dueAt)
    } catch (error) {
      this.#resting.set(key, 0)
      if (this.#stop.signal.aborted) return
      this.#services.logger.error({ err: error, lane: key }, 'the turn of a lane of a webhook failed')
    } finally {
      turns.delete(key)
      bell.ring()
    }
  }

  /** Whether the receiver has met its last challenge; makes the one that is due. */
  async #isProven(round: Round): Promise<boolean> {
    const { outbound, context } = this.#services
    const { id, challengeDueAt } = round.webhook
    if (challengeDueAt > context.clock.now()) return true
    const [destination] = await findDestinations(context, [{ webhookId: id, userId: NOBODY }])
    if (destination === undefined) return false
    const result = await challenge(outbound, context.random, destination)
    const nextAt = await judge(this.#services, id, result === 'met', result)
    round.webhook = { ...round.webhook, challengeDueAt: nextAt }
    return result === 'met'
  }
}

/** Resolves when no turn of a round is under way. */
async function ended({ turns, bell }: Round): Promise<void> {
  while (turns.size > 0) {
    bell.silence()
    await bell.rung()
  }
}
