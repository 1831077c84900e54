/**
 * Tests a rolling upgrade under load: each node ends at SIGTERM and is started again
 * (docs/decisions/0156-draining.md).
 */
import assert from 'node:assert/strict'
import { postgresBinaries } from '../../src/demo/nodes/postgres-binaries.ts'
import { slowTest as test } from '../support/part.ts'
import { waitUntil } from '../support/wait-until.ts'
import { problemsOf, settled } from './checks.ts'
import { clientsOf, openStage } from './stage.ts'

/** The stage creates as many apps as posts during this number of seconds need. */
const SECONDS = 300
/**
 * Seconds of draining. Within this time, the load balancer notices that a node is not ready, even on a busy
 * machine.
 */
const DRAIN_S = 6
/** Number of posts that each writer must write between two stops. */
const POSTS = 5

const skip = await postgresBinaries().then(
  () => false,
  (error: unknown) => `no PostgreSQL programs: ${error}`,
)

test('three nodes are replaced under load: only streams reconnect, and nothing is refused, lost or stored twice', {
  skip,
  timeout: SECONDS * 1_000,
}, async (t) => {
  const stage = await openStage(t, SECONDS, DRAIN_S)
  const { nodes, readers, writers, live } = stage
  const clients = clientsOf(stage)
  await Promise.all(clients.readers.map((reader) => reader.begin()))
  const parts = Object.values(clients).flat()
  const running = parts.map((part) => part.run())
  t.after(() => {
    for (const part of parts) part.stop()
  })
  const moreOfAll = () => {
    const before = writers.map(({ acknowledged }) => acknowledged.length)
    return waitUntil(() =>
      writers.every(({ acknowledged }, index) => acknowledged.length >= (before[index] ?? 0) + POSTS),
    )
  }
  for (const node of nodes) {
    await moreOfAll()
    assert.equal(await node.stop(), undefined)
    await moreOfAll()
    await node.start()
  }
  await moreOfAll()
  for (const writer of clients.writers) writer.stop()
  const late = await settled(stage)
  assert.deepEqual([...late, ...(await problemsOf(stage))], [])
  for (const reader of [...clients.readers, ...live]) reader.stop()
  await Promise.all(running)
  assert.deepEqual(
    writers.flatMap(({ refused }) => [...refused]),
    [],
    'no post was refused',
  )
  assert.ok(readers.every(({ reconnects }) => reconnects > 0))
  const posts = writers.reduce((count, { acknowledged }) => count + acknowledged.length, 0)
  t.diagnostic(`${posts} posts, ${readers.map(({ reconnects }) => reconnects).join(' and ')} reconnects`)
})
