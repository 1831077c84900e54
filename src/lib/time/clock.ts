/**
 * The only module that uses the time, the timers and the randomness of the machine. Other code gets a {@link Clock} or
 * a {@link Random}, so that tests can control the time and repeat runs.
 */
import { randomBytes } from 'node:crypto'

/** A source of time. Times are whole milliseconds since the Unix epoch. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds of a monotonic clock, with fractions; for measuring durations. */
  monotonic(): number
  /**
   * Runs `task` once after `ms` milliseconds. The returned function cancels the timer. The timer does not keep the
   * process alive.
   */
  after(ms: number, task: () => void): () => void
  /**
   * Runs `task` every `ms` milliseconds until the returned function is called. The timer does not keep the process
   * alive.
   */
  every(ms: number, task: () => void): () => void
}

/** A source of unpredictable bytes. */
export type Random = (bytes: number) => Buffer

/** Parts of a server that draw random bytes for every request, or independently of requests. */
export type RandomUser = 'names of requests' | 'deliveries'

/**
 * Returns the random source of a part. Each part has its own source, so that one part does not change the random bytes
 * of another part.
 */
export type RandomsOfParts = (user: RandomUser) => Random

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
  every(ms, task) {
    const timer = setInterval(task, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

export const systemRandom: Random = (bytes) => randomBytes(bytes)

/** Milliseconds by which timers may run early. */
const EARLY_MS = 2

/** Resolves at the end of the current second of {@link systemClock}. Keeps the process alive until then. */
export function endOfSecond(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1_000 - (Date.now() % 1_000) + EARLY_MS)
  })
}

/** Resolves when `ms` milliseconds of `clock` have passed, or immediately when `signal` is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const onAbort = () => {
      cancel()
      resolve()
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
