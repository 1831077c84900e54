/**
 * As turnstile.ts, where those who wait stand in lanes that take turns: many in one lane keep nobody in another waiting,
 * and when there is no room left, the longest lane gives way. Lanes that are trusted go before all others and have room of
 * their own.
 */
import { TurnstileFull } from './turnstile.ts'

export interface Lane {
  readonly name: string
  readonly isTrusted: boolean
}

export interface FairTurnstileOptions {
  /** How many work at the same time, 1 or more. */
  readonly atOnce: number
  /** How many may wait in all lanes together, 0 or more; as many again in the trusted ones. */
  readonly waitingMost: number
}

interface Waiter {
  enter(): void
  refuse(error: TurnstileFull): void
}

export class FairTurnstile {
  readonly #atOnce: number
  readonly #trusted: Hall
  readonly #others: Hall
  #inside = 0

  constructor({ atOnce, waitingMost }: FairTurnstileOptions) {
    this.#atOnce = atOnce
    this.#trusted = new Hall(waitingMost)
    this.#others = new Hall(waitingMost)
  }

  /** How many wait now. */
  get waiting(): number {
    return this.#trusted.waiting + this.#others.waiting
  }

  /**
   * Does `work` when it is the turn of its lane; within a lane in the order of asking.
   * @throws {TurnstileFull} when there is no room, at once or when a shorter lane needs the place; and what
   *   `work` throws
   */
  async pass<T>({ name, isTrusted }: Lane, work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#atOnce) this.#inside += 1
    else await (isTrusted ? this.#trusted : this.#others).wait(name)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  /** Hands the place to the next one, so that no newcomer slips in between. */
  #leave(): void {
    const next = this.#trusted.next() ?? this.#others.next()
    if (next === undefined) this.#inside -= 1
    else next.enter()
  }
}

/** Lanes that share room; the one whose turn it is stands first in the map. */
class Hall {
  readonly #waitingMost: number
  readonly #lanes = new Map<string, Waiter[]>()
  waiting = 0

  constructor(waitingMost: number) {
    this.#waitingMost = waitingMost
  }

  async wait(name: string): Promise<void> {
    const lane = this.#lanes.get(name) ?? []
    if (this.waiting >= this.#waitingMost) this.#makeRoom(lane.length)
    await new Promise<void>((enter, refuse) => {
      lane.push({ enter, refuse })
      this.#lanes.set(name, lane)
      this.waiting += 1
    })
  }

  next(): Waiter | undefined {
    const [first] = this.#lanes
    if (first === undefined) return undefined
    const [name, lane] = first
    const waiter = lane.shift()
    this.#lanes.delete(name)
    if (lane.length > 0) this.#lanes.set(name, lane)
    this.waiting -= 1
    return waiter
  }

  /** Refuses whoever came last in the longest lane. @throws {TurnstileFull} when none is longer than the newcomer's would be */
  #makeRoom(length: number): void {
    const longest = [...this.#lanes.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (longest.length <= length + 1) throw new TurnstileFull('too many wait already')
    longest.pop()?.refuse(new TurnstileFull('a shorter lane needs the place'))
    this.waiting -= 1
  }
}
