/** How long a process runs: until its work is done, or until a signal. */

/** Keeps the process running until the returned function is called: a clock's timers and listeners alone do not. */
export function keepRunning(): () => void {
  const alive = setInterval(() => undefined, 2 ** 30)
  return () => clearInterval(alive)
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
      process.once('SIGINT', () => process.exit(130))
      process.once('SIGTERM', () => process.exit(143))
      letGo()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
    const letGo = keepRunning()
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
 * Runs work that can be given up and then leaves nothing behind. The first SIGINT or SIGTERM aborts the signal, a
 * second one ends the process at once.
 * @throws {Interrupted} when it was given up
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const onSignal = () => controller.abort(new Interrupted())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  }
}
