/**
 * Delivers the queued deliveries of all webhooks.
 *
 * poll, signal ─▶ due webhooks ─▶ a run for each (lease) ─▶ due queues, a few at once ─▶ a QueueWorker for each
 *          └── a signal for a queue with a worker, or a webhook with a run, wakes only that worker or run
 *
 * Invariants: each webhook has its own workers, at most ten. Therefore a receiver that does not respond delays only
 * its own deliveries. Memory contains only the first deliveries of each queue, for any length of the queue. A run
 * works on one webhook until no delivery of the webhook is due.
 */
import type { Cluster, LeaseGrant } from '../cluster/cluster.ts'
import { findDestinations } from '../domain/webhooks/destination.ts'
import { type DueWebhook, dueWebhooks } from '../domain/webhooks/due-webhooks.ts'
import {
  type Delivery,
  hastenDue,
  NO_USER,
  type NonEmpty,
  type QueueKey,
  queueName,
} from '../domain/webhooks/queue.ts'
import type { Retry } from '../log/failures.ts'
import { createDeliveryServices, type DeliveryParts, type DeliveryServices } from './delivery-services.ts'
import type { QueuedBatch } from './fan-out.ts'
import { mayDeliver, WebhookLeases } from './lease.ts'
import { QueueWorker, RETRY_DELAYS_MS } from './queue-worker.ts'
import { recordValidity } from './record-validity.ts'
import { retryDelivery } from './render-failures.ts'
import { feedReplays } from './replay-feed.ts'
import { Signal } from './signal.ts'
import { challenge } from './transport/challenge.ts'

/** Maximum workers of one webhook. */
const MAX_WORKERS = 10

/** Milliseconds between polls of the database. */
const POLL_MS = 1_000

/**
 * Maximum delay of an attempt in milliseconds. An attempt that is due later was scheduled while the clock was ahead.
 */
const MAX_RETRY_DELAY_MS = Math.max(...RETRY_DELAYS_MS)

export interface SchedulerParts extends Omit<DeliveryParts, 'stopping'> {
  readonly cluster: Pick<Cluster, 'lease'>
}

/** A webhook with a run in progress. */
interface ActiveWebhook {
  /** The row of the webhook, as it was at the last read. */
  webhook: DueWebhook
  /** Set when a queue that has no worker may be due. */
  readonly signal: Signal
  /** Workers by the name of their queue. */
  readonly workers: Map<string, QueueWorker>
  /** Number of the last poll at which the events of a replay were queued. */
  fedAtPoll: number
}

export class DeliveryScheduler {
  readonly #services: DeliveryServices
  readonly #stop = new AbortController()
  /** Set when a webhook that has no run may be due. */
  readonly #signal = new Signal()
  readonly #active = new Map<bigint, ActiveWebhook>()
  readonly #runs = new Set<Promise<void>>()
  readonly #leases: WebhookLeases
  /**
   * Queues whose worker could not continue, each with the earliest time of its next worker. A poll starts the next
   * worker.
   */
  readonly #blocked = new Map<string, number>()
  /**
   * Position of the last event whose deliveries this process has queued; undefined until it has queued a batch.
   * Deliveries of all earlier events are queued too, by this or another process.
   */
  #queuedUpTo: bigint | undefined
  #polls = 0
  #isReading = false
  /** Time of day at the last poll. */
  #polledAt = Number.POSITIVE_INFINITY
  #scheduling: Promise<void> | undefined
  #stopPolling: () => void = () => undefined

  constructor({ cluster, ...parts }: SchedulerParts) {
    this.#leases = new WebhookLeases(cluster)
    this.#services = createDeliveryServices({ ...parts, stopping: this.#stop.signal })
  }

  /** Delivers until {@link close}. */
  start(): void {
    this.#stopPolling = this.#services.context.clock.every(POLL_MS, () => {
      this.#polls += 1
      this.#leases.poll((id) => this.#active.has(id))
      const now = this.#services.context.clock.now()
      // The check is repeated, because a result may be saved after the clock was set back.
      const latest = now + MAX_RETRY_DELAY_MS
      if (now < this.#polledAt || this.#blocked.values().some((until) => until > latest)) this.#hasten(now)
      this.#polledAt = now
      for (const [queue, until] of this.#blocked) if (until <= now) this.#blocked.delete(queue)
      this.#services.renderings.clear()
      this.wake()
    })
    this.#scheduling = this.#schedule()
  }

