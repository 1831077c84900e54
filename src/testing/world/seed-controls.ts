/** Applies the parts of a seed file that are not data: API days of apps, and the fault plan. */
import { stringify } from 'yaml'
import { must } from '../../lib/assert.ts'
import type { TestControls } from '../controls.ts'
import { planOf } from '../faults/parse-plan.ts'
import type { SeededWorld } from './build-seed.ts'
import type { SeedDocument } from './read-seed.ts'

/**
 * Sets the API days of apps and the fault plan.
 * @param world the data that were built from the document
 * @throws {DocumentErrors} for unknown names of errors and disconnects
 */
export function applyControls(
  { dates, faults }: Pick<TestControls, 'dates' | 'faults'>,
  document: SeedDocument,
  world: SeededWorld,
): void {
  const { apps = [], seed, faults: list } = document.value
  for (const [index, { api_date }] of apps.entries()) {
    if (api_date !== undefined) dates.set(BigInt(must(world.apps[index], 'a built app').id), api_date)
  }
  if (list === undefined) return
  const plan = { ...(seed === undefined ? {} : { seed }), faults: list }
  faults.arm({ ...planOf(document, faults.vocabulary), text: stringify(plan) })
}
