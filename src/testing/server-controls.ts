/** The controls of the data of a running server. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { addressOf } from '../db/open.ts'
import { openSnapshots } from '../db/test-snapshots/snapshots.ts'
import type { Generations } from '../generations.ts'
import type { Runtime } from '../runtime.ts'
import type { ServerControls, TestControls } from './controls.ts'
import { settle, settleDeliveries } from './settle.ts'
import { Snapshots } from './snapshots.ts'

/** Adds snapshots to the controls, if there are any, and makes their clock wait for the readers of the log. */
export function serverControls(
  config: Config,
  controls: TestControls | undefined,
  { ids, store, cluster }: Pick<Runtime, 'ids' | 'store' | 'cluster'>,
  generations: Generations,
): ServerControls | undefined {
  if (controls === undefined) return undefined
  controls.clock.onMove(() => settle(generations.live))
  const database = openSnapshots(addressOf(config), join(config.data, 'snapshots'))
  const snapshots = new Snapshots({
    ...{ database, store, cluster, ids, controls },
    delivered: () => settleDeliveries(generations.live),
    replace: (work, begin = () => undefined) => generations.replace(work, begin),
  })
  return { ...controls, snapshots }
}
