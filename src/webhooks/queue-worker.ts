/**
 * Works on one delivery queue. It renders, sends and finishes the deliveries in sequence, until one of them fails.
 *
 * Invariants: a delivery is sent only after every earlier delivery of its queue was accepted or given up. Results are
 * saved while later deliveries are being sent. Therefore a crash repeats at most the deliveries with unsaved results,
 * and loses none. The queue is read at the start, and again whenever it may contain deliveries that another process
 * added.
 */
import type { Attempt, DeliveryResult, Outcome } from '../domain/webhooks/delivery-results.ts'
import type { Delivery, QueuedDelivery, QueueKey } from '../domain/webhooks/queue.ts'
import type { DeliveryServices } from './delivery-services.ts'
import { type DeliveryLease, mayDeliver } from './lease.ts'
import { PendingBuffer } from './pending-buffer.ts'
import { READ_SIZE } from './queue-reader.ts'
import { recordValidity } from './record-validity.ts'
import { renderFailure } from './render-failures.ts'
import { invalidatesWebhook, sendDelivery } from './send-delivery.ts'
import { Signal } from './signal.ts'
import { renderBody } from './transport/body.ts'
import { destinationKey } from './transport/destinations.ts'

/** Delays before the second, third and fourth attempt; after a failed fourth attempt, the delivery is given up. */
export const RETRY_DELAYS_MS: readonly number[] = [3_000, 27_000, 242_000]

/** Approximate maximum of deliveries in one run; the rest of the queue waits for the next run. */
const MAX_DELIVERIES = 200

export class QueueWorker {
  readonly #services: DeliveryServices
  readonly #queue: QueueKey
  readonly #destination: string
  readonly #lease: DeliveryLease
  /** Set when deliveries were added to the queue. */
  readonly #signal = new Signal()
  /** True if the queue may contain deliveries that this worker has neither read nor buffered. */
  #mustRead = true
  /** Deliveries that this process has added since the queue was read. */
  readonly #pending: PendingBuffer
  /** Saves that are in progress. */
  readonly #saving = new Set<Promise<void>>()
  #dueAt = 0

  constructor(services: DeliveryServices, queue: QueueKey, lease: DeliveryLease) {
    this.#services = services
    this.#queue = queue
    this.#destination = destinationKey(queue)
    this.#lease = lease
    this.#pending = new PendingBuffer(services.bufferCapacity)
  }

  /**
   * Time of the next attempt for the first delivery of the queue, in milliseconds since the Unix epoch; 0 if the
   * attempt is due now.
   */
  get dueAt(): number {
    return this.#dueAt
  }

  /** Tells the worker that the queue has deliveries that it must read from the database. */
  wake(): void {
    this.#discardBuffer()
    this.#signal.set()
  }

  /**
   * Passes queued deliveries to the worker.
   * @param deliveries all deliveries that were added since the last call of this method or of {@link wake}, in order
   */
  buffer(deliveries: readonly Delivery[]): void {
    if (!this.#mustRead && !this.#pending.add(deliveries)) this.#discardBuffer()
    this.#signal.set()
  }

  #discardBuffer(): void {
    this.#mustRead = true
    this.#pending.clear()
  }

