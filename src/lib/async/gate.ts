/** Holds requests back while the data of a server is replaced (test mode). */
import type { EventEmitter } from 'node:events'

export class Gate {
  #running = 0
  #closed: PromiseWithResolvers<void> | undefined
  #onIdle: (() => void) | undefined

  /** Waits while the gate is closed, and counts the response until its event `close`. */
  async enter(response: EventEmitter): Promise<void> {
    while (this.#closed !== undefined) await this.#closed.promise
    this.#running += 1
    response.once('close', () => this.#leave())
  }

  /** Holds back every later request. */
  close(): void {
    this.#closed ??= Promise.withResolvers()
  }

  open(): void {
    this.#closed?.resolve()
    this.#closed = undefined
  }

  /** Resolves when no response is running. */
  async idle(): Promise<void> {
    while (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
    }
  }

  #leave(): void {
    this.#running -= 1
    if (this.#running === 0) this.#onIdle?.()
  }
}
