/**
 * Tests forms of files that no other test of the importers covers: containers of published data sets, and formats that
 * are recognised but not read.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import { importFiles } from './import-files.ts'
import { findInputs } from './inputs.ts'

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures', import.meta.url))

async function place(t: TestContext) {
  const config = await freshConfig(t, 'sqlite')
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  const exported = async (what: typeof exportPostsFile | typeof exportUsersFile, name: string) => {
    const file = join(folder, name)
    await what(store, file)
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
  }
  return {
    async write(name: string, content: string | Buffer) {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    },
    async run(path: string) {
      const inputs = await findInputs([path])
      const { tally, rejects } = await importFiles(context, inputs, undefined, {
        data: config.data,
        stdin: Readable.from([]),
        importArchive: async () => assert.fail('there is no archive'),
      })
      return { ...tally.state, rejected: tally.rejected, rejects }
    },
    texts: async (name: string) => (await exported(exportPostsFile, name)).map(({ full_text: text }) => text),
    names: async () =>
      (await exported(exportUsersFile, 'users')).map(({ screen_name: name }) => name).toSorted(),
  }
}

/** Fixtures, each with the number of its posts, of repeated objects, and of parts that cannot be read. */
const CONTAINERS: readonly (readonly [
  row: string,
  file: string,
  posts: readonly number[],
  repeated: number,
  faults: readonly string[],
])[] = [
  [
    'spec/data-files.md#spritzer: tar of a month, leftovers repeat members, the last member is cut',
    'spritzer-month.tar',
    [1, 2, 3],
    3,
    ['spritzer-month.tar/12/08/10/10.json.bz2'],
  ],
  ['spec/data-files.md#spritzer: tar of a day', 'spritzer-day.tar', [5, 6], 0, []],
  ['spec/data-files.md#spritzer: zip of a day', 'spritzer-day.zip', [7, 8], 0, []],
  ['spec/file-recognition.md#containers: tar, pax', 'pax.tar', [9], 0, []],
  ['spec/file-recognition.md#containers: tar, GNU', 'gnu.tar', [10], 0, []],
  ['spec/file-recognition.md#containers: tar, v7', 'v7.tar', [11], 0, []],
]

for (const [row, file, posts, repeated, faults] of CONTAINERS) {
  test(row, async (t) => {
    const { run, texts } = await place(t)
    const state = await run(join(FIXTURES, 'containers', file))
    assert.deepEqual([state.kinds.posts.imported, state.kinds.posts.skipped], [posts.length, repeated])
    assert.deepEqual(
      state.faults.map((fault) => fault.place),
      faults,
    )
    assert.deepEqual(
      await texts('posts'),
      posts.map((number) => `post ${number}`),
    )
  })
}

test('spec/file-recognition.md#containers: names in a zip file that are not UTF-8 are decoded as cp437', async (t) => {
  const { run } = await place(t)
  const { kinds, rejects } = await run(join(FIXTURES, 'containers/cp437.zip'))
  assert.equal(kinds.posts.imported, 1)
  assert.match(await readFile(rejects ?? '', 'utf8'), /^cp437\.zip\/caf\u00e9\.json:2\t/)
})

/** Files of unsupported formats, each with the reason that must name the format and the remedy. */
const NAMED: readonly (readonly [name: string, content: string, reason: RegExp])[] = [
  ['Parquet', 'PAR1....', /^it is a Parquet file; write its rows as CSV$/],
  ['SQLite', 'SQLite format 3\0...', /^it is an SQLite database; write its rows as CSV$/],
  ['a web page', '<!DOCTYPE html><html></html>', /^it is a web page or XML; get the data itself$/],
  ['Pajek', '*Vertices 2\n1 "a"\n2 "b"\n*Arcs\n1 2\n', /^it is a Pajek graph; write its arcs/],
  ['GraphML', '<?xml version="1.0"?>\n<graphml></graphml>', /^it is a graph in XML; write its edges/],
  ['GEXF', '<gexf version="1.2"></gexf>', /^it is a graph in XML; write its edges/],
  ['GML', 'graph [ directed 1 ]', /^it is a GML graph; write its edges/],
  ['Python', "{'id': 1}\n", /^it is printed Python objects, not JSON; write it with json\.dumps$/],
]

test('spec/file-recognition.md#recognition: the message about an unsupported format names the format and the remedy', async (t) => {
  const { run, write } = await place(t)
  for (const [name, content, reason] of NAMED) {
    const { faults, files, rejected } = await run(await write(name, content))
    assert.match(faults[0]?.reason ?? '', reason, name)
    assert.deepEqual([faults.length, files[0]?.read ?? 0, rejected], [1, 0, 0], name)
  }
  const { faults } = await run(join(FIXTURES, 'containers/book.xlsx'))
  assert.deepEqual(faults, [
    { place: 'book.xlsx', reason: 'it is a spreadsheet; export its sheets as text (CSV)' },
  ])
})

test('spec/data-files.md#user-files: lists, pages, flattened lines, files of scrapers and tables of users are imported', async (t) => {
  const { run, write, names } = await place(t)
  const csv = 'id,created_at,username,name,description\n15,2012-01-02T10:00:00.000Z,eve,Eve,I am eve\n'
  const lines = '{"id":16,"id_str":"16","screen_name":"fay"}{"id":17,"id_str":"17","screen_name":"gus"}'
  for (const file of [
    join(FIXTURES, 'forms/users-v11.json'),
    join(FIXTURES, 'forms/v2-users.jsonl'),
    join(FIXTURES, 'forms/snscrape-users.jsonl'),
    await write('users.csv', csv),
    await write('glued.json', lines),
  ]) {
    const { kinds, rejected, faults } = await run(file)
    assert.deepEqual([rejected, faults], [0, []], file)
    assert.ok(kinds.users.imported + kinds.users.skipped > 0, file)
  }
  const all = await names()
  for (const name of ['ann', 'eve', 'fay', 'gus']) assert.ok(all.includes(name), `${name} of ${all.join()}`)
})

test('spec/file-recognition.md#classes-of-json-values: parts of an archive are held back, and the import writes none of their texts to a file', async (t) => {
  const { run, write } = await place(t)
  const elements = [
    { tweet: { id_str: '1293500000000003002', full_text: 'secret' } },
    { dmConversation: { conversationId: '1-2', messages: [] } },
    { like: { tweetId: '1' } },
  ]
  const lines = await run(
    await write('elements.jsonl', elements.map((one) => JSON.stringify(one)).join('\n')),
  )
  const object = JSON.stringify({ account: [], tweets: elements.slice(0, 1) })
  const packed = await run(await write('archive.json.gz', gzipSync(object)))
  for (const { kinds, heldBack, rejects, faults } of [lines, packed]) {
    assert.deepEqual([kinds.posts.imported, rejects, faults], [0, undefined, []])
    assert.equal(Object.keys(heldBack).length, 1)
  }
})
