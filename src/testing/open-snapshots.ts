/** Opens the snapshots of a server from its settings. */
import { join } from 'node:path'
import type { BlobSnapshots } from '../blobs/blob-snapshots.ts'
import { openBlobSnapshots } from '../blobs/open.ts'
import type { Config } from '../config.ts'
import { addressOf } from '../db/open.ts'
import { openSnapshots } from '../db/test-snapshots/snapshots.ts'
import type { ServerControls, TestControls } from './controls.ts'
import { type SnapshotParts, Snapshots } from './snapshots.ts'

/** The directory of snapshots. */
function copiesOf({ data }: Config): string {
  return join(data, 'snapshots')
}

export function blobSnapshots(config: Config): BlobSnapshots {
  return openBlobSnapshots(config, copiesOf(config))
}

type Subject = Omit<SnapshotParts, 'database' | 'controls' | 'replace'>

/** Adds the control of the data to controls, if there are any. */
export function withSnapshots(
  config: Config,
  controls: TestControls | undefined,
  { store, cluster, ids }: Subject,
  generations: Pick<SnapshotParts, 'replace'>,
): ServerControls | undefined {
  if (controls === undefined) return undefined
  const database = openSnapshots(addressOf(config), copiesOf(config))
  const replace = (work: () => Promise<void>) => generations.replace(work)
  return { ...controls, snapshots: new Snapshots({ database, store, cluster, ids, controls, replace }) }
}
