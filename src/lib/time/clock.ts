/**
 * The only module that uses the machine's time, timers and randomness. Other code gets a {@link Clock} or a {@link
 * Random}, so that tests control time and repeat runs.
 */
import { randomBytes } from 'node:crypto'

/** A source of time. All times are integer milliseconds since the Unix epoch. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds of a monotonic clock, with fractions, for durations. */
  monotonic(): number
  /** Runs `task` once after `ms` milliseconds; the returned function cancels it. Never keeps the process alive. */
  after(ms: number, task: () => void): () => void
  /** Runs `task` every `ms` milliseconds until the returned function is called. Never keeps the process alive. */
  every(ms: number, task: () => void): () => void
}

/** A source of unpredictable bytes. */
export type Random = (bytes: number) => Buffer

/** Parts of a server that draw random bytes independently of its requests, or at every request. */
export type RandomUser = 'names of requests' | 'deliveries'

/** Each part has its own source, so that bytes that one part draws do not change the bytes of another part. */
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

/** Timers may fire this many milliseconds early. */
const EARLY_MS = 2

/** Resolves at the end of the current second of {@link systemClock}; keeps the process alive until then. */
export function endOfSecond(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1_000 - (Date.now() % 1_000) + EARLY_MS)
  })
}

/** Resolves after `ms` milliseconds of `clock`, or immediately when `signal` is aborted. */
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
