/** Trying an optimistic verb: what it has stored must never be written again, whatever goes wrong behind it. */
import type { Autocommit, OptimisticVerb, Written } from '../store.ts'

export interface Tried {
  /** Undefined when nothing was stored, as far as the verb says. */
  readonly written: Written<unknown> | undefined
  readonly error: unknown
  /** Whether a statement was committed that has stored something: then it answers rows. */
  readonly hasStored: boolean
}

/** Runs an optimistic verb. Never throws. */
export async function tried(
  verb: OptimisticVerb<unknown, unknown>,
  unasked: Autocommit,
  inputs: readonly unknown[],
  expected: bigint,
): Promise<Tried> {
  let hasStored = false
  const noted: Autocommit = {
    async rows(query, parameters) {
      const rows = await unasked.rows(query, parameters)
      if (rows.length > 0) hasStored = true
      return rows
    },
  }
  try {
    return { written: await verb(noted, inputs, expected), error: undefined, hasStored }
  } catch (error) {
    return { written: undefined, error, hasStored }
  }
}
