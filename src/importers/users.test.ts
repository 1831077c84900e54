import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { failingFrom } from '../../test/support/databases/failing-context.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { byPart, slow, slowOnPostgres, slowTest } from '../../test/support/part.ts'
import type { Engine } from '../db/query.ts'
import { findFullUsers } from '../domain/accounts/find-users.ts'
import type { Context } from '../domain/context.ts'
import { importFollows } from '../domain/graph/import-follows.ts'
import { userObject } from '../formats/v1.1/user.ts'
import { systemRandom } from '../lib/time/clock.ts'
import { verifyDatabase } from '../verify/verify.ts'
import { importUsersFile } from './users.ts'

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/users/users.jsonl', import.meta.url))
/** Directory of the complete recorded files, which exists only on some machines. */
const SHARED = fileURLToPath(new URL('../../../shared/data/users', import.meta.url))

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const file = join(await temporaryDirectory(t), 'users.jsonl')
  const run = (path = file, of: Context = context) => importUsersFile(of, path, { data: config.data })
  const requireIntact = async () => {
    assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
  }
  return { config, context, store, file, run, requireIntact }
}

type Recorded = Readonly<Record<string, unknown>> & { readonly id_str: string }

function objectsIn(text: string): Recorded[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded)
}

/** Fields that responses show in the recorded form. */
const KEPT = [
  'id_str',
  'name',
  'screen_name',
  'protected',
  'created_at',
  'verified',
  'listed_count',
  'profile_background_color',
  'profile_background_image_url',
  'profile_background_tile',
  'profile_image_url',
  'profile_image_url_https',
  'profile_banner_url',
  'profile_link_color',
  'profile_text_color',
  'profile_use_background_image',
  'default_profile',
  'default_profile_image',
  'has_extended_profile',
]

/** A day on which user objects contained the user's own background (spec/versioning.md#dates). */
const OWN_BACKGROUNDS = '2018-05-13'

/** Checks that each user is shown as in the last object that describes the user. */
async function assertShown(context: Context, recorded: readonly Recorded[]): Promise<void> {
  const last = new Map(recorded.map((object) => [BigInt(object.id_str), object]))
  const users = await findFullUsers(context.store, [...last.keys()])
  assert.equal(users.size, last.size)
  for (const [id, object] of last) {
    const user = users.get(id)
    assert.ok(user !== undefined)
    const shown = userObject(user, { relation: null, includeEntities: true, day: OWN_BACKGROUNDS })
    for (const field of KEPT.filter((name) => object[name] !== undefined)) {
      assert.deepEqual(shown[field], object[field], `${field} of ${id}`)
    }
    assert.equal(shown['description'], object['description'] ?? '')
    assert.equal(shown['location'], object['location'] ?? '')
    assert.equal(shown['url'], object['url'] === '' ? null : object['url'])
    assert.deepEqual([shown['followers_count'], shown['friends_count']], [0, 0], 'edges that there are')
  }
}

function line(id: number | bigint, screenName = `u${id}`): string {
  return `{"id":${id},"screen_name":"${screenName}","description":"d"}`
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`import users on ${engine}`, () => {
    test('imports recorded objects of every age, and responses show their recorded values', async (t) => {
      const { context, run, requireIntact } = await place(t, engine)
      const recorded = objectsIn(await readFile(FIXTURE, 'utf8'))
      const { read, imported, skipped, rejected } = await run(FIXTURE)
      assert.deepEqual(
        { read, imported, skipped, rejected },
        { read: 25, imported: 25, skipped: 0, rejected: 0 },
      )
      await assertShown(context, recorded)
      const again = await run(FIXTURE)
      // Two lines contain different values for one user, so each line changes the user again.
      assert.deepEqual(again, { ...again, read: 25, imported: 2, skipped: 23, rejected: 0 })
      await assertShown(context, recorded)
      await requireIntact()
    })

    test('adds names to users of a follow graph, and keeps edges and counters', async (t) => {
      const { context, store, run, requireIntact } = await place(t, engine)
      await importFollows(context, [{ follower: 13n, followee: 659933n }], async () => undefined)
      await run(FIXTURE)
      const users = await findFullUsers(store, [13n, 659933n])
      assert.deepEqual(
        [users.get(13n)?.screenName, users.get(13n)?.friendsCount, users.get(659933n)?.followersCount],
        ['biz', 1, 1],
      )
      await requireIntact()
    })

    test('continues where it was interrupted, with the result of an uninterrupted import', async (t) => {
      const { context, store, file, run, requireIntact } = await place(t, engine)
      const count = byPart(1_200, 2_600)
      const lines = Array.from({ length: count }, (_, index) =>
        index % 100 === 7 ? `wrong ${index}` : line(index + 1),
      )
      await writeFile(file, `${lines.join('\n')}\n`)
      await assert.rejects(run(file, failingFrom(context, 2)), /the process died/)
      const report = await run()
      assert.ok(report.resumedAfter >= 1_000)
      const rejected = count / 100
      assert.deepEqual(
        [report.read, report.imported, report.skipped, report.rejected],
        [count, count - rejected, 0, rejected],
      )
      assert.equal((await findFullUsers(store, [1n, 1_100n, BigInt(count)])).size, 3)
      assert.equal((await readFile(report.rejects ?? '', 'utf8')).trimEnd().split('\n').length, rejected)
      await requireIntact()
    })

    test('adds every rejected line to the reject file, in the order of the lines', async (t) => {
      const { file, run, requireIntact } = await place(t, engine)
      const lines = ['[', `${line(1, 'one')},`, '{"id":0}', `${line(2, 'ONE')},`, 'x', `${line(3)}`, ']']
      await writeFile(file, lines.join('\n'))
      const report = await run()
      assert.deepEqual([report.read, report.imported, report.skipped, report.rejected], [5, 3, 0, 2])
      assert.deepEqual(report.repairs, [
        {
          path: 'screen_name ONE (imported as user_2)',
          fault: 'belongs to another user',
          count: 1,
          lines: [4],
        },
      ])
      const rows = [
        'users.jsonl:3\tno known form of object: its fields are ["id"]\t{"id":0}',
        'users.jsonl:5\tnot JSON\tx',
      ]
      assert.equal(await readFile(report.rejects ?? '', 'utf8'), `${rows.join('\n')}\n`)
      await requireIntact()
    })
  })
}

