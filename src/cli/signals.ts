/** How long a process runs: until its work is done, or until a signal. */
import { constants } from 'node:os'
import { systemClock } from '../lib/time/clock.ts'

/** Asked by a person, by whoever runs the process, or by a terminal that is closed. */
const ASKING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Milliseconds in which the same wish may come twice: a terminal sends Ctrl-C to every process of a command, and npm, which
 * is one of them, hands it on.
 */
const ECHO_MS = 500

/** Keeps the process running until the returned function is called: a clock's timers and listeners alone do not. */
export function keepRunning(): () => void {
  const alive = setInterval(() => undefined, 2 ** 30)
  return () => clearInterval(alive)
}

/**
 * Calls `onFirst` at the first SIGINT, SIGTERM or SIGHUP; a later one ends the process at once, with 128 and its number.
 * @returns a function that leaves signals alone again
 */
function onSignal(onFirst: () => void): () => void {
  let askedAt: number | undefined
  const take = (signal: (typeof ASKING)[number]) => {
    const now = systemClock.monotonic()
    if (askedAt === undefined) {
      askedAt = now
      onFirst()
    } else if (now - askedAt >= ECHO_MS) process.exit(128 + constants.signals[signal])
  }
  for (const signal of ASKING) process.on(signal, take)
  return () => {
    for (const signal of ASKING) process.off(signal, take)
  }
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP; a later one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const letGo = keepRunning()
    onSignal(() => {
      letGo()
      resolve()
    })
  })
}

/**
 * Ends the process at the first SIGINT or SIGTERM, until the returned function is called. Left to itself a process does so
 * too, but not where it is the first of a container.
 */
export function endAtSignal(): () => void {
  const ends = [
    ['SIGINT', () => process.exit(130)],
    ['SIGTERM', () => process.exit(143)],
  ] as const
  for (const [signal, end] of ends) process.on(signal, end)
  return () => {
    for (const [signal, end] of ends) process.off(signal, end)
  }
}

/** Thrown by {@link interruptible}. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'

  constructor() {
    super('interrupted; nothing was changed')
  }
}

/**
 * Runs work that can be given up and then leaves nothing behind. The first SIGINT, SIGTERM or SIGHUP aborts the signal, a
 * later one ends the process at once.
 * @throws {Interrupted} when it was given up
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const leave = onSignal(() => controller.abort(new Interrupted()))
  try {
    return await work(controller.signal)
  } finally {
    leave()
  }
}
