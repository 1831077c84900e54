/** Keeps the pending timers of a controlled clock, in the order of their due times. */

export interface PendingTimer {
  /** Due time in milliseconds of the monotonic clock. */
  due: number
  /** Milliseconds between runs; undefined for a timer that runs once. */
  readonly period: number | undefined
  readonly task: () => void
  /** Timers with the same due time run in the order of this number. */
  readonly order: number
  isCancelled: boolean
}

/** Cancelled timers are removed from the heap when they outnumber the live timers and are more than this number. */
const MIN_COMPACTED = 64

/** A binary heap that is ordered by due time. */
export class TimerQueue {
  #heap: PendingTimer[] = []
  #cancelled = 0

  /** The timer with the earliest due time; undefined if there are no timers. */
  get next(): PendingTimer | undefined {
    for (;;) {
      const [first] = this.#heap
      if (first === undefined || !first.isCancelled) return first
      this.#cancelled -= 1
      this.#removeFirst()
    }
  }

  get size(): number {
    return this.#heap.length - this.#cancelled
  }

  add(timer: PendingTimer): void {
    const heap = this.#heap
    timer.isCancelled = false
    let at = heap.push(timer) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(timer, heap[parent])) break
      heap[at] = heap[parent] as PendingTimer
      at = parent
    }
    heap[at] = timer
  }

  /** Removes and returns the timer with the earliest due time. */
  take(): PendingTimer | undefined {
    const { next } = this
    if (next === undefined) return undefined
    this.#removeFirst()
    // A timer that is not in the queue counts as cancelled, so that `cancel` ignores it.
    next.isCancelled = true
    return next
  }

  cancel(timer: PendingTimer): void {
    if (timer.isCancelled) return
    timer.isCancelled = true
    this.#cancelled += 1
    if (this.#cancelled > MIN_COMPACTED && this.#cancelled > this.#heap.length / 2) this.#compact()
  }

  #compact(): void {
    const live = this.#heap.filter(({ isCancelled }) => !isCancelled)
    this.#heap = []
    this.#cancelled = 0
    for (const timer of live) this.add(timer)
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left
      if (!isBefore(heap[child], last)) break
      heap[at] = heap[child] as PendingTimer
      at = child
    }
    heap[at] = last
  }
}

function isBefore(one: PendingTimer | undefined, other: PendingTimer | undefined): boolean {
  if (one === undefined) return false
  if (other === undefined) return true
  return one.due < other.due || (one.due === other.due && one.order < other.order)
}
