/** Waiting for the signal to stop. */

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
      process.once('SIGINT', () => process.exit(130))
      process.once('SIGTERM', () => process.exit(143))
      clearInterval(alive)
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
    // Listeners alone keep no process running.
    const alive = setInterval(() => undefined, 2 ** 30)
  })
}
