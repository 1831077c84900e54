/** Makes contexts with which tests run commands at another time. */
import type { Context } from '../../src/domain/context.ts'
import { firstSnowflakeAt } from '../../src/lib/ids/snowflake.ts'

/**
 * The context with a clock that stands at `at`, and with ids that contain this time.
 * @param at milliseconds since the Unix epoch
 */
export function atTime(context: Context, at: number): Context {
  const { clock } = context
  let id = firstSnowflakeAt(at) + 1_000n
  const next = () => {
    id += 1n
    return id
  }
  return {
    ...context,
    clock: {
      now: () => at,
      monotonic: () => clock.monotonic(),
      after: (ms, task) => clock.after(ms, task),
      every: (ms, task) => clock.every(ms, task),
    },
    ids: { next, make: next },
  }
}
