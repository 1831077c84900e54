/**
 * The cost of a search in a span of ids does not grow with the number of matches outside of the span
 * (spec/v2-posts.md#search-calls). The cost is the number of pages that PostgreSQL needs, or of bytes that SQLite
 * reads.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { countingPages, explaining } from '../../../test/support/databases/plans.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { bytesReadBy, canCountReads } from '../../../test/support/processes/read-bytes.ts'
import { raw } from '../../../test/support/tables.ts'
import { DATABASE_FILE } from '../../db/open.ts'
import type { Engine } from '../../db/query.ts'
import { SqliteConnection } from '../../db/sqlite/connection.ts'
import type { Reader } from '../../db/store.ts'
import { findCandidates, streamCandidates } from './find-candidates.ts'
import { putIndexed } from './index-posts.ts'
import { WordCodec } from './word-codec.ts'

/**
 * Number of posts in the span. The first scan of a search on PostgreSQL reads fewer posts, so the search
 * needs a second statement.
 */
const INSIDE = 5_000
/** One of every 250 posts has the word. */
const STEP = 250
const SPAN = { from: 1_000_000n, to: 1_000_000n + BigInt(INSIDE) - 1n }
const FIRST_AFTER = 2_000_000n
const RARE = { words: { kind: 'word', word: 'rare' }, ids: [] } as const
const EXPECTED = Array.from({ length: INSIDE / STEP }, (_, nth) => SPAN.from + BigInt(nth * STEP)).reverse()

/** Number of posts outside of the span, which all match. */
const FEW = 20_000
const MANY = 100_000

/** Makes an index with matches in the span, and with `outside` matches before and after it. */
async function indexed(t: TestContext, engine: Engine, outside: number) {
  const config = await freshConfig(t, engine)
  const runtime = await testRuntime(t, config)
  const { context, store } = runtime
  const codec = new WordCodec(context.vault)
  const [every, rare] = [codec.encode('every'), codec.encode('rare')]
  const both = `${every} ${rare}`
  const half = outside / 2
  const posts = [
    ...Array.from({ length: half }, (_, nth) => ({ id: BigInt(nth + 1), words: both })),
    ...Array.from({ length: INSIDE }, (_, nth) => ({
      id: SPAN.from + BigInt(nth),
      words: nth % STEP === 0 ? both : every,
    })),
    ...Array.from({ length: half }, (_, nth) => ({ id: FIRST_AFTER + BigInt(nth), words: both })),
  ]
  for (let at = 0; at < posts.length; at += INSIDE)
    await store.writeAside((tx) => putIndexed(tx, posts.slice(at, at + INSIDE)))
  if (engine === 'postgres') {
    // PostgreSQL keeps new rows in a list of limited length, which every search reads. The statement empties the list.
    await store.rows(raw("select gin_clean_pending_list('post_search_words')"), {})
    await store.analyze()
  }
  return { config, runtime, codec }
}

/** The cost of one search, in the unit of the engine. */
const COST: Readonly<Record<Engine, (t: TestContext, outside: number) => Promise<number>>> = {
  async postgres(t, outside) {
    const { runtime, codec } = await indexed(t, 'postgres', outside)
    const { reader, pages } = countingPages(runtime.store)
    const found = await findCandidates(on('postgres', reader), codec, RARE, { ...SPAN, count: 100 })
    assert.deepEqual(found, EXPECTED)
    return pages()
  },
  async sqlite(t, outside) {
    const { config, codec } = await indexed(t, 'sqlite', outside)
    const connection = new SqliteConnection({
      file: join(config.data, DATABASE_FILE),
      readOnly: true,
      busyTimeout: 0,
      cacheKib: 1,
      tempStore: 'memory',
      autocheckpointPages: 0,
      monotonic: () => 0,
      observer: {},
    })
    t.after(() => connection.close())
    const reader: Reader = {
      rows: async (query, parameters) => connection.rows(query, parameters),
      first: async (query, parameters) => connection.first(query, parameters),
    }
    const search = () => findCandidates(on('sqlite', reader), codec, RARE, { ...SPAN, count: 100 })
    assert.deepEqual(await search(), EXPECTED)
    // Threads of the store may read at the same time, so the smallest of three results counts.
    return Math.min(await bytesReadBy(search), await bytesReadBy(search), await bytesReadBy(search))
  },
}

function on<E extends Engine>(engine: E, reader: Reader) {
  return { engine, rows: reader.rows, first: reader.first }
}

/** Maximum factor by which the cost may grow. On SQLite a larger index may have more segments. */
const LIMIT: Readonly<Record<Engine, number>> = { sqlite: 2, postgres: 1.25 }

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `spec/v2-posts.md#search-calls: a search in a span of ids costs the same with five times as many matches outside of the span, on ${engine}`,
    {
      skip: engine === 'sqlite' && !canCountReads ? 'the system does not count reads' : false,
    },
    async (t) => {
      const few = await COST[engine](t, FEW)
      const many = await COST[engine](t, MANY)
      t.diagnostic(`${few} and ${many} ${engine === 'sqlite' ? 'bytes' : 'pages'}`)
      assert.ok(few > 0)
      assert.ok(many <= few * LIMIT[engine], `${many} is more than ${LIMIT[engine]} × ${few}`)
    },
  )
}

test('PostgreSQL finds a rare word with the inverted index, and streams the matches in order', async (t) => {
  const { runtime, codec } = await indexed(t, 'postgres', 2)
  const everywhere = { from: 0n, to: FIRST_AFTER * 2n }
  const { reader, plans } = explaining(runtime.store, 'postgres')
  const found = await findCandidates(on('postgres', reader), codec, RARE, { ...everywhere, count: 100 }, [])
  assert.equal(found.length, EXPECTED.length + 2)
  assert.match(plans.join('\n'), /post_search_words/)
  const streamed: bigint[] = []
  for await (const ids of streamCandidates(runtime.store, codec, RARE, SPAN)) streamed.push(...ids)
  assert.deepEqual(streamed, EXPECTED.toReversed())
})
