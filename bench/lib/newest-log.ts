import type { LoggedEvent } from '../../src/log/event.ts'

/** An in-memory log of unread events, for benches that measure only streaming. */
export class NewestLog {
  head = 0n
  readonly #events: LoggedEvent[] = []
  #wake: () => void = () => undefined

  append(events: readonly LoggedEvent[]): void {
    this.#events.push(...events)
    this.head += BigInt(events.length)
    this.#wake()
  }

  async readAfter(): Promise<readonly LoggedEvent[]> {
    return this.#events.splice(0)
  }

  async catchUp(): Promise<void> {}

  async *follow(_position: bigint, signal: AbortSignal): AsyncGenerator<readonly LoggedEvent[]> {
    while (!signal.aborted) {
      const batch = await this.readAfter()
      if (batch.length > 0) yield batch
      else {
        const { promise, resolve } = Promise.withResolvers<void>()
        this.#wake = resolve
        signal.addEventListener('abort', this.#wake, { once: true })
        if (this.#events.length === 0) await promise
        signal.removeEventListener('abort', this.#wake)
      }
    }
  }
}
