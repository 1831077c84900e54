/** The subscribers of a node, by topic. */
import { MAX_TOPICS, requireTopic, type Wake } from './cluster.ts'

export class Subscribers {
  readonly #byTopic = new Map<string, Set<Wake>>()

  /** Number of topics with subscribers. */
  get size(): number {
    return this.#byTopic.size
  }

  /**
   * @returns a function that ends the subscription
   * @throws {RangeError} for an invalid topic, or above the maximum number of topics
   */
  add(topic: string, wake: Wake): () => void {
    requireTopic(topic)
    const wakes = this.#byTopic.get(topic) ?? new Set()
    if (wakes.size === 0 && this.size >= MAX_TOPICS) throw new RangeError(`more than ${MAX_TOPICS} topics`)
    // Each call adds a new function, because the same `wake` may be added twice.
    const own: Wake = (position) => wake(position)
    wakes.add(own)
    this.#byTopic.set(topic, wakes)
    return () => {
      if (wakes.delete(own) && wakes.size === 0) this.#byTopic.delete(topic)
    }
  }

  wake(topic: string, position: bigint): void {
    for (const wake of this.#byTopic.get(topic) ?? []) wake(position)
  }

  /** Wakes every subscriber, and passes no position. */
  wakeAll(): void {
    for (const wakes of this.#byTopic.values()) for (const wake of wakes) wake(undefined)
  }

  clear(): void {
    this.#byTopic.clear()
  }
}
