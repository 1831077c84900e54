import assert from 'node:assert/strict'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { failingFrom } from '../../test/support/databases/failing-context.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { byPart, slowOnPostgres, slowTest } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { allFollowers } from '../../test/support/tables.ts'
import type { Engine } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import type { Context } from '../domain/context.ts'
import { IGNORE_FAULTS } from '../lib/repair.ts'
import { systemRandom } from '../lib/time/clock.ts'
import { verifyDatabase } from '../verify/verify.ts'
import { importFollowsFile } from './follows.ts'
import { edgesOf } from './graph/edge-columns.ts'
import type { GraphOptions } from './graph/edge-value.ts'
import { InvalidItem } from './json-fields.ts'

const LARGEST = 2n ** 63n - 1n

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const file = join(await temporaryDirectory(t), 'edges.txt')
  const run = (of: Context = context) => importFollowsFile(of, file, { data: config.data })
  return { config, context, store, file, run }
}

async function edgesIn(store: Store): Promise<string[]> {
  const rows = [...(await store.rows(allFollowers, {}))]
  return rows
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ follower_id, followee_id }) => `${follower_id} ${followee_id}`)
}

/** Files of edges, each with the edges that must be stored. */
const FILES: readonly (readonly [name: string, lines: readonly string[], edges: readonly string[]])[] = [
  ['commas and a header', ['follower,followee', '1,2', '3,2'], ['1 2', '3 2']],
  ['semicolons without a header', ['1;2', '3;2'], ['1 2', '3 2']],
  ['a header that is reversed', ['user,follower', '2,1', '2,3'], ['1 2', '3 2']],
  ['other words of direction', ['id\tto_user_id\tFromUserId', '9\t2\t1', '8\t2\t3'], ['1 2', '3 2']],
  [
    'comments of SNAP, with a header among them',
    ['# Directed graph', '# Nodes: 3 Edges: 2', '# FromNodeId\tToNodeId', '1\t2', '3\t2'],
    ['1 2', '3 2'],
  ],
  [
    'KONECT with weights and times',
    ['% sym weighted', '1 2 1 1082040961', '4 2 0 1', '5 2 -1 1', '3 2 1 1082155839'],
    ['1 2', '3 2'],
  ],
  ['comments with slashes, loops and duplicates', ['// edges', '1 2', '7 7', '1 2', '3 2'], ['1 2', '3 2']],
  [
    'MatrixMarket',
    ['%%MatrixMarket matrix coordinate pattern symmetric', '% comment', '3 3 2', '2 1', '3 1'],
    ['2 1', '1 2', '3 1', '1 3'],
  ],
]

const BIG = '1500000000000000001'
const FOLLOWERS = { list: { of: 9n, kind: 'followers' } } as const
const FOLLOWING = { list: { of: 9n, kind: 'following' } } as const

/** Lists of ids, each with the number of rejected lines and the edges that must be stored. */
const LISTS: readonly (readonly [
  text: string,
  graph: GraphOptions,
  expected: readonly (number | string)[],
])[] = [
  ['follower\n11\n12\nx\n', FOLLOWERS, [1, '11 9', '12 9']],
  ['13\n14\n', { ...FOLLOWERS, isNewestFirst: true }, [0, '14 9', '13 9']],
  [`{"ids":[15,${BIG}],"next_cursor":0}`, FOLLOWING, [0, `9 ${BIG}`, '9 15']],
  [
    '{"users":[{"id":16,"id_str":"16","screen_name":"a"},{"id":17,"screen_name":"b"}]}',
    FOLLOWERS,
    [0, '17 9', '16 9'],
  ],
  [
    'window.YTD.follower.part0 = [{"follower":{"accountId":"18","userLink":"x"}},{"follower":{"accountId":"19"}}]',
    FOLLOWERS,
    [0, '19 9', '18 9'],
  ],
  [
    '{"data":[{"id":"20","username":"a"},{"id":"21","username":"b"}],"__twarc":{"url":"https://api.twitter.com/2/users/8/following?max_results=1000"}}',
    {},
    [0, '8 21', '8 20'],
  ],
]

/** Positions of the columns in a file with two columns. */
const COLUMNS = { follower: 0, followee: 1, weight: undefined, time: undefined, isSymmetric: false }

