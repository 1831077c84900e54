/** Makes requests wait while test controls replace the data of a server. */
import type { EventEmitter } from 'node:events'

/** The part of a response that the gate uses; it emits `close` once. */
export interface GatedResponse extends EventEmitter {
  destroy(): unknown
}

export class Gate {
  readonly #responses = new Set<GatedResponse>()
  /** Number of running request handlers. A handler may continue after its client has disconnected. */
  #handlers = 0
  #closed: PromiseWithResolvers<void> | undefined
  #onIdle: (() => void) | undefined

  /** Waits while the gate is closed, and counts the response until its event `close`. */
  async enter(response: GatedResponse): Promise<void> {
    while (this.#closed !== undefined) await this.#closed.promise
    this.#responses.add(response)
    response.once('close', () => {
      this.#responses.delete(response)
      this.#left()
    })
  }

  /** Counts the work of a handler until it settles. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#handlers += 1
    try {
      return await work
    } finally {
      this.#handlers -= 1
      this.#left()
    }
  }

  /** Makes all later requests wait. */
  close(): void {
    this.#closed ??= Promise.withResolvers()
  }

  open(): void {
    this.#closed?.resolve()
    this.#closed = undefined
  }

  /** Resolves when no response and no handler is running. */
  async idle(): Promise<void> {
    while (!this.#isIdle) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
    }
  }

  /** Closes the connections of the responses in progress. */
  cut(): void {
    for (const response of this.#responses) response.destroy()
  }

  get #isIdle(): boolean {
    return this.#responses.size === 0 && this.#handlers === 0
  }

  #left(): void {
    if (this.#isIdle) this.#onIdle?.()
  }
}
