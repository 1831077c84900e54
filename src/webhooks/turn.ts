/**
 * A turn of a lane: its deliveries one after the other, each rendered, sent and noted, until one fails.
 *
 * Invariants: nothing of the lane is sent before all before it was answered or given up. What was taken is noted while
 * the next ones are on their way, so a crash repeats at most what was not noted, and forgets nothing. The queue is read
 * at the beginning, and again whenever something may be in it that this process has not put there itself.
 */
import type { Delivery, Lane, Waiting } from '../domain/webhooks/queue.ts'
import type { Attempt, Change, Outcome } from '../domain/webhooks/settle.ts'
import { Bell } from './bell.ts'
import { Given } from './given.ts'
import { judge } from './judge.ts'
import type { Lease } from './lease.ts'
import { invalidates, post } from './postman.ts'
import { READ } from './queue-reader.ts'
import { bodyOf } from './transport/body.ts'
import { destinationKey } from './transport/destinations.ts'
import type { TurnServices } from './turn-services.ts'
import { unrendered } from './unrendered.ts'

/** Milliseconds from a failed try to the next; after the last of them the delivery is given up. */
export const RETRY_MS: readonly number[] = [3_000, 27_000, 242_000]

/** Deliveries of a turn, about: what is to be sent again waits at the head of the lane for the next one. */
const TAKEN_MOST = 200

export class Turn {
  readonly #services: TurnServices
  readonly #lane: Lane
  /** Its key. */
  readonly #destination: string
  readonly #lease: Lease
  /** Rings when something was put into the lane. */
  readonly #bell = new Bell()
  /** Whether something may be in the queue that is neither read nor given; before the first reading it is. */
  #isBehind = true
  /** What was put into the lane since it was read. */
  readonly #given: Given
  /** What was taken and is being noted. */
  readonly #settling = new Set<Promise<void>>()
  #dueAt = 0

  constructor(services: TurnServices, lane: Lane, lease: Lease) {
    this.#services = services
    this.#lane = lane
    this.#destination = destinationKey(lane)
    this.#lease = lease
    this.#given = new Given(services.givenRoom)
  }

  /** When the head of the lane is to be tried again, in milliseconds since the Unix epoch; 0 for as soon as possible. */
  get dueAt(): number {
    return this.#dueAt
  }

  /** Says that something was put into the lane that nobody here has seen. */
  ring(): void {
    this.#fallBehind()
    this.#bell.ring()
  }

  /** Says what was put into the lane. @param deliveries all since the last call of this or {@link ring}, in order */
  give(deliveries: readonly Delivery[]): void {
    if (!this.#isBehind && !this.#given.add(deliveries)) this.#fallBehind()
    this.#bell.ring()
  }

  #fallBehind(): void {
    this.#isBehind = true
    this.#given.forgetAll()
  }

  /** Takes the turn; false when it ended with something that cannot be sent now, or with nothing. */
  async take(): Promise<boolean> {
    let after = 0n
    let taken = 0
    try {
      while (taken < TAKEN_MOST) {
        this.#bell.silence()
        const waiting = this.#isBehind ? await this.#read(after) : this.#given.take(READ)
        for (const each of waiting) {
          if (!(await this.#deliver(each))) return false
          after = each.position
        }
        taken += waiting.length
        if (this.#isBehind || this.#given.length > 0) continue
        if (!(await this.#hearsMore())) break
      }
    } finally {
      // Whatever is given from now on is read by the next turn.
      this.#fallBehind()
      await this.#noted()
    }
    return after > 0n
  }

  /** Reads on in the queue; what is given meanwhile may be among it. */
  async #read(after: bigint): Promise<readonly Waiting[]> {
    this.#isBehind = false
    const waiting = await this.#services.queue.waitingIn(this.#lane, after)
    if (waiting.length >= READ) this.#fallBehind()
    this.#given.forgetTo(waiting.at(-1)?.position ?? after)
    return waiting
  }

  /** Whether more was put into the lane before all that was taken is noted. */
  async #hearsMore(): Promise<boolean> {
    await Promise.race([this.#bell.rung(), this.#noted()])
    return this.#bell.isRung
  }

  /** Resolves when all that was taken is noted. */
  async #noted(): Promise<void> {
    this.#services.notes.hurry()
    await Promise.all(this.#settling)
  }

  /** Delivers one; whether the lane may go on. */
  async #deliver({ position, attempts }: Waiting): Promise<boolean> {
    const { stopping, log, destinations, outbound, observer } = this.#services
    if (stopping.aborted || !(this.#lease.isHeld || (await this.#lease.hold()))) return false
    await log.ensureFresh()
    const destination = await destinations.find(this.#destination)
    if (destination === undefined) return false
    const delivery = { ...this.#lane, position }
    const found = await bodyOf(this.#services, delivery, destination)
    if ('gone' in found) {
      this.#settling.add(end(this.#services, delivery, attempts, found.gone))
      return true
    }
    if ('fault' in found) return this.#leaveOut(delivery, attempts + 1, found.fault, found.error)
    const attempt = await post(outbound, destination, found.body)
    observer.tried(attempt.outcome, attempt.tookMs)
    if (attempt.outcome !== 'accepted') return this.#fail(delivery, attempts + 1, attempt)
    // Noted while the next one is on its way.
    this.#settling.add(end(this.#services, delivery, attempts + 1, 'delivered', attempt))
    return true
  }

  /** Gives up a delivery of which no body can be made: to try again changes nothing. The lane goes on. */
  async #leaveOut(delivery: Delivery, attempts: number, attempt: Attempt, error: unknown): Promise<boolean> {
    const { failures, observer, context } = this.#services
    // First, so that a crash in between does it again and loses nothing.
    await failures.noteNow(unrendered(delivery, error))
    observer.settled('parked')
    await this.#note({ ...delivery, attempts, outcome: 'parked', attempt, at: context.clock.now() })
    return true
  }

  /** Plans the next try, or gives the delivery up; whether the lane may go on. */
  async #fail(delivery: Delivery, attempts: number, attempt: Attempt): Promise<boolean> {
    const { context, observer } = this.#services
    const at = context.clock.now()
    if (invalidates(attempt)) {
      // It stays the head, and is tried again when the webhook is valid again.
      await this.#note({ ...delivery, attempts: attempts - 1, attempt, at, dueAt: at })
      await judge(this.#services, delivery.webhookId, false, whyNot(attempt))
      return false
    }
    const retryMs = RETRY_MS[attempts - 1]
    if (retryMs === undefined) {
      observer.settled('parked')
      await this.#note({ ...delivery, attempts, outcome: 'parked', attempt, at })
      return true
    }
    this.#dueAt = at + retryMs
    await this.#note({ ...delivery, attempts, attempt, at, dueAt: this.#dueAt })
    return false
  }

  /** Notes a change, with all that was taken before it. */
  async #note(change: Change): Promise<void> {
    this.#settling.add(this.#services.notes.note(change))
    await this.#noted()
  }
}

function whyNot({ status, response }: Attempt): string {
  return status === null ? response : `it answered ${status}${response === '' ? '' : `: ${response}`}`
}

/** Ends a delivery. */
function end(
  { context, notes, observer }: TurnServices,
  delivery: Delivery,
  attempts: number,
  outcome: Outcome,
  attempt?: Attempt,
): Promise<void> {
  observer.settled(outcome)
  return notes.note({ ...delivery, attempts, outcome, attempt, at: context.clock.now() })
}
