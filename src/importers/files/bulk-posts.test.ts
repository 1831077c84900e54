import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { consumed } from '../../../test/support/consumed.ts'
import { freshConfig, type Hooks, testRuntime } from '../../../test/support/engines.ts'
import { SILENT } from '../../../test/support/logged.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { DataLock } from '../../db/data-lock.ts'
import { areIndexesMissing, buildLateIndexes, dropLateIndexes } from '../../db/late-indexes.ts'
import { once } from '../../db/query.ts'
import type { Store } from '../../db/store.ts'
import { extendReach, indexReach, missingInIndex } from '../../domain/search/index-posts.ts'
import { WordCodec } from '../../domain/search/word-codec.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { openRuntime } from '../../runtime.ts'
import { prepareIndex } from '../../search/index-import.ts'
import { verifyDatabase } from '../../verify/verify.ts'
import { importFiles } from './import-files.ts'
import { findInputs, type ImportInput } from './inputs.ts'

const POSTS = 60
const FIRST_ID = 490_828_800_000_000_000n

/**
 * A post, or a quote of another post. If the quoted post comes later in the file, storing it changes the searchable
 * words of the quote.
 */
function lineOf(number: number): string {
  const id_str = String(FIRST_ID + BigInt(number))
  const created_at = 'Wed Aug 12 00:00:00 +0000 2020'
  const user = { id: 5 + (number % 7), id_str: String(5 + (number % 7)), screen_name: `user${number % 7}` }
  const quoted = String(FIRST_ID + BigInt((number + 31) % POSTS))
  const quote = number % 5 === 0 ? { is_quote_status: true, quoted_status_id_str: quoted } : {}
  return `${JSON.stringify({ id_str, created_at, full_text: `word${number} and others`, user, ...quote })}\n`
}

async function importing(t: Hooks, minBulkBytes: number, isServerRunning = false) {
  const config = await freshConfig(t, 'sqlite')
  const { context, store } = await testRuntime(t, config, new TestClock())
  const file = join(config.data, 'posts.json')
  await writeFile(file, Array.from({ length: POSTS }, (_, number) => lineOf(number)).join(''))
  const lock = new DataLock({ data: config.data, database: '' }, context.clock, store.logger)
  if (isServerRunning) await lock.take()
  const run = async () => {
    const { tally } = await importFiles(context, await findInputs([file]), undefined, {
      data: config.data,
      stdin: Readable.from([]),
      importArchive: async () => assert.fail('there is no archive'),
      minBulkBytes,
    })
    return tally.state.kinds
  }
  const kinds = await run()
  lock.release()
  return { store, kinds, run, codec: new WordCodec(context.vault) }
}

async function textOf(store: Store, text: string): Promise<unknown> {
  return store.rows(
    once(() => sql.raw(text)),
    {},
  )
}

const SCHEMA = "select name, sql from sqlite_schema where type = 'index' order by name"
const TABLES = ['posts', 'users', 'user_counts', 'post_search_stale']
const IDS = Array.from({ length: POSTS }, (_, number) => FIRST_ID + BigInt(number))

test('an import in bulk stores the data and indexes that batches store, and completes the search index', async (t) => {
  const bulk = await importing(t, 0)
  const batches = await importing(t, Number.POSITIVE_INFINITY)
  assert.deepEqual(bulk.kinds, batches.kinds)
  assert.equal(bulk.kinds.posts.imported, POSTS)
  for (const table of TABLES) {
    const text = `select * from ${table} order by 1`
    assert.deepEqual(await textOf(bulk.store, text), await textOf(batches.store, text), table)
  }
  assert.deepEqual(await textOf(bulk.store, SCHEMA), await textOf(batches.store, SCHEMA))
  assert.equal(await indexReach(bulk.store, bulk.codec), 0n)
  assert.equal((await missingInIndex(bulk.store, IDS)).size, 0)
  assert.equal(await indexReach(batches.store, batches.codec), undefined)
  const events = (await textOf(bulk.store, 'select facts from events')) as { readonly facts: string }[]
  assert.ok(events.every(({ facts }) => !facts.includes('first_id')))
  const again = await bulk.run()
  assert.deepEqual([again.posts.imported, again.posts.skipped], [0, POSTS])
})

test('while a server runs, posts are stored in batches', async (t) => {
  const { store, kinds, codec } = await importing(t, 0, true)
  assert.equal(kinds.posts.imported, POSTS)
  assert.equal(await indexReach(store, codec), undefined)
})

