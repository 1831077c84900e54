/**
 * Tests forms of files that no other test of the importers covers: containers of published data sets, and formats that
 * are recognised but not read.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { byPart } from '../../../test/support/part.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import { POSTS_BY_ID } from '../forms/post-pages.ts'
import { importFiles } from './import-files.ts'
import { findInputs } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'

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
    async run(path: string, options: Partial<ImportFilesOptions> = {}) {
      const inputs = await findInputs([path])
      const { tally, rejects } = await importFiles(context, inputs, undefined, {
        data: config.data,
        stdin: Readable.from([]),
        importArchive: async () => assert.fail('there is no archive'),
        ...options,
      })
      return { ...tally.state, rejected: tally.rejected, rejects }
    },
    posts: (name: string) => exported(exportPostsFile, name),
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

/** The id of a post of August 2020. */
const idOf = (number: number) => String(1_293_500_000_000_001_000n + BigInt(number))

test('spec/file-recognition.md#classes-of-json-values: lists in lists, wrapped lists, posts by id and hits of Elasticsearch are read', async (t) => {
  const { run, write, texts } = await place(t)
  const user = { id: 7, id_str: '7', screen_name: 'seven' }
  const post = (number: number) => ({ id_str: idOf(number), text: String(number), user })
  const v2 = { id: idOf(27), text: '27', author_id: '7' }
  const files: readonly unknown[] = [
    [
      [post(11), post(12)],
      [[post(13)], []],
    ],
    { tweets: [post(14)], count: 1 },
    { posts: [post(15)] },
    { data: [post(16), v2] },
    { [idOf(17)]: { ...post(17), id_str: undefined }, [idOf(18)]: post(18) },
    { took: 1, hits: { total: 1, hits: [{ _index: 'posts', _id: idOf(19), _source: post(19) }] } },
    { _index: 'posts', _id: 'x', _source: post(20) },
  ]
  for (const file of files) {
    const { rejected, faults } = await run(await write('file.json', JSON.stringify(file)))
    assert.deepEqual([rejected, faults], [0, []], JSON.stringify(file))
  }
  const numbers = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 27]
  assert.deepEqual(await texts('posts'), numbers.map(String))
  const { heldBack } = await run(await write('part.json', JSON.stringify({ tweets: [{ tweet: post(21) }] })))
  assert.deepEqual(Object.values(heldBack), [1])
  const { rejects = '' } = await run(await write('other.json', '{"things":[{"a":1}]}'))
  assert.match(
    await readFile(rejects, 'utf8'),
    /if the objects in things are posts: jq -c '\.things\[\]' FILE/,
  )
})

