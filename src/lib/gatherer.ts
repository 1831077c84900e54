/**
 * Lets callers share a statement: while one run is under way, whoever comes waits, and all that wait are asked for in
 * one run when it ends. Whoever comes alone is asked for at once.
 */
import { must } from './assert.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export class Gatherer<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #most: number
  #waiting: Waiting<Item, Result>[] = []
  #isRunning = false

  /**
   * @param run gives a result for each item, at its place; what it throws is thrown to all of them
   * @param most items of one run
   */
  constructor(run: (items: readonly Item[]) => Promise<readonly Result[]>, most: number) {
    this.#run = run
    this.#most = most
  }

  /** The result of an item. */
  ask(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isRunning) void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const asked = this.#waiting.splice(0, this.#most)
      try {
        const results = await this.#run(asked.map(({ item }) => item))
        for (const [index, { resolve }] of asked.entries()) {
          resolve(must(results[index], 'a result for each item'))
        }
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    this.#isRunning = false
  }
}
