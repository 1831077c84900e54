/** Tests bulk imports that are killed, and an import while a server runs. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { DataLock } from '../../src/db/data-lock.ts'
import { DATABASE_FILE } from '../../src/db/open.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { cli, cliJson } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { edgeLines, linesIn, writeLines } from '../support/files/edge-list.ts'
import { SILENT } from '../support/logged.ts'
import { slowTest as test } from '../support/part.ts'
import type { KillOrder } from '../support/programs/killed-import.ts'
import { runProgram } from '../support/programs/run.ts'

/** Number of edges that is large enough for an import in one transaction, at 40 bytes a line. */
const EDGES = 70_000

/** Parts of the text of the import's statements, in the order of the statements. */
const STATEMENTS = [
  'insert into staged_edges',
  'insert into friends',
  'insert into followers',
  'insert into users',
  'insert into user_counts',
]

async function place(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const data = join(directory, 'data')
  const good = edgeLines(EDGES)
  const lines = [...good.slice(0, 15_000), 'what is this', ...good.slice(15_000)]
  const file = await writeLines(join(directory, 'edges.txt'), lines)
  const settings = ['--data', data]
  return {
    data,
    file,
    good,
    settings,
    async exported() {
      const to = join(directory, `export-${systemClock.monotonic()}.txt`)
      await cliJson(t, ['export', 'follows', to, ...settings])
      return linesIn(to)
    },
    async requireIntact() {
      const { ok, faults } = await cliJson(t, ['verify', ...settings])
      assert.deepEqual({ ok, faults }, { ok: true, faults: [] })
    },
  }
}

/** Numbers of rows in the tables that the import changes. */
function storedIn(data: string): readonly unknown[] {
  const db = new DatabaseSync(join(data, DATABASE_FILE))
  try {
    const tables = ['friends', 'followers', 'users', 'user_counts', 'events']
    return tables.map((table) => db.prepare(`select count(*) as rows from ${table}`).get()?.['rows'])
  } finally {
    db.close()
  }
}

test('an import that is killed after any of its statements has stored nothing, and the next run stores everything', async (t) => {
  const { data, file, good, settings, exported, requireIntact } = await place(t)
  await cliJson(t, ['migrate', ...settings])
  for (const after of STATEMENTS) {
    const order: KillOrder = { data, file, of: 'follows', after }
    const lines: string[] = []
    for await (const line of runProgram('killed-import', order).lines) lines.push(line)
    assert.deepEqual(lines, [], `killed after ${after}`)
    assert.deepEqual(storedIn(data), [0, 0, 0, 0, 0], after)
  }
  const { rejects, read, imported, skipped, rejected } = await cliJson(t, [
    ...['import', 'follows', file],
    ...settings,
  ])
  assert.deepEqual([read, imported, skipped, rejected], [EDGES + 1, EDGES, 0, 1])
  assert.match(await readFile(String(rejects), 'utf8'), /^\S+:15001\t[^\n]+\twhat is this\n$/)
  assert.deepEqual(await exported(), good)
  await requireIntact()
  const again = await cliJson(t, ['import', 'follows', file, ...settings])
  assert.deepEqual([again['imported'], again['skipped']], [0, EDGES])
  await requireIntact()
})

test('while a server runs, the import stores batches, with the same result', async (t) => {
  const { data, file, good, settings, exported, requireIntact } = await place(t)
  await cliJson(t, ['migrate', ...settings])
  const lock = new DataLock({ data, database: '' }, systemClock, SILENT)
  await lock.take()
  t.after(() => lock.release())
  const { code, out } = await cli(t, ['import', 'follows', file, ...settings])
  assert.equal(code, 0)
  assert.match(
    out,
    new RegExp(`^Read ${EDGES + 1} follows: ${EDGES} imported, 0 already present, 1 rejected`),
  )
  assert.deepEqual(await exported(), good)
  await requireIntact()
})

/** Parts of the text of the statements of an import of posts, in the order of the statements. */
const POST_STATEMENTS = [
  'drop index',
  'insert into "posts"',
  'insert or replace into post_search',
  'INDEX posts_author on',
]
const POSTS = 3_000

test('posts: after a kill at any statement, the next command that opens the database builds the missing indexes, and another run completes the import', async (t) => {
  const directory = await temporaryDirectory(t)
  const data = join(directory, 'data')
  const settings = ['--data', data]
  await cliJson(t, ['migrate', ...settings])
  const indexes = indexesIn(data)
  const file = await writeLines(
    join(directory, 'posts.json'),
    Array.from({ length: POSTS }, (_, number) => postLine(number)),
  )
  for (const after of POST_STATEMENTS) {
    const lines: string[] = []
    const order: KillOrder = { data, file, of: 'posts', after }
    for await (const line of runProgram('killed-import', order).lines) lines.push(line)
    assert.deepEqual(lines, [], `killed after ${after}`)
    if (after !== 'drop index') assert.ok(indexesIn(data).length < indexes.length, after)
    const { ok, faults } = await cliJson(t, ['verify', ...settings])
    assert.deepEqual({ ok, faults }, { ok: true, faults: [] })
    await cliJson(t, ['app', 'list', ...settings])
    assert.deepEqual(indexesIn(data), indexes, after)
  }
  const { imported, skipped } = await cliJson(t, ['import', 'posts', file, ...settings])
  assert.equal(Number(imported) + Number(skipped), POSTS)
  const db = new DatabaseSync(join(data, DATABASE_FILE))
  t.after(() => db.close())
  const countOf = (text: string) => db.prepare(text).get()?.['rows']
  assert.equal(countOf('select count(*) as rows from posts'), POSTS)
  assert.equal(countOf('select sum(statuses_count) as rows from user_counts'), POSTS)
})

function postLine(number: number): string {
  const user = { id: 7, id_str: '7', screen_name: 'seven' }
  const created_at = 'Wed Aug 12 00:00:00 +0000 2020'
  return JSON.stringify({
    id_str: String(20_000_000 + number),
    created_at,
    full_text: `post ${number}`,
    user,
  })
}

function indexesIn(data: string): readonly unknown[] {
  const db = new DatabaseSync(join(data, DATABASE_FILE))
  try {
    return db.prepare("select name from sqlite_schema where type = 'index' order by name").all()
  } finally {
    db.close()
  }
}
