/** Many requests over few connections, as bytes: for suites that ask a server thousands of questions. */
import type { Hooks } from './engines.ts'
import { headerOf, Wire, type WireAnswer } from './wire.ts'

export class Connections {
  readonly #url: string
  readonly #most: number
  readonly #free: (Wire | undefined)[]
  readonly #waiting: ((wire: Wire | undefined) => void)[] = []

  /**
   * Connections that are opened when they are needed, and closed with the test.
   * @param url of a listener
   * @param most that are open at once
   */
  constructor(t: Hooks, url: string, most = 16) {
    this.#url = url
    this.#most = most
    this.#free = Array.from({ length: most }, () => undefined)
    t.after(() => {
      for (const wire of this.#free) wire?.close()
    })
  }

  /** Sends one whole request, in bytes, as soon as a connection is free, and gives its answer. */
  async exchange(request: string): Promise<WireAnswer> {
    const kept = await this.#take()
    // The server closes a connection after a request of which it does not know where it ends.
    const wire = kept === undefined || kept.hasEnded ? await Wire.open(this.#url) : kept
    let isGood = false
    try {
      wire.send(request)
      const answer = await wire.answer(request.startsWith('HEAD '))
      // An answer in chunks may be one without end.
      isGood =
        headerOf(answer, 'connection') !== 'close' && headerOf(answer, 'transfer-encoding') === undefined
      return answer
    } finally {
      if (!isGood) wire.close()
      this.#give(isGood ? wire : undefined)
    }
  }

  /** Works through `items`, as many at once as there are connections; the results come together. */
  async bulk<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<readonly Result[]>,
  ): Promise<Result[]> {
    const left = items.values()
    const results: Result[] = []
    const worker = async () => {
      for (const item of left) results.push(...(await work(item)))
    }
    await Promise.all(Array.from({ length: this.#most }, worker))
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
