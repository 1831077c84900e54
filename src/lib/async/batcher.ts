/**
 * Combines the items of concurrent callers into shared runs, such as a statement for many keys. At most two runs are in
 * progress. Items that arrive during two runs wait and share the next run. While fewer than two runs are in progress, a
 * new item starts a run immediately. With `isByTurn`, the run starts in the next tick, with all items that the current
 * task submits.
 */
import { must } from '../assert.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Two runs may be in progress, so that a slow run does not block later items. */
const MAX_RUNS = 2

export class Batcher<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #max: number
  readonly #sizeOf: (item: Item) => number
  #waiting: Waiting<Item, Result>[] = []
  readonly #isByTurn: boolean
  #isBeginning = false
  #running = 0

  /**
   * @param run returns the results in the order of the items; if it throws, every item of the run rejects with its
   *   error
   * @param max maximum number of items of a run, or maximum sum of their sizes; an item above the limit gets a run of
   *   its own
   * @param isByTurn true if a run waits until the next tick, to include all items of the current task and its
   *   microtasks
   */
  constructor(
    run: (items: readonly Item[]) => Promise<readonly Result[]>,
    max: number,
    sizeOf: (item: Item) => number = () => 1,
    isByTurn = false,
  ) {
    this.#run = run
    this.#max = max
    this.#sizeOf = sizeOf
    this.#isByTurn = isByTurn
  }

  /**
   * Adds an item to the next run.
   * @returns its result
   * @throws the errors of the run
   */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#begin()
    })
  }

  #begin(): void {
    if (this.#running >= MAX_RUNS || this.#isBeginning) return
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
      const batch = this.#take()
      try {
        const results = await this.#run(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) {
          resolve(must(results[index], 'a result for each item'))
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#running -= 1
  }

  #take(): Waiting<Item, Result>[] {
    let size = 0
    const end = this.#waiting.findIndex(({ item }, index) => {
      size += this.#sizeOf(item)
      return index > 0 && size > this.#max
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }
}
