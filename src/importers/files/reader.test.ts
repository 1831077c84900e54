import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { slowTest } from '../../../test/support/part.ts'
import type { ReadObject } from './file-value.ts'
import { findInputs, type ImportInput } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'
import type { Reading } from './read-input.ts'
import { openReader } from './reader.ts'
import { NOTHING_STORED } from './text-limits.ts'

const FORMS = fileURLToPath(new URL('../../../test/fixtures/forms/', import.meta.url))
const FROM_BEGINNING = { first: 0, skipped: 0, stored: { file: 0, ...NOTHING_STORED } }
const NEVER = Number.POSITIVE_INFINITY

function optionsOf(minThreadBytes: number): ImportFilesOptions {
  return {
    data: '',
    stdin: Readable.from([]),
    importArchive: async () => assert.fail('there is no archive'),
    minThreadBytes,
  }
}

/**
 * All readings of the inputs of an import. Functions that return users are replaced by these users, so that readings
 * can be compared.
 */
async function allOf(
  inputs: readonly ImportInput[],
  minThreadBytes: number,
  from = FROM_BEGINNING,
): Promise<unknown[]> {
  await using reader = openReader(inputs, from, optionsOf(minThreadBytes))
  const all: unknown[] = []
  for (const [index, { is }] of inputs.entries()) {
    if (index < from.first || is !== 'file') continue
    all.push(...(await collected(reader.read(index))).map(plainOf))
  }
  return all
}

function plainOf(reading: Reading): unknown {
  return reading.is === 'objects' ? { ...reading, objects: reading.objects.map(plainObject) } : reading
}

function plainObject(object: ReadObject): unknown {
  const items = object.items.map((item) => {
    if (item.kind !== 'posts') return item
    const { posts, referenced, ...others } = item.bundle
    const users = [...posts, ...referenced].map(({ author: { readUser, ...author }, ...post }) => {
      return { ...post, author, isReadable: readUser !== undefined, user: readUser?.() }
    })
    return { ...others, users }
  })
  return { ...object, items }
}

const AUTHOR = { id: 5, id_str: '5', screen_name: 'five', name: 'Five' }

function postLine(number: number): string {
  const id_str = String(20_000_000 + number)
  // The profile of the author differs in each post.
  const user = { ...AUTHOR, description: `after ${number} posts` }
  return JSON.stringify({
    id_str,
    created_at: 'Wed Aug 12 00:00:00 +0000 2020',
    full_text: `${number}`,
    user,
  })
}

// Each thread loads the program, which takes longer than most tests. In the fast part, only the
// last test and the import of a compressed tar file (academic.test.ts) have a thread.
const oneProcessor = availableParallelism() < 2 && 'with one processor no thread is used'

slowTest(
  'a thread returns the same objects as the import itself, in the same order',
  { skip: oneProcessor },
  async (t) => {
    const folder = await temporaryDirectory(t)
    const many = join(folder, 'posts.json')
    await writeFile(many, Array.from({ length: 40 }, (_, number) => `${postLine(number)}\n`).join(''))
    const bad = join(folder, 'bad.json')
    await writeFile(bad, `${postLine(1)}\n{"id":\n[{"a":1},\n`)
    const table = join(folder, 'table.csv')
    await writeFile(
      table,
      `id,created_at,text,user_id,screen_name\n${Array.from({ length: 20 }, (_, row) => `${500 + row},2020-08-12 00:00:00,row ${row},9,nine\n`).join('')}`,
    )
    const names = (await readdir(FORMS)).toSorted().map((name) => join(FORMS, name))
    const inputs = await findInputs([...names, many, bad, table])
    const direct = await allOf(inputs, NEVER)
    assert.ok(direct.length > names.length)
    assert.deepEqual(await allOf(inputs, 0), direct)

    const last = inputs.length - 3
    const from = { first: last, skipped: 30, stored: { file: last, value: 30, givenUp: [] } }
    const rest = await allOf(inputs, NEVER, from)
    assert.ok(JSON.stringify(rest, textOfBigInt).includes('after 39 posts'))
    assert.ok(!JSON.stringify(rest, textOfBigInt).includes('after 29 posts'))
    assert.deepEqual(await allOf(inputs, 0, from), rest)
  },
)

slowTest('a cancelled input of any length does not delay the next input', async (t) => {
  const folder = await temporaryDirectory(t)
  const [long, short] = [join(folder, '1.json'), join(folder, '2.json')]
  await writeFile(long, `${'x'.repeat(1_000)}\n`.repeat(20_000))
  await writeFile(short, `${postLine(1)}\n`)
  const inputs = await findInputs([long, short])
  await using reader = openReader(inputs, FROM_BEGINNING, optionsOf(0))
  let taken = 0
  for await (const reading of reader.read(0)) {
    if (reading.is !== 'objects') continue
    taken += reading.objects.length
    break
  }
  assert.ok(taken < 20_000)
  const readings = await collected(reader.read(1))
  const objects = readings.flatMap((reading) => (reading.is === 'objects' ? reading.objects : []))
  assert.deepEqual(
    objects.map(({ form, items }) => [form, items.length]),
    [['v1.1 post', 1]],
  )
})

slowTest(
  'decision 0175: in a file without a known form, a thread stops at the same object as the main thread',
  {
    skip: oneProcessor,
  },
  async (t) => {
    const folder = await temporaryDirectory(t)
    const strange = join(folder, '1.json')
    await writeFile(strange, '{"what":"is this"}\n'.repeat(20_000))
    await writeFile(join(folder, '2.json'), `${postLine(1)}\n`)
    const inputs = await findInputs([folder])
    const stored = { file: 0, value: 1_000, givenUp: [0] }
    const later = { first: 0, skipped: 1_000, stored }
    for (const from of [FROM_BEGINNING, later]) {
      const direct = await allOf(inputs, NEVER, from)
      assert.deepEqual(await allOf(inputs, 0, from), direct)
      const readings = direct as readonly Reading[]
      const count = readings.reduce((sum, one) => sum + (one.is === 'objects' ? one.objects.length : 0), 0)
      const notes = readings.filter(({ is }) => is === 'given-up')
      assert.deepEqual([count, notes.length], from.skipped === 0 ? [1_001, 1] : [1, 0])
    }
  },
)

test('if the thread fails, the import ends with the reason of the failure', async (t) => {
  const file = join(await temporaryDirectory(t), 'posts.json')
  await writeFile(file, postLine(1))
  const [input] = await findInputs([file])
  assert.ok(input !== undefined)
  const inputs = [{ ...input, path: join(file, 'missing.json') }]
  await using reader = openReader(inputs, FROM_BEGINNING, optionsOf(0))
  await assert.rejects(collected(reader.read(0)), { code: 'ENOTDIR' })
})

async function collected(readings: AsyncIterable<Reading>): Promise<readonly Reading[]> {
  const all: Reading[] = []
  for await (const reading of readings) all.push(reading)
  return all
}

function textOfBigInt(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
