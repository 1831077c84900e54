/** Sends many raw requests over few connections, for suites with thousands of requests. */
import type { Hooks } from '../engines.ts'
import { headerOf, Wire, type WireAnswer } from './wire.ts'

export class Connections {
  readonly #url: string
  readonly #max: number
  readonly #free: (Wire | undefined)[]
  readonly #waiting: ((wire: Wire | undefined) => void)[] = []

  /**
   * Opens connections on demand, and closes them at the end of the test.
   * @param url URL of a listener
   * @param max maximum number of connections
   */
  constructor(t: Hooks, url: string, max = 16) {
    this.#url = url
    this.#max = max
    this.#free = Array.from({ length: max }, () => undefined)
    t.after(() => {
      for (const wire of this.#free) wire?.close()
    })
  }

  /** Sends a complete request as soon as a connection is free. Returns the response. */
  async exchange(request: string): Promise<WireAnswer> {
    const kept = await this.#take()
    // A closed connection is replaced, because the server closes a connection after a request with an unknown
    // end.
    const wire = kept === undefined || kept.hasEnded ? await Wire.open(this.#url) : kept
    let isGood = false
    try {
      wire.send(request)
      const answer = await wire.answer(request.startsWith('HEAD '))
      // The connection is not used again after a chunked response, because such a response may be endless.
      isGood =
        headerOf(answer, 'connection') !== 'close' && headerOf(answer, 'transfer-encoding') === undefined
      return answer
    } finally {
      if (!isGood) wire.close()
      this.#give(isGood ? wire : undefined)
    }
  }

  /**
   * Processes `items` concurrently. The maximum number of connections is also the maximum number of items at a
   * time. Returns the results of all items, in no defined order.
   */
  async bulk<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<readonly Result[]>,
  ): Promise<Result[]> {
    const left = items.values()
    const results: Result[] = []
    const worker = async () => {
      for (const item of left) results.push(...(await work(item)))
    }
    await Promise.all(Array.from({ length: this.#max }, worker))
    return results
  }

  #take(): Promise<Wire | undefined> | Wire | undefined {
    if (this.#free.length > 0) return this.#free.pop()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #give(wire: Wire | undefined): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free.push(wire)
    else next(wire)
  }
}