test('an import that begins while an import in bulk runs stores batches, and nothing is lost', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  const clock = new TestClock()
  const { context, store } = await testRuntime(t, config, clock)
  const schema = await textOf(store, SCHEMA)
  const file = async (name: string, from: number, to: number) => {
    const path = join(config.data, name)
    await writeFile(
      path,
      IDS.slice(from, to)
        .map((_, at) => lineOf(from + at))
        .join(''),
    )
    return path
  }
  const options = { data: config.data, stdin: Readable.from([]), minBulkBytes: 0 }
  const importsSecond = async () => {
    assert.equal(await areIndexesMissing(store), true)
    const { context: other } = await testRuntime(t, config, clock)
    const { tally } = await importFiles(other, await findInputs([await file('second', 10, 50)]), undefined, {
      ...options,
      importArchive: async () => assert.fail('there is no archive'),
    })
    assert.equal(await areIndexesMissing(store), true, 'the indexes of the first import')
    return tally.state.kinds.posts
  }
  const [begin, end] = await findInputs([await file('begin', 0, 20), await file('end', 30, POSTS)])
  assert.ok(begin !== undefined && end !== undefined)
  let second: Awaited<ReturnType<typeof importsSecond>> | undefined
  // The first import waits at this input for the end of the second import.
  const pause: ImportInput = { name: 'pause', is: 'archive', path: '', size: 0 }
  const { tally } = await importFiles(context, [begin, pause, end], undefined, {
    ...options,
    importArchive: async () => {
      second = await importsSecond()
      throw new FileUnreadable('there is no archive')
    },
  })
  const { posts: first } = tally.state.kinds
  assert.deepEqual([first.imported, first.skipped], [30, 20])
  assert.deepEqual([second?.imported, second?.skipped], [30, 10])
  assert.deepEqual(await textOf(store, SCHEMA), schema)
  assert.deepEqual((await verifyDatabase(config, context.random)).faults, [])
  const alone = await importing(t, Number.POSITIVE_INFINITY)
  for (const table of ['posts', 'users', 'user_counts']) {
    const text = `select * from ${table} order by 1`
    assert.deepEqual(await textOf(store, text), await textOf(alone.store, text), table)
  }
  // The posts of batches are indexed by the next server.
  await startTestServer(t, { config })
  await consumed(store, 'search')
  assert.equal((await missingInIndex(store, IDS)).size, 0)
})

test('a search index that lacks posts of other imports remains incomplete', async (t) => {
  const { store, codec } = await importing(t, Number.POSITIVE_INFINITY)
  await prepareIndex(store, codec)
  assert.equal(await indexReach(store, codec), LARGEST_ID)
  await store.write((tx) => extendReach(tx, LARGEST_ID, FIRST_ID))
  await prepareIndex(store, codec)
  assert.equal(await indexReach(store, codec), FIRST_ID)
})

test('dropped indexes are rebuilt exactly', async (t) => {
  const { store } = await testRuntime(t, await freshConfig(t, 'sqlite'))
  const before = (await textOf(store, SCHEMA)) as readonly unknown[]
  await dropLateIndexes(store)
  // The indexes are dropped again, as in a second run after an import was killed.
  await dropLateIndexes(store)
  assert.equal(((await textOf(store, SCHEMA)) as readonly unknown[]).length, before.length - 4)
  assert.equal(await areIndexesMissing(store), true)
  assert.equal(await buildLateIndexes(store), true)
  assert.deepEqual(await textOf(store, SCHEMA), before)
  assert.equal(await buildLateIndexes(store), false)
})

test('the next start builds missing indexes, except while an import has the lock of the data', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  const { store } = await testRuntime(t, config)
  await dropLateIndexes(store)
  const lock = new DataLock({ data: config.data, database: '' }, new TestClock(), store.logger)
  await lock.take()
  const command = await openRuntime(config, { manner: 'command' })
  await command.close()
  assert.equal(await areIndexesMissing(store), true)
  lock.release()
  const warnings: string[] = []
  const logger = { ...SILENT, warn: (_: unknown, text?: unknown) => void warnings.push(String(text)) }
  const server = await openRuntime(config, { manner: 'server', logger })
  await server.close()
  assert.equal(await areIndexesMissing(store), false)
  assert.deepEqual(warnings, ['an import was interrupted; its indexes are built now'])
})
