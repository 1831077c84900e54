/** Shuts down in named phases with time limits, so that the log shows where a shutdown hangs. */

import type { Logger } from './log.ts'
import type { Clock } from './time/clock.ts'

export interface Phase {
  readonly name: string
  /** Milliseconds after which the next phase starts, even if this phase has not ended. */
  readonly atMost: number
  run(): Promise<void>
}

/** Runs the phases in order. A phase that fails or takes too long is logged, and the next phase runs. */
export async function shutDown(phases: readonly Phase[], clock: Clock, logger: Logger): Promise<void> {
  for (const phase of phases) {
    const started = clock.monotonic()
    const outcome = await outcomeOf(phase, clock, logger)
    const milliseconds = Math.round(clock.monotonic() - started)
    const level = outcome === 'done' ? 'debug' : 'warn'
    logger[level]({ phase: phase.name, outcome, milliseconds }, 'shutdown phase ended')
  }
}

function outcomeOf(
  { name, atMost, run }: Phase,
  clock: Clock,
  logger: Logger,
): Promise<'done' | 'failed' | 'too slow'> {
  return new Promise((resolve) => {
    const cancel = clock.after(atMost, () => resolve('too slow'))
    const work = async () => run()
    work()
      .then(() => resolve('done'))
      .catch((error: unknown) => {
        logger.error({ err: error, phase: name }, 'a phase of the shutdown failed')
        resolve('failed')
      })
      .finally(cancel)
  })
}
