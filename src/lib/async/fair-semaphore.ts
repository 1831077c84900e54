/**
 * A semaphore (semaphore.ts) with a queue for each caller. The queues take turns, so many tasks of one caller do not
 * delay another caller, and when the room is full the longest queue loses its last task. Trusted callers go first and
 * have separate room.
 */
import { SemaphoreFull } from './semaphore.ts'

export interface Caller {
  readonly name: string
  readonly isTrusted: boolean
}

export interface FairSemaphoreOptions {
  /** Tasks that run at the same time, 1 or more. */
  readonly maxConcurrent: number
  /** Tasks that may wait in all queues together, 0 or more; as many again for trusted callers. */
  readonly maxWaiting: number
}

interface Waiter {
  enter(): void
  refuse(error: SemaphoreFull): void
}

export class FairSemaphore {
  readonly #maxConcurrent: number
  readonly #trusted: CallerQueues
  readonly #others: CallerQueues
  #running = 0

  constructor({ maxConcurrent, maxWaiting }: FairSemaphoreOptions) {
    this.#maxConcurrent = maxConcurrent
    this.#trusted = new CallerQueues(maxWaiting)
    this.#others = new CallerQueues(maxWaiting)
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#trusted.waiting + this.#others.waiting
  }

  /**
   * Runs `work` when it is the turn of its caller; the tasks of one caller run in the order of calls.
   * @throws {SemaphoreFull} when there is no room: immediately, or later when a shorter queue needs the room; and
   *   what `work` throws
   */
  async run<T>({ name, isTrusted }: Caller, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxConcurrent) this.#running += 1
    else await (isTrusted ? this.#trusted : this.#others).wait(name)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  /** Hands the slot to the next waiter directly, so that a new caller cannot take it first. */
  #leave(): void {
    const next = this.#trusted.next() ?? this.#others.next()
    if (next === undefined) this.#running -= 1
    else next.enter()
  }
}

/** Queues that share room. The queue whose turn is next comes first in the map. */
class CallerQueues {
  readonly #maxWaiting: number
  readonly #queues = new Map<string, Waiter[]>()
  waiting = 0

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  async wait(name: string): Promise<void> {
    const queue = this.#queues.get(name) ?? []
    if (this.waiting >= this.#maxWaiting) this.#makeRoom(queue.length)
    await new Promise<void>((enter, refuse) => {
      queue.push({ enter, refuse })
      this.#queues.set(name, queue)
      this.waiting += 1
    })
  }

  next(): Waiter | undefined {
    const [first] = this.#queues
    if (first === undefined) return undefined
    const [name, queue] = first
    const waiter = queue.shift()
    this.#queues.delete(name)
    if (queue.length > 0) this.#queues.set(name, queue)
    this.waiting -= 1
    return waiter
  }

  /**
   * Rejects the last task of the longest queue. @throws {SemaphoreFull} when no queue is longer than the new task's
   * own
   */
  #makeRoom(length: number): void {
    const longest = [...this.#queues.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (longest.length <= length + 1) throw new SemaphoreFull('the queue is full')
    longest.pop()?.refuse(new SemaphoreFull('a shorter queue needs the room'))
    this.waiting -= 1
  }
}
