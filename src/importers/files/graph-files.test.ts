/** Tests follow graphs as files of `import FILE…` (spec/data-files.md#follow-files). */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext } from 'node:test'
import { failingFrom } from '../../../test/support/databases/failing-context.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { eventsAfter } from '../../../test/support/events.ts'
import { edgeLines } from '../../../test/support/files/edge-list.ts'
import { byPart, slowOnPostgres, slowTest } from '../../../test/support/part.ts'
import { allFollowers } from '../../../test/support/tables.ts'
import type { Engine } from '../../db/query.ts'
import type { Context } from '../../domain/context.ts'
import type { GraphOptions } from '../graph/edge-value.ts'
import { importFiles } from './import-files.ts'
import { findInputs, fingerprintOfInputs } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  const options: ImportFilesOptions = {
    data: config.data,
    stdin: Readable.from([]),
    importArchive: async () => assert.fail('there is no archive'),
  }
  return {
    context,
    async write(text: string, name = 'file') {
      const path = join(folder, name)
      await writeFile(path, text)
      return path
    },
    async run(
      paths: readonly string[],
      graph: GraphOptions = {},
      { of = context, ...others }: Partial<ImportFilesOptions> & { readonly of?: Context } = {},
    ) {
      const inputs = await findInputs(paths)
      const fingerprint = await fingerprintOfInputs(inputs, { isReversed: graph.isReversed === true })
      return await importFiles(of, inputs, fingerprint, { ...options, ...others, graph })
    },
    async edges() {
      const rows = [...(await store.rows(allFollowers, {}))]
      return rows
        .sort((a, b) => (a.position < b.position ? -1 : 1))
        .map(({ follower_id, followee_id }) => `${follower_id} ${followee_id}`)
    },
  }
}

const OF_9 = { list: { of: 9n, kind: 'followers' } } as const
const PAGE = {
  data: [
    { id: '21', username: 'new', name: 'New' },
    { id: '20', username: 'old', name: 'Old' },
  ],
  __twarc: { url: 'https://api.twitter.com/2/users/8/following?max_results=1000' },
}

