import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { slowTest as test } from '../test/support/part.ts'
import { aviary, createApp, serve } from './support/aviary.ts'
import { readGraph } from './support/edges.ts'
import { idsOf, walk } from './support/id-lists.ts'
import { ENGINES, type Engine, newInstallation } from './support/installation.ts'

const GRAPH = fileURLToPath(new URL('../test/fixtures/graph/followers.edges.gz', import.meta.url))
const STAR = '900000000'

/** Edges imported while the backup runs. */
const LATE_EDGES = 8_000
const FIRST_LATE_FOLLOWER = 500_000_000

for (const engine of ENGINES) {
  test(`a backup taken under load restores to an equal server, on ${engine}`, (t) =>
    backsUpUnderLoad(t, engine))
}

async function backsUpUnderLoad(t: TestContext, engine: Engine): Promise<void> {
  const graph = readGraph(GRAPH)
  const place = await newInstallation(t, engine)
  await aviary(place, 'import', 'follows', GRAPH)
  const app = await createApp(place, 'keeper')
  const server = await serve(t, place, '--limits', 'off')
  const late = join(place.data, 'late.edges.gz')
  writeFileSync(late, gzipSync(lateEdges()))
  const archive = join(place.data, 'backup.tar.gz')

  // Reads and writes continue while the backup runs.
  const load = { isOver: false, pages: 0 }
  const reading = readOn(server.url, app.bearer_token, load)
  const importing = aviary(place, 'import', 'follows', late)
  await aviary(place, 'backup', archive)
  load.isOver = true
  await Promise.all([reading, importing])
  assert.ok(load.pages > 0, 'nothing was read while the backup was made')

  // The archive is restored into the other engine, because archives do not depend on the engine.
  const restored = await newInstallation(t, engine === 'sqlite' ? 'postgres' : 'sqlite')
  await aviary(restored, 'restore', archive)
  assert.equal((await aviary(restored, 'verify'))['ok'], true)
  const { url } = await serve(t, restored, '--limits', 'off')
  const token = app.bearer_token
  const ids = idsOf(await walk({ url, token, list: 'followers', userId: STAR }))
  const arrived = ids.length - (graph.followers.get(STAR)?.length ?? 0)
  assert.ok(arrived >= 0 && arrived <= LATE_EDGES)
  // The snapshot is consistent: it has the newest imported edges without a gap, then all earlier edges.
  const newest = Array.from({ length: arrived }, (_, index) =>
    String(FIRST_LATE_FOLLOWER + arrived - 1 - index),
  )
  assert.deepEqual(ids, [...newest, ...(graph.followers.get(STAR) ?? [])])
  for (const [userId, friends] of [...graph.friends].slice(0, 5)) {
    assert.deepEqual(idsOf(await walk({ url, token, list: 'friends', userId })), friends)
  }
}

function lateEdges(): string {
  return Array.from({ length: LATE_EDGES }, (_, index) => `${FIRST_LATE_FOLLOWER + index} ${STAR}\n`).join('')
}

async function readOn(url: string, token: string, load: { isOver: boolean; pages: number }): Promise<void> {
  while (!load.isOver) {
    const pages = await walk({ url, token, list: 'followers', userId: STAR, count: 500 })
    load.pages += pages.length
  }
}
