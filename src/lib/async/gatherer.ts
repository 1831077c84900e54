/**
 * Lets callers share a statement: while a few runs are under way, whoever comes waits, and all that wait are asked for in
 * one run when one ends. When it is quiet a run begins at once, or after the callbacks of the running task with all that they
 * ask for.
 */
import { must } from '../assert.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Runs at a time: one that takes long holds nobody else. */
const AT_ONCE = 2

export class Gatherer<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #most: number
  readonly #sizeOf: (item: Item) => number
  #waiting: Waiting<Item, Result>[] = []
  readonly #isByTurn: boolean
  #isBeginning = false
  #running = 0

  /**
   * @param run gives a result for each item, at its place; what it throws is thrown to all of them
   * @param most items of one run, or the sum of their sizes; one that is larger has a run of its own
   * @param isByTurn whether a run waits for everything that the running task and its microtasks ask for
   */
  constructor(
    run: (items: readonly Item[]) => Promise<readonly Result[]>,
    most: number,
    sizeOf: (item: Item) => number = () => 1,
    isByTurn = false,
  ) {
    this.#run = run
    this.#most = most
    this.#sizeOf = sizeOf
    this.#isByTurn = isByTurn
  }

  /** The result of an item. */
  ask(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#begin()
    })
  }

  #begin(): void {
    if (this.#running >= AT_ONCE || this.#isBeginning) return
    if (!this.#isByTurn) {
      void this.#runAll()
      return
    }
    this.#isBeginning = true
    process.nextTick(() => {
      this.#isBeginning = false
      void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#running += 1
    while (this.#waiting.length > 0) {
      const asked = this.#take()
      try {
        const results = await this.#run(asked.map(({ item }) => item))
        for (const [index, { resolve }] of asked.entries()) {
          resolve(must(results[index], 'a result for each item'))
        }
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    this.#running -= 1
  }

  #take(): Waiting<Item, Result>[] {
    let size = 0
    const end = this.#waiting.findIndex(({ item }, index) => {
      size += this.#sizeOf(item)
      return index > 0 && size > this.#most
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }
}