describe('a row of an edge list', () => {
  test('consists of two ids of 64 bits, with quotes and blanks around them', () => {
    const id = fc.bigInt(1n, LARGEST)
    const around = fc.constantFrom(['', ''], [' ', '\t'], ['"', '"'], [' "', '" '])
    fc.assert(
      fc.property(id, id, around, (follower, followee, [before, after]) => {
        fc.pre(follower !== followee)
        const cells = [`${before}${follower}${after}`, `${followee}`]
        assert.deepEqual(edgesOf(cells, COLUMNS, {}, IGNORE_FAULTS), [{ follower, followee }])
      }),
    )
  })

  for (const row of ['1', 'a 2', '-1 2', '1.0 2', '0x1 2', '0 2', `1 ${LARGEST + 1n}`]) {
    test(`cannot be: ${row}`, () => {
      assert.throws(() => edgesOf(row.split(' '), COLUMNS, {}, IGNORE_FAULTS), InvalidItem)
    })
  }
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/server.md#import: import follows on ${engine}`, () => {
    test('imports edges in the order of the file, creates their users, and reports refused rows', async (t) => {
      const { config, store, file, run } = await place(t, engine)
      const lines = [
        '# oldest first',
        '3 1',
        '',
        '2\t1',
        `${LARGEST} 1`,
        '2 1',
        'wrong',
        '7 7',
        '1 2\r',
        '4 1',
      ]
      await writeFile(file, lines.join('\n'))
      const report = await run()
      assert.deepEqual(
        { read: report.read, imported: report.imported, skipped: report.skipped, rejected: report.rejected },
        { read: 7, imported: 5, skipped: 1, rejected: 1 },
      )
      assert.deepEqual(await edgesIn(store), ['3 1', '2 1', `${LARGEST} 1`, '1 2', '4 1'])
      assert.equal(
        await readFile(report.rejects ?? '', 'utf8'),
        'edges.txt:7\tnot two numeric ids in the columns of follower and followee\twrong\n',
      )
      assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    })

    for (const [name, lines, expected] of FILES) {
      test(`spec/data-files.md#follow-files: ${name}`, async (t) => {
        const { store, file, run } = await place(t, engine)
        await writeFile(file, lines.join('\n'))
        const report = await run()
        assert.equal(report.rejected, 0)
        assert.deepEqual(await edgesIn(store), expected)
        const [first = ''] = expected
        assert.equal(`${report.firstEdge?.follower} ${report.firstEdge?.followee}`, first)
      })
    }

    test('spec/data-files.md#follow-files: options change the direction and move ids, and node 0 is rejected without them', async (t) => {
      const { config, context, store, file, run } = await place(t, engine)
      await writeFile(file, '0 1\n1 2\n')
      const report = await run()
      assert.equal(report.rejected, 1)
      assert.match(await readFile(report.rejects ?? '', 'utf8'), /node 0 is no id.*--id-offset 1/)
      await writeFile(file, '0 5\n5 6\n')
      const edges = { isReversed: true, idOffset: 1n }
      await importFollowsFile(context, file, { data: config.data, graph: edges })
      assert.deepEqual(await edgesIn(store), ['1 2', '6 1', '7 6'])
    })

    test('spec/data-files.md#follow-files: lists of the followers or friends of one user are imported', async (t) => {
      const { config, context, store, file, run } = await place(t, engine)
      for (const [text, graph, expected] of LISTS) {
        await writeFile(file, text)
        const before = (await edgesIn(store)).length
        const report = await importFollowsFile(context, file, { data: config.data, graph })
        assert.deepEqual([report.rejected, ...(await edgesIn(store)).slice(before)], expected, text)
      }
      await writeFile(file, '1\n2\n')
      await assert.rejects(run(), /does not name whose.*--of ID --kind followers/)
      await importFollowsFile(context, file, { data: config.data, graph: FOLLOWERS })
    })

    test('spec/data-files.md#follow-files: rows are stored by their time, or oldest first', async (t) => {
      const { config, context, store, file, run } = await place(t, engine)
      await writeFile(file, '% sym\n1 2 1 30\n3 2 1 10\n4 2 1 20\n')
      const report = await run()
      assert.deepEqual([report.imported, report.rejected], [3, 0])
      await writeFile(file, 'follower,followee\n7,2\n6,2\n5,2\n')
      await importFollowsFile(context, file, { data: config.data, graph: { isNewestFirst: true } })
      assert.deepEqual(await edgesIn(store), ['3 2', '4 2', '1 2', '5 2', '6 2', '7 2'])
    })

    test('rejects a line that is not UTF-8, including the first line, and reports its number', async (t) => {
      const { store, file, run } = await place(t, engine)
      const latin = Buffer.from('Ren\u00e9 2\n', 'latin1')
      await writeFile(file, Buffer.concat([latin, Buffer.from('3 4\n'), latin, Buffer.from('5 6\n')]))
      const { imported, rejected, rejects = '' } = await run()
      assert.deepEqual([imported, rejected], [2, 2])
      assert.deepEqual(await edgesIn(store), ['3 4', '5 6'])
      const rows = (await readFile(rejects, 'utf8')).trimEnd().split('\n')
      assert.deepEqual(
        rows.map((row) => row.slice(0, 21)),
        ['edges.txt:1\tnot UTF-8', 'edges.txt:3\tnot UTF-8'],
      )
    })

    test('stores nothing twice in a second run', async (t) => {
      const { store, file, run } = await place(t, engine)
      await writeFile(file, '1 2\n3 2\nx\n')
      const first = await run()
      const again = await run()
      assert.deepEqual(again, { ...first, imported: 0, skipped: 2 })
      assert.deepEqual(await edgesIn(store), ['1 2', '3 2'])
      assert.equal((await readFile(again.rejects ?? '', 'utf8')).split('\n').length, 2)
    })

    test('continues where it was interrupted, with the result of an uninterrupted import', async (t) => {
      const { config, context, store, file, run } = await place(t, engine)
      // A batch has 1,000 rejected lines or 10,000 edges, so many rejected lines give several batches of fewer edges.
      const [count, every, batch] = byPart([4_000, 4, 3_000], [25_000, 1_000, 9_000])
      const lines = Array.from({ length: count }, (_, index) =>
        index % every === every - 1
          ? `wrong ${index}`
          : `${1_000 + (index % 5_000)} ${1 + Math.floor(index / 5_000)}`,
      )
      await writeFile(file, `${lines.join('\n')}\n`)
      await assert.rejects(run(failingFrom(context, 2)), /the process died/)
      const half = (await edgesIn(store)).length
      assert.ok(half > 0 && half < count - 1_000)
      // The content identifies the import, so another file name does not matter.
      await rename(file, `${file}.moved`)
      const report = await importFollowsFile(context, `${file}.moved`, { data: config.data })
      assert.ok(report.resumedAfter >= batch)
      assert.deepEqual(
        { read: report.read, imported: report.imported, rejected: report.rejected },
        { read: count, imported: count - count / every, rejected: count / every },
      )
      const wanted = lines.filter((line) => !line.startsWith('wrong'))
      assert.deepEqual(await edgesIn(store), wanted)
      assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    })
  })
}

