import type { StartedWindow } from '../http/rate-limit/window.ts'

/** A window in memory, linked with its neighbours of the same length. */
export interface QueuedWindow extends StartedWindow {
  readonly key: string
  /** True when at least half of the limit of the window is used. The value never becomes false again. */
  halfUsed: boolean
  previous: QueuedWindow | undefined
  next: QueuedWindow | undefined
}

/**
 * The windows of one length in the order of their start, which is also the order of their end. Every
 * operation takes constant time. For {@link WindowQueue.oldestLightlyUsed} this is an average, because its
 * pointer may pass several windows in one call, but never moves back.
 */
export class WindowQueue {
  #oldest: QueuedWindow | undefined
  #newest: QueuedWindow | undefined
  /** All windows before this one are at least half used. */
  #lightlyUsed: QueuedWindow | undefined

  get oldest(): QueuedWindow | undefined {
    return this.#oldest
  }

  /** The oldest window that is less than half used. */
  get oldestLightlyUsed(): QueuedWindow | undefined {
    while (this.#lightlyUsed?.halfUsed) this.#lightlyUsed = this.#lightlyUsed.next
    return this.#lightlyUsed
  }

  append(window: QueuedWindow): void {
    window.previous = this.#newest
    if (this.#newest === undefined) this.#oldest = window
    else this.#newest.next = window
    this.#newest = window
    this.#lightlyUsed ??= window
  }

  remove(window: QueuedWindow): void {
    if (this.#lightlyUsed === window) this.#lightlyUsed = window.next
    if (window.previous === undefined) this.#oldest = window.next
    else window.previous.next = window.next
    if (window.next === undefined) this.#newest = window.previous
    else window.next.previous = window.previous
    window.previous = undefined
    window.next = undefined
  }
}