  /**
   * Works until the queue is empty or blocked, or until about {@link MAX_DELIVERIES} deliveries were handled.
   * @returns false when a delivery cannot be sent now, or when the queue had no delivery
   */
  async run(): Promise<boolean> {
    let after = 0n
    let count = 0
    try {
      while (count < MAX_DELIVERIES) {
        this.#signal.clear()
        const deliveries = this.#mustRead ? await this.#read(after) : this.#pending.take(READ_SIZE)
        for (const each of deliveries) {
          if (!(await this.#deliver(each))) return false
          after = each.position
        }
        count += deliveries.length
        if (this.#mustRead || this.#pending.length > 0) continue
        if (!(await this.#hasMore())) break
      }
    } finally {
      // The next run reads deliveries that are added from now on.
      this.#discardBuffer()
      await this.#allSaved()
    }
    return after > 0n
  }

  /** Reads the next deliveries. The result may include deliveries that are buffered during the read. */
  async #read(after: bigint): Promise<readonly QueuedDelivery[]> {
    this.#mustRead = false
    const deliveries = await this.#services.queue.read(this.#queue, after)
    if (deliveries.length >= READ_SIZE) this.#discardBuffer()
    this.#pending.dropUpTo(deliveries.at(-1)?.position ?? after)
    return deliveries
  }

  /** Waits for more deliveries, but at most until every result is saved. */
  async #hasMore(): Promise<boolean> {
    await Promise.race([this.#signal.wait(), this.#allSaved()])
    return this.#signal.isSet
  }

  async #allSaved(): Promise<void> {
    this.#services.results.flushSoon()
    await Promise.all(this.#saving)
  }

  /** Renders and sends a delivery. @returns true if the next delivery of the queue may be sent */
  async #deliver({ position, attempts }: QueuedDelivery): Promise<boolean> {
    const { stopping, log, destinations, observer } = this.#services
    if (stopping.aborted || !(await mayDeliver(this.#lease))) return false
    await log.ensureFresh()
    const destination = await destinations.find(this.#destination)
    if (destination === undefined) return false
    const delivery = { ...this.#queue, position }
    const found = await renderBody(this.#services, delivery, destination)
    if ('gone' in found) {
      this.#saving.add(this.#finish(delivery, attempts, found.gone))
      return true
    }
    if ('fault' in found) return this.#skip(delivery, attempts + 1, found.fault, found.error)
    const attempt = await sendDelivery(this.#services, destination, found.body)
    observer.attempted(attempt.outcome, attempt.tookMs)
    // The lease ended while the process was paused or the database was unreachable. In this case, another node
    // repeats the delivery.
    if (!this.#lease.isHeld()) return false
    if (attempt.outcome !== 'accepted') return this.#fail(delivery, attempts + 1, attempt)
    // The result is saved while the next delivery is being sent.
    this.#saving.add(this.#finish(delivery, attempts + 1, 'delivered', attempt))
    return true
  }

  /**
   * Gives up a delivery that cannot be rendered, because another attempt would fail in the same way. The queue
   * continues.
   */
  async #skip(delivery: Delivery, attempts: number, attempt: Attempt, error: unknown): Promise<boolean> {
    const { failures, observer, context } = this.#services
    // The failure is recorded before the delivery is given up. Therefore a crash between the two steps repeats the
    // recording and loses no failure.
    await failures.recordNow(renderFailure(delivery, error))
    observer.settled('parked')
    await this.#save({ ...delivery, attempts, outcome: 'parked', attempt, at: context.clock.now() })
    return true
  }

  /**
   * Schedules the next attempt or gives the delivery up.
   * @returns true if the next delivery of the queue may be sent
   */
  async #fail(delivery: Delivery, attempts: number, attempt: Attempt): Promise<boolean> {
    const { context, observer } = this.#services
    const at = context.clock.now()
    if (invalidatesWebhook(attempt)) {
      // The delivery stays first in the queue, and is sent when the webhook is valid again.
      await this.#save({ ...delivery, attempts: attempts - 1, attempt, at, dueAt: at })
      await recordValidity(this.#services, delivery.webhookId, false, invalidityReason(attempt))
      return false
    }
    const retryDelayMs = RETRY_DELAYS_MS[attempts - 1]
    if (retryDelayMs === undefined) {
      observer.settled('parked')
      await this.#save({ ...delivery, attempts, outcome: 'parked', attempt, at })
      return true
    }
    this.#dueAt = at + retryDelayMs
    await this.#save({ ...delivery, attempts, attempt, at, dueAt: this.#dueAt })
    return false
  }

  /** Waits until this result and every earlier result is saved. */
  async #save(result: DeliveryResult): Promise<void> {
    this.#saving.add(this.#services.results.add(result, this.#lease))
    await this.#allSaved()
  }

  #finish(delivery: Delivery, attempts: number, outcome: Outcome, attempt?: Attempt): Promise<void> {
    const { context, results, observer } = this.#services
    observer.settled(outcome)
    return results.add({ ...delivery, attempts, outcome, attempt, at: context.clock.now() }, this.#lease)
  }
}

function invalidityReason({ status, response }: Attempt): string {
  return status === null ? response : `it answered ${status}${response === '' ? '' : `: ${response}`}`
}