describe('spec/server.md#import: import follows', () => {
  slowTest('keeps the edges before the end of a truncated file', async (t) => {
    const { store, file, run } = await place(t, 'sqlite')
    const packed = gzipSync(Array.from({ length: 30_000 }, (_, index) => `${index + 10} 1\n`).join(''))
    await writeFile(file, packed.subarray(0, packed.length - 200))
    await assert.rejects(run(), /is corrupt or truncated/)
    const kept = (await edgesIn(store)).length
    assert.ok(kept > 10_000 && kept < 30_000)
    // With additional content, the file is a new import, whose first edges are already stored.
    await appendFile(file, packed.subarray(packed.length - 200))
    const { imported, skipped } = await run()
    assert.deepEqual({ imported, skipped }, { imported: 30_000 - kept, skipped: kept })
  })

  test('refuses a file of another kind, and stores no part of the file', async (t) => {
    const { store, file, run } = await place(t, 'sqlite')
    await writeFile(file, 'follower,followee\n'.repeat(2_000))
    await assert.rejects(
      run(),
      /edges\.txt:1001: none of the first 1000 objects is readable \(this one is .*: not two numeric ids /,
    )
    assert.deepEqual(await edgesIn(store), [])
  })

  test('accepts a file without edges', async (t) => {
    const { file, run } = await place(t, 'sqlite')
    await writeFile(file, '# nothing yet\n\n')
    assert.equal((await run()).read, 0)
  })
})
