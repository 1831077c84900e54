/**
 * Lets requests under one key be counted together: those that come at the same time, or while the statement before was
 * under way, share the next one. Apart they would wait for one another in the database, each for the lock of the same
 * row.
 */
import type { Decision, RateWindow } from '../http/rate-limit/window.ts'

/** A request that waits to be counted. */
export interface Taker {
  /** From 1 to the limit. */
  readonly cost: number
  resolve(decision: Decision): void
}

/** Those who wait under one key with one window; there from the first one until nobody is left. */
interface Line {
  readonly key: string
  readonly window: RateWindow
  waiting: (Taker & { reject(error: unknown): void })[]
}

export class Takers {
  readonly #count: (key: string, window: RateWindow, takers: readonly Taker[]) => Promise<void>
  readonly #lines = new Map<string, Line>()

  /** @param count resolves every one of the takers, who came in this order; what it throws is thrown to the others */
  constructor(count: (key: string, window: RateWindow, takers: readonly Taker[]) => Promise<void>) {
    this.#count = count
  }

  /** @param cost from 1 to the limit */
  take(key: string, window: RateWindow, cost: number): Promise<Decision> {
    // A new configuration may bring another window under the same key.
    const name = `${window.limit} ${window.seconds} ${key}`
    return new Promise((resolve, reject) => {
      const taker = { cost, resolve, reject }
      const line = this.#lines.get(name)
      if (line !== undefined) line.waiting.push(taker)
      else {
        const begun: Line = { key, window, waiting: [taker] }
        this.#lines.set(name, begun)
        // Requests that waited for the same thing before, such as the head of the log, are all here by then.
        process.nextTick(() => this.#serve(name, begun))
      }
    })
  }

  async #serve(name: string, line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const takers = line.waiting
      line.waiting = []
      try {
        await this.#count(line.key, line.window, takers)
      } catch (error) {
        for (const { reject } of takers) reject(error)
      }
    }
    this.#lines.delete(name)
  }
}
