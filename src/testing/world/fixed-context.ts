/** Makes contexts with a chosen id and time, for commands that otherwise generate them. */
import type { Context } from '../../domain/context.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import { ControlRefused } from '../refused.ts'

/** The chosen id and time. A value that is omitted is generated. */
export interface Chosen {
  /** A positive id of at most 63 bits. */
  readonly id?: bigint | undefined
  /** Milliseconds since the Unix epoch. If no id is chosen, the generated id contains this time. */
  readonly at?: number | undefined
}

const LARGEST = 2n ** 63n - 1n

/** Number of low bits of an id that do not contain the time. */
const LOW_BITS = 22
const RANDOM_BYTES = 3

/**
 * A context for one command. The first generated id and all times are the chosen values.
 * @throws {ControlRefused} for an id outside the valid range
 */
export function chosenContext<C extends Context>(context: C, { id, at }: Chosen): C {
  if (id === undefined && at === undefined) return context
  if (id !== undefined && (id < 1n || id > LARGEST))
    throw new ControlRefused(`${id} is no id; use 1 to ${LARGEST}`)
  const { clock, ids } = context
  let next = id ?? (at === undefined ? undefined : idAt(context, at))
  const take = () => {
    const taken = next
    next = undefined
    return taken
  }
  return {
    ...context,
    clock: at === undefined ? clock : { ...clockOf(context), now: () => at },
    ids: { next: () => take() ?? ids.next(), make: () => take() ?? ids.make() },
  }
}

function idAt({ random }: Context, at: number): bigint {
  const low = BigInt(random(RANDOM_BYTES).readUIntBE(0, RANDOM_BYTES) >> (8 * RANDOM_BYTES - LOW_BITS))
  return firstSnowflakeAt(at) | low
}

function clockOf({ clock }: Context): Context['clock'] {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, task) => clock.after(ms, task),
    every: (ms, task) => clock.every(ms, task),
  }
}
