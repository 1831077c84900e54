/** Contexts whose next id and time are chosen, for commands that make them themselves. */
import type { Context } from '../../domain/context.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import { ControlRefused } from '../refused.ts'

/** The choices of a builder. Omitted values are generated as for any other command. */
export interface Chosen {
  /** A positive id of at most 63 bits. */
  readonly id?: bigint | undefined
  /** Milliseconds since the Unix epoch. Without an id, the id contains this time. */
  readonly at?: number | undefined
}

const LARGEST = 2n ** 63n - 1n

/** Low bits of an id, which do not contain its time. */
const LOW_BITS = 22
const RANDOM_BYTES = 3

/**
 * A context for one command. The first id is the chosen one, all times are the chosen one.
 * @throws {ControlRefused} for an id out of range
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
