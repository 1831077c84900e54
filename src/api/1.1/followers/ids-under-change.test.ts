import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { ask, createTestApp, parseExactly } from '../../../../test/support/api-client.ts'
import { ENGINES, testRuntime } from '../../../../test/support/engines.ts'
import { storedEdges } from '../../../../test/support/models/graph-model.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { startTestServer, type TestServer } from '../../../../test/support/server.ts'
import { createUsers } from '../../../../test/support/users.ts'
import type { Engine } from '../../../db/query.ts'
import type { Context } from '../../../domain/context.ts'
import { follow, unfollow } from '../../../domain/graph/follow.ts'
import { type ImportedEdge, importFollows, MAX_IMPORT_BATCH } from '../../../domain/graph/import-follows.ts'
import { must } from '../../../lib/assert.ts'

/**
 * The files with follows: a complete graph, which only some machines have, and its extract in the repository.
 * The test uses the first file that exists.
 */
const FILES = [
  '../../../../../shared/data/graph/followers.edges.gz',
  '../../../../test/fixtures/graph/followers.edges.gz',
]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => existsSync(path))

/** The user whose followers both files contain. */
const STAR = 900_000_000n

const COUNT = 500

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`paging followers while others follow and unfollow, on ${engine}`, async (t) => {
    const stage = await openStage(t, engine)
    for (const way of ['next_cursor', 'previous_cursor'] as const) {
      await t.test(`a follower who stays is returned exactly once, in order, by ${way}`, async () => {
        const stop = new AbortController()
        const churning = stage.writers.map((writer) => churn(writer, stop.signal))
        const seen = await walk(stage, way)
        stop.abort()
        const changes = (await Promise.all(churning)).reduce((sum, done) => sum + done, 0)
        assert.ok(changes > stage.pages, `only ${changes} changes during the walk`)
        const stayed = seen.filter((id) => !stage.isRestless.has(id))
        assert.deepEqual(stayed, way === 'next_cursor' ? stage.steady : stage.steady.toReversed())
        // New followers are added before the first page. A walk from the newest to the oldest follower therefore
        // returns no follower twice.
        if (way === 'next_cursor') assert.equal(new Set(seen).size, seen.length)
      })
    }
  })
}

interface Stage {
  readonly server: TestServer
  readonly token: (method: string, url: string) => string
  /** The process of the server, and on PostgreSQL a second process. */
  readonly writers: readonly Writer[]
  /** Followers who stay throughout, newest first. */
  readonly steady: readonly bigint[]
  readonly isRestless: ReadonlySet<bigint>
  /** Approximate number of pages of a walk. */
  readonly pages: number
}

interface Writer {
  readonly context: Context
  /** Users who follow and unfollow during the walk. Most of them are followers at the start. */
  readonly restless: readonly bigint[]
}

async function openStage(t: TestContext, engine: Engine): Promise<Stage> {
  const server = await startTestServer(t, { engine, settings: { limits: 'off' } })
  const { context, config } = server
  await load(context, must(FILES[0], 'the shipped extract'))
  const { asApp: token } = await createTestApp(context)
  const contexts = [context]
  if (engine === 'postgres') contexts.push((await testRuntime(t, config)).context)
  const followers = (await storedEdges(context.store, STAR, 'followers')).map(({ member }) => member)
  const leavers = followers.filter((_, index) => index % 20 === 0)
  const comers = (await createUsers(context, 50)).map((user) => user.id)
  const restless = [...leavers, ...comers]
  const isRestless = new Set(restless)
  return {
    server,
    token,
    writers: contexts.map((each, own) => ({
      context: each,
      restless: restless.filter((_, index) => index % contexts.length === own),
    })),
    steady: followers.filter((id) => !isRestless.has(id)),
    isRestless,
    pages: followers.length / COUNT,
  }
}

/** Imports the followers of the file without the pauses of the importer. */
async function load(context: Context, file: string): Promise<void> {
  const edges: ImportedEdge[] = []
  for (const line of gunzipSync(await readFile(file))
    .toString()
    .split('\n')) {
    const [follower, followee] = line.split(/\s+/)
    if (followee === String(STAR)) edges.push({ follower: BigInt(follower ?? ''), followee: STAR })
  }
  for (let from = 0; from < edges.length; from += MAX_IMPORT_BATCH) {
    await importFollows(context, edges.slice(from, from + MAX_IMPORT_BATCH), async () => undefined)
  }
}

/** Makes the restless users unfollow and follow repeatedly until `signal` is aborted. @returns the number of changes */
async function churn({ context, restless }: Writer, signal: AbortSignal): Promise<number> {
  let changes = 0
  for (let from = 0; !signal.aborted; from = (from + 7) % restless.length) {
    const some = restless.slice(from, from + 16)
    const left = await Promise.all(some.map((follower) => unfollow(context, { follower, followee: STAR })))
    const came = await Promise.all(
      some.map((follower, index) =>
        index % 3 === 0 ? undefined : follow(context, { follower, followee: STAR }),
      ),
    )
    changes += left.filter((isUndone) => isUndone).length
    changes += came.filter((followed) => followed?.outcome === 'followed').length
  }
  return changes
}

/**
 * The ids of all pages in the order of the walk. A walk that starts at the oldest page reverses the ids of each
 * page.
 */
async function walk({ server, token }: Stage, way: 'next_cursor' | 'previous_cursor'): Promise<bigint[]> {
  const seen: bigint[] = []
  const isForward = way === 'next_cursor'
  for (let cursor = isForward ? -1n : -2n; cursor !== 0n; ) {
    const query = `user_id=${STAR}&count=${COUNT}&cursor=${cursor}`
    const { status, text } = await ask(`${server.url}/1.1/followers/ids.json?${query}`, token)
    assert.equal(status, 200, text)
    const page = parseExactly(text) as { ids: bigint[]; next_cursor: bigint; previous_cursor: bigint }
    seen.push(...(isForward ? page.ids : page.ids.toReversed()))
    cursor = page[way]
  }
  return seen
}
