/** Opens the snapshots of a server from its settings. */
import { join } from 'node:path'
import type { BlobSnapshots } from '../blobs/blob-snapshots.ts'
import { openBlobSnapshots } from '../blobs/open.ts'
import type { Config } from '../config.ts'
import { addressOf } from '../db/open.ts'
import { openSnapshots } from '../db/test-snapshots/snapshots.ts'
import type { ServerControls, TestControls } from './controls.ts'
import { type ReplacedReaders, settleDeliveries, settlingOf } from './settle.ts'
import { type SnapshotParts, Snapshots } from './snapshots.ts'
import { Traffic, type TrafficParts } from './traffic/traffic.ts'

/** The directory in which snapshots are stored. */
function copiesOf({ data }: Config): string {
  return join(data, 'snapshots')
}

export function blobSnapshots(config: Config): BlobSnapshots {
  return openBlobSnapshots(config, copiesOf(config))
}

type Subject = Pick<SnapshotParts, 'store' | 'cluster' | 'ids'> & Pick<TrafficParts, 'context'>

/** The parts of a server that a reset or restore replaces. */
export interface Replaceable extends ReplacedReaders {
  replace(work: () => Promise<void>, begin: () => void): Promise<void>
}

/**
 * Adds snapshots and traffic to test controls, if the server has test controls. After this call, the controlled clock
 * waits for the readers of the log.
 */
export function withSnapshots(
  config: Config,
  controls: TestControls | undefined,
  { store, cluster, ids, context }: Subject,
  generations: Replaceable,
): ServerControls | undefined {
  if (controls === undefined) return undefined
  const database = openSnapshots(addressOf(config), copiesOf(config))
  controls.clock.onMove(settlingOf(store, generations))
  const traffic = new Traffic({ context, clock: controls.clock })
  const snapshots = new Snapshots({
    ...{ database, store, cluster, ids, controls },
    delivered: () => settleDeliveries(generations.live),
    async replace(work, begin = () => undefined) {
      await traffic.stop()
      await generations.replace(work, begin)
    },
  })
  return { ...controls, snapshots, traffic }
}
