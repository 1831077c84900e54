/**
 * fast-check as tests import it: `import * as fc from '…/test/support/properties.ts'`. A property runs less often in the fast
 * part of the suite and more often in the slow one (part.ts). When it fails, fast-check prints the seed; `TEST_SEED=…` in
 * front of the same command repeats the run.
 */
import fc from 'fast-check'
import { runsOf, seedOf } from './part.ts'

export * from 'fast-check'

/** Runs of a property that asks for no number of them: fast-check's own. */
const DEFAULT_RUNS = 100

/** As fast-check's own; a property with a seed of its own makes as many runs as it says, for it is a list of examples. */
export function assert<Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void>
export function assert<Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>): void
export function assert<Ts>(
  property: fc.IRawProperty<Ts>,
  parameters: fc.Parameters<Ts> = {},
): Promise<void> | void {
  if (parameters.seed !== undefined) return fc.assert(property, parameters)
  const seed = seedOf()
  const numRuns = runsOf(parameters.numRuns ?? DEFAULT_RUNS)
  return fc.assert(property, { ...parameters, numRuns, ...(seed === undefined ? {} : { seed }) })
}
