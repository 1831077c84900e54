import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { fillDatabase } from '../../test/support/databases/complete-database.ts'
import { type ByteKind, byteKinds } from '../../test/support/databases/sqlite-pages.ts'
import { freshConfig, temporaryDirectory } from '../../test/support/engines.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { DATABASE_FILE } from '../db/open.ts'
import { putIndexed, removeIndexed } from '../domain/search/index-posts.ts'
import { WordCodec } from '../domain/search/word-codec.ts'
import { KEY_FILE } from '../key-file.ts'
import { systemRandom } from '../lib/time/clock.ts'
import { openRuntime, type Runtime } from '../runtime.ts'
import { type VerifySettings, verifyDatabase } from './verify.ts'

const FLIPS = 150
const SEED = 20_200_812

/** The random number generator of "Numerical Recipes"; it returns the same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The content of every table, read twice: all rows in a scan, and each row by its key. */
function contentOf(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = db
      .prepare(
        "select name, wr from pragma_table_list where schema = 'main' and type in ('table', 'shadow') order by name",
      )
      .all()
    const content = tables.map(({ name, wr }) => {
      const walked = db.prepare(`select * from ${name}`)
      walked.setReadBigInts(true)
      const rows = walked.all()
      if (wr === 1) return [name, rows]
      const byKey = db.prepare(`select * from ${name} where rowid = ?`)
      byKey.setReadBigInts(true)
      const ids = db.prepare(`select rowid as id from ${name}`)
      ids.setReadBigInts(true)
      return [name, rows, ids.all().map(({ id }) => byKey.get(id ?? null))]
    })
    return JSON.stringify(content, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  } finally {
    db.close()
  }
}

interface Place {
  /** The bytes of the whole database file after a close, when no write-ahead log remains. */
  readonly bytes: Buffer
  readonly kinds: readonly ByteKind[]
  readonly content: string
  /** Settings for a copy of the file; the test damages this copy. */
  readonly settings: VerifySettings
  readonly file: string
}

/**
 * Adds posts to the search index. The posts take more than one page; some of them are removed, and some are written
 * again.
 */
async function fillIndex({ store, context: { vault } }: Runtime): Promise<void> {
  const codec = new WordCodec(vault)
  const random = seeded(SEED)
  const words = () =>
    Array.from({ length: 12 }, () => codec.encode(`word ${random(1 + random(400))}`)).join(' ')
  for (let slice = 0; slice < 12; slice++) {
    const posts = Array.from({ length: 25 }, (_, index) => ({
      id: BigInt(slice * 20 + index),
      words: words(),
    }))
    // No event: this test writes the index directly and does not read the posts from which the index is derived.
    await store.write((tx) => putIndexed(tx, posts))
  }
  await store.write((tx) => removeIndexed(tx, [3n, 77n, 200n]))
}

async function makePlace(t: TestContext): Promise<Place> {
  const made = await freshConfig(t, 'sqlite')
  const runtime = await openRuntime(made, { manner: 'command' })
  await fillDatabase(runtime)
  await fillIndex(runtime)
  await runtime.close()
  const whole = join(made.data, DATABASE_FILE)
  const bytes = readFileSync(whole)
  const data = await temporaryDirectory(t)
  copyFileSync(join(made.data, KEY_FILE), join(data, KEY_FILE))
  return {
    bytes,
    kinds: byteKinds(whole, bytes),
    content: contentOf(whole),
    settings: { data, database: '', key: '' },
    file: join(data, DATABASE_FILE),
  }
}

function offsetsOf({ kinds }: Place, ...wanted: ByteKind[]): number[] {
  return kinds.flatMap((kind, offset) => (wanted.includes(kind) ? [offset] : []))
}

/** True when the verification finds no fault in a file in which one bit was changed. */
async function isMissed({ bytes, file, settings }: Place, offset: number, bit: number): Promise<boolean> {
  const damaged = Buffer.from(bytes)
  damaged[offset] = (damaged[offset] ?? 0) ^ (1 << bit)
  writeFileSync(file, damaged)
  return (await verifyDatabase(settings, systemRandom)).ok
}

test('spec/server.md#damage: a changed bit in a SQLite file', async (t) => {
  const place = await makePlace(t)
  const { bytes, kinds } = place

  await t.test('the unchanged file has no fault, and has bytes of every kind', async () => {
    writeFileSync(place.file, bytes)
    assert.deepEqual((await verifyDatabase(place.settings, systemRandom)).faults, [])
    assert.deepEqual(
      new Set(kinds),
      new Set(['used', 'free', 'separator', 'placeholder', 'schema', 'header']),
    )
  })

  await t.test(`is found in every page with data (${FLIPS} of all flips)`, async () => {
    const random = seeded(SEED)
    const offsets = offsetsOf(place, 'used', 'schema')
    let missed = 0
    for (let flip = 0; flip < FLIPS; flip++) {
      const offset = offsets[random(offsets.length)] ?? 0
      const bit = random(8)
      if (!(await isMissed(place, offset, bit))) continue
      const was = String.fromCharCode(bytes[offset] ?? 0)
      // This bit changes only the case of a letter of the schema, which SQLite ignores.
      if (kinds[offset] === 'schema' && bit === 5 && /[a-z]/i.test(was)) continue
      const what = `bit ${bit} of the byte ${offset} of ${bytes.length} was missed`
      assert.ok(contentOf(place.file) === place.content, `${what} and changed what is read`)
      // The changed bytes are only another encoding of the same value, such as a shorter row whose missing columns
      // have their defaults.
      missed += 1
      assert.ok(missed <= 2, what)
    }
  })

  await t.test('changes the result of no read if the verification does not find it', async () => {
    const random = seeded(SEED)
    const free = offsetsOf(place, 'free')
    const elsewhere = offsetsOf(place, 'separator', 'header', 'placeholder')
    const offsets = [...Array.from({ length: 40 }, () => free[random(free.length)] ?? 0), ...elsewhere]
    for (const offset of offsets.slice(0, 120)) {
      if (!(await isMissed(place, offset, random(8)))) continue
      assert.equal(contentOf(place.file), place.content, `the byte ${offset} changed what is read`)
    }
  })
})