describe('import users', () => {
  const missing = existsSync(SHARED) ? false : `there is no ${SHARED}: the fixture is taken in its place`
  test('imports all 1,349 objects of six recorded files', { skip: missing || slow.skip }, async (t) => {
    const { context, run, requireIntact } = await place(t, 'sqlite')
    const files = readdirSync(SHARED)
      .filter((name) => name.endsWith('.jsonl.gz'))
      .sort()
    const recorded: Recorded[] = []
    let read = 0
    for (const name of files) {
      const file = join(SHARED, name)
      recorded.push(...objectsIn(gunzipSync(await readFile(file)).toString()))
      const report = await run(file)
      assert.equal(report.rejected, 0, name)
      read += report.read
    }
    assert.deepEqual([files.length, read], [6, 1_349])
    await assertShown(context, recorded)
    await requireIntact()
  })

  slowTest('keeps the users before the end of a truncated file', async (t) => {
    const { store, file, run } = await place(t, 'sqlite')
    const packed = gzipSync(Array.from({ length: 20_000 }, (_, index) => `${line(index + 1)}\n`).join(''))
    await writeFile(file, packed.subarray(0, packed.length - 5_000))
    await assert.rejects(
      run(),
      /users\.jsonl: its gzip data is corrupt or truncated \(.*\); get the complete file/,
    )
    assert.equal((await findFullUsers(store, [1n])).size, 1)
    await appendFile(file, packed.subarray(packed.length - 5_000))
    const { imported, skipped } = await run()
    assert.equal(imported + skipped, 20_000)
    assert.ok(skipped > 5_000)
  })

  test('refuses a file of another kind, and stores no part of the file', async (t) => {
    const { file, run } = await place(t, 'sqlite')
    await writeFile(file, '{"a":1}\n'.repeat(2_000))
    await assert.rejects(run(), /none of the first 1000 objects is readable \(this one is "\{.*no known form/)
    await writeFile(file, Buffer.from([0x53, 0x51, 0x4c, 0, 1, 2]))
    await assert.rejects(run(), /it is not text; give lines, CSV or JSON/)
  })

  slowTest(
    'rejects lines that are not UTF-8 or are too long, and continues with the next lines',
    async (t) => {
      const { store, file, run } = await place(t, 'sqlite')
      const long = `{"id":2,"screen_name":"long","description":"${'x'.repeat(17 * 1024 * 1024)}"}`
      const latin = Buffer.from('{"id":3,"screen_name":"ren","name":"Ren\u00e9"}', 'latin1')
      const first = `${line(1)}\n`.repeat(200)
      await writeFile(
        file,
        Buffer.concat([Buffer.from(`${first}${long}\n`), latin, Buffer.from(`\n${line(4)}\n`)]),
      )
      const { imported, rejected, rejects = '' } = await run()
      assert.deepEqual([imported, rejected], [2, 2])
      const rows = (await readFile(rejects, 'utf8')).split('\n').map((row) => row.split('\t', 2))
      assert.deepEqual(rows, [
        ['users.jsonl:201', 'longer than 16777216 characters'],
        ['users.jsonl:202', 'not UTF-8; name the encoding with --encoding windows-1252, or convert the file'],
        [''],
      ])
      assert.equal((await findFullUsers(store, [1n, 2n, 3n, 4n])).size, 2)
    },
  )
})
