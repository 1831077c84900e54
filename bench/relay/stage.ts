/**
 * Starts a database, a writer, a node with the role `jobs`, stream nodes and their client. Each kind has a
 * separate process.
 */
import { migrate } from '../../src/db/migrate.ts'
import { databaseAddress } from '../../src/db/open.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { type Child, startChild } from '../lib/child.ts'
import type { Installations } from '../lib/installations.ts'
import type { methods as clientMethods } from './client-process.ts'
import { postmasterOf } from './database-cpu.ts'
import type { methods as nodeMethods } from './node-process.ts'
import type { methods as writerMethods } from './writer-process.ts'

export interface Shape {
  /** URL of NATS; empty for nodes without a relay. */
  readonly relay: string
  /** Number of stream nodes, each with one connection. */
  readonly nodes: number
}

export interface Stage {
  readonly writer: Child<typeof writerMethods>
  /** The node with the role `jobs`, which publishes to the relay. */
  readonly jobs: Child<typeof nodeMethods>
  readonly streams: Child<typeof nodeMethods>
  readonly client: Child<typeof clientMethods>
  readonly postmaster: number
}

const POOL = 4

export async function withStage<T>(
  places: Installations,
  { relay, nodes }: Shape,
  profile: string | undefined,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const config = { ...(await places.fresh('postgres')).config, pool: POOL }
  await migrate(databaseAddress(config), systemClock.now())
  const start = <M extends typeof nodeMethods | typeof writerMethods | typeof clientMethods>(name: string) =>
    startChild<M>(new URL(`./${name}-process.ts`, import.meta.url), { profile })
  await using writer = start<typeof writerMethods>('writer')
  const headers = await writer.call('open', config, nodes)
  await using jobs = start<typeof nodeMethods>('node')
  await jobs.call('open', { ...config, relay, roles: ['jobs'] }, 1)
  await using streams = start<typeof nodeMethods>('node')
  const urls = await streams.call('open', { ...config, relay, roles: ['streams'] }, nodes)
  await using client = start<typeof clientMethods>('client')
  for (const [index, url] of urls.entries()) await client.call('open', url, headers[index] ?? '')
  return await work({ writer, jobs, streams, client, postmaster: await postmasterOf(config.database) })
}