/** Files of graphs, each with the edges that must be stored. */
const FILES: readonly (readonly [
  name: string,
  text: string,
  graph: GraphOptions,
  edges: readonly string[],
])[] = [
  [
    'a header without a rejected row',
    'follower,followee\n1500000101,1500000102\n1500000103,1500000102\n',
    {},
    ['1500000101 1500000102', '1500000103 1500000102'],
  ],
  ['columns in the other direction', 'user,follower\n2,1\n2,3\n', {}, ['1 2', '3 2']],
  ['KONECT, sorted by its time', '% sym\n31 32 1 30\n33 32 1 10\n34 32 0 20\n', {}, ['33 32', '31 32']],
  [
    'MatrixMarket, both ways',
    '%%MatrixMarket matrix coordinate pattern symmetric\n%\n50 50 2\n42 41\n43 41\n',
    {},
    ['42 41', '41 42', '43 41', '41 43'],
  ],
  ['the newest first', '51 52\n53 52\n', { isNewestFirst: true }, ['53 52', '51 52']],
  [
    'node 0 with an offset, and a direction',
    '0 5\n5 6\n',
    { isReversed: true, idOffset: 1n },
    ['6 1', '7 6'],
  ],
  [
    'KAIST twitter_rv.net: left is followed by right',
    '62\t61\n62\t63\n',
    { isReversed: true },
    ['61 62', '63 62'],
  ],
  ['a table of R', '"from" "to"\n"1" 91 92\n"2" 93 92\n', {}, ['91 92', '93 92']],
  ['a table of R with commas', '"from","to"\n"1",94,92\n"2",95,92\n', {}, ['94 92', '95 92']],
  ['ids of the followers of a user', '11\n12\n', OF_9, ['11 9', '12 9']],
  ['a page of ids', '{"ids":[14,13],"next_cursor":0}', OF_9, ['13 9', '14 9']],
  [
    'the followers in an archive',
    'window.YTD.follower.part0 = [{"follower":{"accountId":"16"}},{"follower":{"accountId":"15"}}]',
    OF_9,
    ['15 9', '16 9'],
  ],
  ['a page that names its user', JSON.stringify(PAGE), {}, ['8 20', '8 21']],
]

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/data-files.md#follow-files: import FILE on ${engine}`, () => {
    test('reads every form of graph', async (t) => {
      const { write, run, edges } = await place(t, engine)
      let before = 0
      for (const [name, text, graph, expected] of FILES) {
        const { tally } = await run([await write(text)], graph)
        const stored = await edges()
        assert.deepEqual([tally.rejected, tally.state.faults, stored.slice(before)], [0, [], expected], name)
        const [first = ''] = expected
        const { follower, followee } = tally.state.firstEdge ?? {}
        assert.equal(`${follower} ${followee}`, first, name)
        before = stored.length
      }
    })

    test('a rejected row counts as a rejected follow; after 1,000 rejected rows at the start, the rest of the file is not read', async (t) => {
      const { write, run, edges } = await place(t, engine)
      const { tally } = await run([await write('follower,followee\n71,72\nx,72\n73,74\n')])
      assert.deepEqual([tally.state.kinds.follows.rejected, tally.state.kinds.unknown], [1, undefined])
      assert.deepEqual(await edges(), ['71 72', '73 74'])
      const other = await run([await write('one,two\n'.repeat(2_000))], {}, { only: 'follows' })
      assert.match(other.tally.state.faults[0]?.reason ?? '', /none of the first 1000 objects is readable/)
    })

    test('a page of twarc2 also adds users, and a list of ids is not a graph if its user is not given', async (t) => {
      const { write, run, edges } = await place(t, engine)
      const { tally } = await run([await write(JSON.stringify(PAGE))])
      assert.deepEqual([tally.state.kinds.users.imported, tally.state.kinds.follows.imported], [2, 2])
      const before = await edges()
      const ids = await write('11\n12\n')
      assert.deepEqual((await run([ids])).tally.state.counted, { 'bare number or id': 2 })
      const only = await run([ids], {}, { only: 'follows' })
      assert.match(only.tally.state.faults[0]?.reason ?? '', /does not name whose.*--of ID --kind followers/)
      const posts = await run([await write('1 2\n')], {}, { only: 'posts' })
      assert.match(
        posts.tally.state.faults[0]?.reason ?? '',
        /a table of follows; nothing of it was imported/,
      )
      const secret = 'window.YTD.direct_messages.part0 = [{"dmConversation":{"conversationId":"1-2"}}]'
      const archive = await run([await write(secret)], OF_9)
      assert.match(archive.tally.state.faults[0]?.reason ?? '', /a file of a personal archive/)
      assert.deepEqual(await edges(), before)
    })

    test('a page of ids alone, features of users and counts of followers are no follows, and a message says so', async (t) => {
      const { write, run, edges } = await place(t, engine)
      for (const [text, reason] of [
        ['{"ids":[14,13],"next_cursor":0}', /does not name whose.*--of ID --kind followers/],
        ['1 0 0 1 1 0\n2 1 1 1 0 0\n', /a table of numbers with more than four columns/],
        ['user,followers,following\nann,100,20\nben,3,4\n', /a table without columns for posts, users/],
        ['user_id,followers,friends\n1,100,20\n2,3,4\n', undefined],
      ] as const) {
        const { tally } = await run([await write(text)])
        if (reason === undefined) assert.deepEqual(tally.state.counted, { 'bare number or id': 2 })
        else assert.match(tally.state.faults[0]?.reason ?? '', reason)
      }
      const features = await run([await write('1 0 0 1 1 0\n')], {}, { only: 'follows' })
      assert.match(features.tally.state.faults[0]?.reason ?? '', /more than four columns/)
      const mixed = await run([await write('{"x":1}\n{"ids":[14],"next_cursor":0}\n')])
      assert.deepEqual([mixed.tally.rejected, mixed.tally.state.kinds.follows.rejected], [2, 1])
      assert.deepEqual(await edges(), [])
    })

    test('an import with another direction begins again at the start of the file', async (t) => {
      const { context, write, run, edges } = await place(t, engine)
      // A batch ends after 10,000 edges, and at the end of a file. Two short files have two batches, too.
      const sizes = byPart([60, 40], [10_500])
      const count = sizes.reduce((sum, size) => sum + size, 0)
      const files: string[] = []
      for (const [index, size] of sizes.entries()) {
        const lines = Array.from({ length: size }, (_, edge) => `${index * 1_000 + edge + 10} 1`)
        files.push(await write(`${lines.join('\n')}\n`, `file-${index}`))
      }
      await assert.rejects(run(files, {}, { of: failingFrom(context, 2) }), /the process died/)
      const before = (await edges()).length
      assert.ok(before > 0 && before < count)
      const other = await run(files, { isReversed: true })
      assert.deepEqual([other.resumedAfter, other.tally.state.kinds.follows.imported], [0, count])
      const again = await run(files)
      assert.equal(again.resumedAfter, before)
      assert.equal((await edges()).length, 2 * count)
    })
  })

  slowTest(
    `spec/data-files.md#follow-files: many follows are stored in bulk, also with other data among them, on ${engine}`,
    async (t) => {
      const { context, write, run, edges } = await place(t, engine)
      const lines = edgeLines(120_000)
      const file = await write(
        `${lines.slice(0, 60_000).join('\n')}\nwrong\n${lines.slice(60_000).join('\n')}\n`,
      )
      const users = await write('{"id":7,"id_str":"7","screen_name":"seven"}\n', 'users')
      const { tally, rejects } = await run([file, users], {}, { minThreadBytes: 0 })
      const { kinds, repairs, files } = tally.state
      const { follows } = kinds
      assert.deepEqual([follows.imported, follows.skipped, kinds.users.imported], [120_000, 0, 1])
      assert.deepEqual([tally.rejected, repairs, files[0]?.read], [1, [], 120_001])
      assert.ok(rejects !== undefined)
      assert.deepEqual(await edges(), lines)
      const ofFollows = (await eventsAfter(context, 0n)).filter(
        (event) => event.kind === 'import.applied' && event.of === 'follows',
      )
      assert.equal(ofFollows.length, 1, 'one transaction for all')
      const again = await run([file, users])
      const { imported, skipped } = again.tally.state.kinds.follows
      assert.deepEqual([imported, skipped], [0, 120_000])
    },
  )
}