  /**
   * Moves due times to earlier times after the clock was set back. Otherwise, these attempts would be late by as much
   * as the clock was set back.
   */
  #hasten(now: number): void {
    const { context, logger } = this.#services
    hastenDue(context.store, { now, latest: now + MAX_RETRY_DELAY_MS })
      .then(() => {
        this.#blocked.clear()
        this.wake()
      })
      .catch((error: unknown) => {
        logger.error(
          { err: error },
          'due times of deliveries could not be changed after the clock was set back',
        )
        this.#polledAt = Number.POSITIVE_INFINITY
      })
  }

  /** Retries deliveries whose body could not be rendered. */
  get retry(): Retry {
    return retryDelivery(this.#services, () => this.wake())
  }

  /** True when no delivery is in progress and no query is running. */
  get isIdle(): boolean {
    return this.#runs.size === 0 && !this.#signal.isSet && !this.#isReading
  }

  /** Looks for due webhooks and queues. */
  wake(): void {
    for (const { signal, workers } of this.#active.values()) {
      signal.set()
      for (const worker of workers.values()) worker.wake()
    }
    this.#signal.set()
  }

  /** Announces deliveries that this process has queued. */
  onQueued({ from, to, deliveries }: QueuedBatch): void {
    const isNext = from === this.#queuedUpTo
    this.#queuedUpTo = to
    // Between two batches of this process, another process has queued events.
    if (!isNext)
      for (const { workers } of this.#active.values()) for (const worker of workers.values()) worker.wake()
    for (const ofQueue of deliveries) this.#announce(ofQueue)
  }

  #announce(deliveries: NonEmpty<Delivery>): void {
    const [queue] = deliveries
    const name = queueName(queue)
    if (this.#blocked.has(name)) return
    const active = this.#active.get(queue.webhookId)
    const worker = active?.workers.get(name)
    if (worker !== undefined) worker.buffer(deliveries)
    else if (active !== undefined) active.signal.set()
    else this.#signal.set()
  }

  /**
   * Starts no further runs, and waits for the current runs, which end when `outbound` is stopped. Releases the
   * leases.
   */
  async close(): Promise<void> {
    this.#stopPolling()
    this.#stop.abort(new Error('the server is stopping'))
    this.wake()
    await this.#scheduling
    await Promise.all(this.#runs)
    await this.#leases.close()
  }

  async #schedule(): Promise<void> {
    const { context, logger } = this.#services
    while (!this.#stop.signal.aborted) {
      this.#signal.clear()
      this.#isReading = true
      try {
        for (const webhook of await dueWebhooks(context, this.#leases.refused)) this.#begin(webhook)
      } catch (error) {
        logger.error({ err: error }, 'the due webhooks could not be read')
      } finally {
        this.#isReading = false
      }
      await this.#signal.wait()
    }
  }

  #begin(webhook: DueWebhook): void {
    const { id } = webhook
    const current = this.#active.get(id)
    const { context, logger } = this.#services
    if (current !== undefined) {
      current.webhook = webhook
      // Other code sets the signal when a queue is due.
      if (webhook.hasReplay || webhook.challengeDueAt <= context.clock.now()) current.signal.set()
      return
    }
    const active: ActiveWebhook = { webhook, signal: new Signal(), workers: new Map(), fedAtPoll: -1 }
    this.#active.set(id, active)
    const run: Promise<void> = this.#run(active)
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return
        logger.error({ err: error, webhook: String(id) }, 'delivering to a webhook failed')
      })
      .finally(() => this.#runs.delete(run))
    this.#runs.add(run)
  }

  /** Works for one webhook until no delivery of the webhook is due. */
  async #run(active: ActiveWebhook): Promise<void> {
    const { signal, workers } = active
    const { id } = active.webhook
    try {
      const grant = await this.#leases.acquire(id)
      if (grant === undefined) return
      while (!this.#stop.signal.aborted && (await mayDeliver(grant))) {
        signal.clear()
        if (!(await this.#meetsChallenge(active))) return
        await this.#feed(active)
        for (const queue of await this.#dueQueues(active)) void this.#work(active, grant, queue)
        if (workers.size === 0 && !signal.isSet) break
        await signal.wait()
      }
    } finally {
      await workersEnded(active)
      this.#active.delete(id)
      // If a signal was set after the last query of this run, it is passed on.
      if (signal.isSet) this.#signal.set()
    }
  }

  async #feed(active: ActiveWebhook): Promise<void> {
    if (!active.webhook.hasReplay || active.fedAtPoll === this.#polls) return
    active.fedAtPoll = this.#polls
    await feedReplays(this.#services, active.webhook.id)
  }

  /** Due queues that have no worker, at most as many as workers can be added. */
  async #dueQueues({ webhook, workers }: ActiveWebhook): Promise<readonly QueueKey[]> {
    const room = MAX_WORKERS - workers.size
    if (room <= 0) return []
    const due = await this.#services.queue.dueQueues(webhook.id, MAX_WORKERS + this.#blocked.size)
    const isFree = (name: string) => !workers.has(name) && !this.#blocked.has(name)
    return due.filter((queue) => isFree(queueName(queue))).slice(0, room)
  }

  /** Runs a worker. Never rejects. */
  async #work({ workers, signal }: ActiveWebhook, grant: LeaseGrant, queue: QueueKey): Promise<void> {
    const name = queueName(queue)
    const worker = new QueueWorker(this.#services, queue, grant)
    workers.set(name, worker)
    try {
      if (!(await worker.run())) this.#blocked.set(name, worker.dueAt)
    } catch (error) {
      this.#blocked.set(name, 0)
      if (this.#stop.signal.aborted) return
      this.#services.logger.error({ err: error, lane: name }, 'the deliveries of a queue of a webhook failed')
    } finally {
      workers.delete(name)
      signal.set()
    }
  }

  /** Sends the challenge if it is due. @returns true if the receiver has met the last challenge */
  async #meetsChallenge(active: ActiveWebhook): Promise<boolean> {
    const { outbound, context } = this.#services
    const { id, challengeDueAt } = active.webhook
    if (challengeDueAt > context.clock.now()) return true
    const [destination] = await findDestinations(context, [{ webhookId: id, userId: NO_USER }])
    if (destination === undefined) return false
    const { result } = await challenge(outbound, context.random, destination)
    const nextAt = await recordValidity(this.#services, id, result === 'met', result)
    active.webhook = { ...active.webhook, challengeDueAt: nextAt }
    return result === 'met'
  }
}

/** Resolves when a webhook has no workers. */
async function workersEnded({ workers, signal }: ActiveWebhook): Promise<void> {
  while (workers.size > 0) {
    signal.clear()
    await signal.wait()
  }
}
