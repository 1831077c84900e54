/**
 * A semaphore (semaphore.ts) with a queue for each caller. The queues take turns, so that many tasks of one caller do
 * not delay another caller. When the queues are full, the last task of the longest queue is rejected. Trusted callers
 * go first, and their queues have a separate limit.
 */
import { SemaphoreFull } from './semaphore.ts'

export interface Caller {
  readonly name: string
  readonly isTrusted: boolean
}

export interface FairSemaphoreOptions {
  /** Maximum number of tasks that run at the same time, 1 or more. */
  readonly maxConcurrent: number
  /**
   * Maximum number of tasks that wait in all queues together, 0 or more. The same limit applies separately to trusted
   * callers.
   */
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
   * Runs `work` in the turn of its caller. The tasks of one caller run in the order of the calls.
   * @throws {SemaphoreFull} when the queues are full: immediately, or later when a shorter queue needs the place
   * @throws the errors of `work`
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

  /** Passes the slot directly to the next waiting task, so that a new task cannot take the slot first. */
  #leave(): void {
    const next = this.#trusted.next() ?? this.#others.next()
    if (next === undefined) this.#running -= 1
    else next.enter()
  }
}

/** Queues with a common limit. The first queue in the map has the next turn. */
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
   * Rejects the last task of the longest queue.
   * @throws {SemaphoreFull} when no queue is longer than the queue of the new task
   */
  #makeRoom(length: number): void {
    const longest = [...this.#queues.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (longest.length <= length + 1) throw new SemaphoreFull('the queue is full')
    longest.pop()?.refuse(new SemaphoreFull('a shorter queue needs the room'))
    this.waiting -= 1
  }
}