test('spec/file-recognition.md#classes-of-json-values: a null among posts by id counts as a post that is gone', async (t) => {
  const { run, write, texts } = await place(t)
  const post = { text: '1', user: { id: 7 } }
  const lines = [{ [idOf(1)]: post, [idOf(2)]: null }, { [idOf(3)]: null }]
  const file = await write('map.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  const { rejected, counted } = await run(file)
  assert.deepEqual([rejected, counted], [0, { 'posts that the service no longer had': 2 }])
  assert.deepEqual(await texts('posts'), ['1'])
  const { rejects = '' } = await run(await write('other.jsonl', '{"2020":5}\n{}\n'))
  assert.equal((await readFile(rejects, 'utf8')).match(/no known form of object|an empty object/g)?.length, 2)
})

test('the recognition of posts by id reads only the first name of a post', () => {
  const value = (): never => assert.fail('a value was read')
  const post = Object.defineProperty({}, 'text', { get: value, enumerable: true })
  assert.equal(POSTS_BY_ID.matches(post), false)
})

test('spec/data-files.md#tables: posts without an author get the author of --author, and without this option the message names it', async (t) => {
  const { run, write, posts } = await place(t)
  const csv = await write('own.csv', `tweet_id,text\n${idOf(1)},1\n${idOf(2)},"2, with a comma"\n`)
  const lines = [
    `{"id_str":"${idOf(3)}","text":"3","date":"2020-08-12 10:00:00","device":"An app","favorites":5}`,
    `{"id":${idOf(4)},"text":"4","created_at":"Wed Aug 12 10:00:00 +0000 2020"}`,
    `{"id":"${idOf(5)}","text":"5","public_metrics":{"like_count":6}}`,
    `{"data":[{"id":"${idOf(6)}","text":"6","edit_history_tweet_ids":["${idOf(6)}"]}]}`,
  ]
  const json = await write('own.jsonl', lines.join('\n'))
  const bare = await run(csv)
  assert.match(bare.faults[0]?.reason ?? '', /table of posts without a column of authors.*--author ID/)
  assert.deepEqual([bare.kinds.posts.imported, bare.counted], [0, {}])
  const { rejected, rejects = '' } = await run(json)
  assert.equal(rejected, 4)
  assert.equal((await readFile(rejects, 'utf8')).match(/there is no author.*--author ID/g)?.length, 4)
  const table = { author: 25n }
  assert.equal((await run(csv, { table })).kinds.posts.imported, 2)
  // The fast part starts no thread, because a thread loads the importers again.
  const read = await run(json, { table, ...byPart({}, { minThreadBytes: 0 }) })
  assert.deepEqual([read.kinds.posts.imported, read.rejected], [4, 0])
  const stored = await posts('posts')
  assert.deepEqual(
    stored.map(({ full_text: text }) => text),
    ['1', '2, with a comma', '3', '4', '5', '6'],
  )
  assert.ok(stored.every(({ user }) => JSON.stringify(user).includes('"id_str":"25"')))
  assert.deepEqual(
    stored.slice(2, 5).map((post) => post['favorite_count']),
    [5, 0, 6],
  )
})

test('spec/data-files.md#post-objects: --author reaches posts in every form of page, and not posts that name an author', async (t) => {
  const { run, write, posts } = await place(t)
  const post = (number: number) => ({ id_str: idOf(number), text: `${number}` })
  const lines = [
    { [idOf(41)]: { text: '41' }, [idOf(42)]: post(42) },
    { id: { [idOf(43)]: post(43) } },
    { hits: { hits: [{ _id: '1', _source: post(44) }] } },
    { _id: '1', _source: post(45) },
    { data: { id: idOf(46), text: '46' } },
    { data: { id: idOf(47), text: '47', public_metrics: {}, author: {} } },
    { for_user: 1, message: post(48) },
  ].map((value) => JSON.stringify(value))
  // A number beyond 2^53 beside fields of API v2.
  lines.push(`{"id":${idOf(49)},"text":"49","conversation_id":${idOf(49)},"public_metrics":{}}`)
  const file = await write('own.jsonl', lines.join('\n'))
  const bare = await run(file, { isDryRun: true })
  assert.deepEqual([bare.kinds.posts.imported, bare.rejected], [0, 9])
  const { rejected } = await run(file, { table: { author: 25n } })
  assert.equal(rejected, 0)
  const stored = await posts('posts')
  assert.deepEqual(
    stored.map(({ full_text: text }) => text),
    ['41', '42', '43', '44', '45', '46', '47', '48', '49'],
  )
  assert.ok(stored.every(({ user }) => JSON.stringify(user).includes('"id_str":"25"')))
  const named = await write('named.jsonl', JSON.stringify({ ...post(50), screen_name: 'other' }))
  const { rejects = '' } = await run(named, { table: { author: 25n } })
  assert.match(
    await readFile(rejects, 'utf8'),
    /only the field screen_name; without it, --author ID can name/,
  )
})

test('spec/data-files.md#tables: a table of write.table in R is read', async (t) => {
  const { run, write, texts } = await place(t)
  const rows = `"1" "${idOf(31)}" "one \\"quoted\\"" 7\n"2" "${idOf(32)}" "two" 7\n`
  const { rejected } = await run(await write('posts.txt', `"status_id" "text" "user_id"\n${rows}`))
  assert.equal(rejected, 0)
  assert.deepEqual(await texts('posts'), ['one "quoted"', 'two'])
})

test('spec/data-files.md#tables: a warning names the columns that are not imported', async (t) => {
  const { run, write } = await place(t)
  const rows = [1, 2].map((number) => `${idOf(number)},x,7,2020-01-01,good,,${number}\n`)
  const table = await write('posts.csv', `tweet_id,text,user_id,date,sentiment,empty,id\n${rows.join('')}`)
  assert.deepEqual((await run(table)).warnings, [
    { place: 'posts.csv', reason: 'columns that are not imported: sentiment' },
  ])
  const many = Array.from({ length: 30 }, (_, column) => `c${column}`)
  const wide = await write('wide.csv', `tweet_id,text,user_id,${many}\n${idOf(3)},x,7,${many}\n`)
  assert.match((await run(wide)).warnings[0]?.reason ?? '', /: c0, c1, .*, c19 and 10 more$/)
})

test('spec/data-files.md#id-lists-as-posts: a header above ids is not counted as an id', async (t) => {
  const { run, write } = await place(t)
  for (const text of [`tweet_id\n${idOf(1)}\n`, `tweet_id,score\n${idOf(1)},0.5\n`, `${idOf(1)}\n`])
    assert.deepEqual((await run(await write('ids', text))).counted, { 'bare number or id': 1 }, text)
})

describe('spec/data-files.md#rounded-ids-of-posts', () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index)
  const ofSpreadsheet = numbers.map((number) => `${105_011_862_119_892n + BigInt(number)}0000`)
  const exactIds = numbers.map((number) => String(1_050_118_621_198_921_113n + 1_000n * BigInt(number)))
  const ofJavaScript = exactIds.map((id) => String(Number(id)))
  const postOf = (id: string, more = '') =>
    `{"id":${id},${more}"text":"x","user":{"id":7,"id_str":"7","screen_name":"seven"}}\n`

  test('a table and JSON with rounded ids are rejected, --new-ids makes ids, and id_str is exact', async (t) => {
    const { run, write } = await place(t)
    const table = await write(
      'sheet.csv',
      `id,text,user_id,date\n${ofSpreadsheet.map((id) => `${id},x,7,2018-10-10 10:00:00`).join('\n')}\n`,
    )
    const json = await write('rounded.jsonl', ofJavaScript.map((id) => postOf(id)).join(''))
    for (const [file, reason] of [
      [table, /:2\tid \d+0000 is rounded: its last digits are lost; .* or use --new-ids\t/],
      [json, /:1\tid \d+00 is rounded: its last digits are lost; get a file that has ids as text\t/],
    ] as const) {
      const { kinds, rejected, warnings, rejects = '' } = await run(file)
      assert.deepEqual([kinds.posts.imported, rejected, warnings.length], [0, 12, 1])
      assert.match(warnings[0]?.reason ?? '', /^its ids are rounded.*; get a file that has ids as text/)
      assert.match(await readFile(rejects, 'utf8'), reason)
    }
    const renewed = await run(table, { table: { newIds: true } })
    assert.deepEqual([renewed.kinds.posts.imported, renewed.rejected], [12, 0])
    const exact = ofJavaScript.map((id, index) => postOf(id, `"id_str":"${exactIds[index]}",`))
    const twins = await run(await write('exact.jsonl', exact.join('')))
    assert.deepEqual([twins.kinds.posts.imported, twins.warnings], [12, []])
  })

  test('the address of a post replaces its rounded id', async (t) => {
    const { run, write, posts } = await place(t)
    const rows = ofSpreadsheet.map((id, index) => {
      const exact = `${id.slice(0, -4)}${1_000 + index}`
      return `${id},x,7,https://twitter.com/seven/status/${exact}\n`
    })
    const { rejected, warnings } = await run(await write('urls.csv', `id,text,user_id,url\n${rows.join('')}`))
    assert.deepEqual([rejected, warnings], [0, []])
    assert.deepEqual(
      (await posts('posts')).map(({ id_str: id = '' }) => id.slice(-4)),
      numbers.map((number) => String(1_000 + number)),
    )
  })

  test('a warning has the number of posts that were imported before rounding was recognised, and names short files', async (t) => {
    const { run, write } = await place(t)
    const padding = `"padding":"${'x'.repeat(50_000)}",`
    const late = await run(await write('late.jsonl', ofJavaScript.map((id) => postOf(id, padding)).join('')))
    const { imported } = late.kinds.posts
    assert.ok(imported > 0 && imported < 10)
    assert.equal(late.rejected, 12 - imported)
    assert.match(
      late.warnings[0]?.reason ?? '',
      new RegExp(`; before this was recognised, ${imported} objects with such ids were imported`),
    )
    const few = await run(await write('few.csv', `id,text,user_id\n${ofSpreadsheet[0]},x,7\n`))
    assert.deepEqual([few.kinds.posts.imported, few.warnings.length], [1, 1])
    assert.match(few.warnings[0]?.reason ?? '', /^its ids may be rounded/)
  })
})
