/** Stopping in named phases, each with a time limit, so that a log tells where a stop hangs. */
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'

export interface Phase {
  readonly name: string
  /** Milliseconds after which the next phase begins all the same. */
  readonly atMost: number
  run(): Promise<void>
}

/** Runs the phases in order. One that fails or takes too long is logged and does not stop the others. */
export async function shutDown(phases: readonly Phase[], clock: Clock, logger: Logger): Promise<void> {
  for (const { name, atMost, run } of phases) {
    const started = clock.monotonic()
    const outcome = await Promise.race([
      run().then(
        () => 'done',
        (error: unknown) => {
          logger.error({ err: error, phase: name }, 'a phase of the shutdown failed')
          return 'failed'
        },
      ),
      timeLimit(clock, atMost),
    ])
    const milliseconds = Math.round(clock.monotonic() - started)
    logger[outcome === 'done' ? 'debug' : 'warn'](
      { phase: name, outcome, milliseconds },
      'shutdown phase ended',
    )
  }
}

function timeLimit(clock: Clock, atMost: number): Promise<'too slow'> {
  return new Promise((resolve) => {
    clock.after(atMost, () => resolve('too slow'))
  })
}
