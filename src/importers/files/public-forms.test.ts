/**
 * Generates data with the published structure of public data sets, imports it and exports it. The export must have
 * equal data.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { expectedV1, expectedV2, v1Facts, v2Facts } from '../../../test/support/files/public-facts.ts'
import {
  type PublicPost,
  snapGraph,
  spritzerHour,
  twarcPages,
} from '../../../test/support/files/public-forms.ts'
import { byPart, slowTest as test } from '../../../test/support/part.ts'
import type { Engine } from '../../db/query.ts'
import { exportFollowsFile } from '../../exporters/follows.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { importFiles } from './import-files.ts'
import { findInputs, fingerprintOfInputs } from './inputs.ts'

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  const exported = join(folder, 'exported')
  return {
    store,
    async load(name: string, content: Buffer | string) {
      const path = join(folder, name)
      await writeFile(path, content)
      const inputs = await findInputs([path])
      assert.deepEqual(
        inputs.map(({ is }) => is),
        ['file'],
      )
      const { tally } = await importFiles(context, inputs, await fingerprintOfInputs(inputs, {}), {
        data: config.data,
        stdin: Readable.from([]),
        importArchive: async () => assert.fail('there is no archive'),
      })
      assert.deepEqual(tally.state.faults, [])
      return tally.state
    },
    async posts(format: 'v1' | 'v2') {
      await exportPostsFile(store, exported, { format })
      const lines = (await readFile(exported, 'utf8')).trimEnd().split('\n')
      return lines.map((line): unknown => JSON.parse(line))
    },
    async edges() {
      await exportFollowsFile(store, exported)
      return (await readFile(exported, 'utf8')).trimEnd().split('\n').slice(1)
    },
  }
}

const inOrder = (posts: readonly PublicPost[]) =>
  posts.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))

/** Compares one post after the other, because a difference of two long lists takes minutes to print. */
function assertEqual(found: readonly unknown[], expected: readonly unknown[]): void {
  assert.equal(found.length, expected.length)
  for (const [at, post] of expected.entries()) assert.deepEqual(found[at], post)
}

for (const engine of ENGINES) {
  test(`spec/data-files.md#spritzer: an hour of bzip2 files in a tar file is imported and exported, on ${engine}`, async (t) => {
    const { load, posts } = await place(t, engine)
    const hour = spritzerHour(byPart(2, 60), byPart(50, 200), 1)
    const { kinds, counted } = await load('twitter-stream-2014-07-20.tar', hour.bytes)
    assert.deepEqual([kinds.posts.imported >= hour.posts.length, counted['limit']], [true, hour.limits])
    assertEqual((await posts('v1')).map(v1Facts), inOrder(hour.posts).map(expectedV1))
  })

  test(`spec/data-files.md#post-objects: pages of twarc2 in a gzip file are imported and exported, on ${engine}`, async (t) => {
    const { load, posts } = await place(t, engine)
    const pages = twarcPages(byPart(2, 200, 400), 2)
    const { kinds } = await load('search.jsonl.gz', gzipSync(pages.lines))
    // A post can be stored before its own line, because another post refers to it.
    assert.equal(kinds.posts.imported + kinds.posts.skipped, pages.posts.length)
    assertEqual((await posts('v2')).map(v2Facts), inOrder(pages.posts).map(expectedV2))
  })

  test(`spec/data-files.md#follow-files: a graph of SNAP in a gzip file is imported and exported, on ${engine}`, async (t) => {
    const { load, edges } = await place(t, engine)
    const graph = snapGraph(byPart(100, 50_000, 200_000), byPart(500, 400_000, 1_000_000), 3)
    const { kinds } = await load('soc-Generated.txt.gz', gzipSync(graph.text))
    assert.equal(kinds.follows.imported, graph.edges.size)
    const found = await edges()
    assert.equal(found.length, graph.edges.size)
    assert.ok(
      found.every((edge) => graph.edges.has(edge)),
      'an edge that the file does not have',
    )
  })
}
