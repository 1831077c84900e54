import type { Context } from '../../src/domain/context.ts'
import { Snowflakes } from '../../src/lib/ids/snowflake.ts'
import { TestClock } from './test-clock.ts'

/**
 * A context with the same data at a later time. The difference must be longer than a lease of a worker
 * number.
 */
export function atLaterTime(context: Context, ms: number): Context & { readonly clock: TestClock } {
  const clock = new TestClock(context.clock.now() + ms)
  const lease = { worker: 1023, from: clock.now(), until: Number.MAX_SAFE_INTEGER }
  return { ...context, clock, ids: new Snowflakes(clock, lease) }
}
