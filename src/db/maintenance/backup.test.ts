import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fillDatabase } from '../../../test/support/databases/complete-database.ts'
import { tamper } from '../../../test/support/databases/tamper.ts'
import {
  CHEAP_PASSWORDS,
  ENGINES,
  emptyConfig,
  migratedConfig,
  temporaryDirectory,
  testRuntime,
} from '../../../test/support/engines.ts'
import { byPart, slowOnPostgres, slowTest } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { factsIn } from '../../../test/support/tables.ts'
import type { Config } from '../../config.ts'
import { createUser } from '../../domain/accounts/create-user.ts'
import { keyFileOf } from '../../key-file.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { logHead } from '../../log/log-head.ts'
import { openRuntime } from '../../runtime.ts'
import { verifyDatabase } from '../../verify/verify.ts'
import { bulk } from '../bulk.ts'
import { StoreRefused } from '../errors.ts'
import { MIGRATIONS } from '../migrate.ts'
import { addressOf } from '../open.ts'
import type { Engine } from '../query.ts'
import { applyTo } from '../sqlite/migrator.ts'
import { BackupUnusable, HEADER } from './archive-format.ts'
import { ArchiveReader } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { type BackupInput, type BackupReport, backup } from './backup.ts'
import { type RestoreReport, restore } from './restore.ts'

const NOW = Date.UTC(2020, 7, 12)

/** Content of a gzip file; undefined when it is corrupt. */
function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes)
  } catch {
    return undefined
  }
}

function backupTo(file: string, config: Config, input: Partial<BackupInput> = {}): Promise<BackupReport> {
  return backup({
    address: addressOf(config),
    file,
    keyFile: keyFileOf(config),
    mediaDirectory: join(config.data, 'media'),
    now: NOW,
    nonce: 'test',
    ...input,
  })
}

function restoreTo(config: Config, file: string): Promise<RestoreReport> {
  return restore({
    address: addressOf(config),
    file,
    data: config.data,
    keyFile: join(config.data, 'aviary.key'),
    mediaDirectory: join(config.data, 'media'),
    now: NOW,
    nonce: 'test',
  })
}

/** A closed database with rows in every table, and two media files. */
async function fill(t: TestContext, engine: Engine): Promise<Config> {
  const config = await migratedConfig(t, engine)
  const runtime = await openRuntime(config, { manner: 'command', passwordCost: CHEAP_PASSWORDS })
  await fillDatabase(runtime, 60)
  await runtime.close()
  await mkdir(join(config.data, 'media', 'ab'), { recursive: true })
  await writeFile(join(config.data, 'media', 'ab', 'cat.png'), systemRandom(100_000))
  await writeFile(join(config.data, 'media', 'empty'), '')
  return config
}

/** A closed database without rows. */
async function unfilled(t: TestContext): Promise<Config> {
  const config = await migratedConfig(t, 'sqlite')
  const runtime = await openRuntime(config, { manner: 'command' })
  await runtime.close()
  return config
}

/** Content of the members of an archive by name, without the header. */
async function membersOf(file: string): Promise<Record<string, string>> {
  const archive = await ArchiveReader.open(file)
  const members: Record<string, string> = {}
  await archive.readMembers(async ({ name, content }) => {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    members[name] = bytes.toString('latin1')
    return name.startsWith('tables/') ? bytes.toString().split('\n').length - 1 : undefined
  })
  return members
}

/** Names of the files that are in the data directory, and of the tables of a PostgreSQL database. */
async function leftIn(config: Config): Promise<string[]> {
  const files = existsSync(config.data) ? await readdir(config.data) : []
  if (config.database === '') return files
  const { default: postgres } = await import('postgres')
  const sql = postgres(config.database, { max: 1 })
  const tables = await sql`select tablename from pg_tables where schemaname = 'public'`
  await sql.end()
  return [...files, ...tables.map((table) => String(table['tablename']))]
}

async function refused(work: Promise<unknown>, kind: new () => Error, words: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof kind, String(error))
    assert.match(error.message, words)
    return true
  })
}

for (const from of ENGINES) {
  for (const to of ENGINES) {
    const test = slowOnPostgres(from === 'sqlite' ? to : from)
    test(`spec/server.md#backup: a backup of ${from} is restored into ${to} completely`, async (t) => {
      const source = await fill(t, from)
      const directory = await temporaryDirectory(t)
      const file = join(directory, 'a.tar.gz')
      const report = await backupTo(file, source)
      assert.equal(report.mediaFiles, 2)
      assert.equal(report.holdsKey, true)
      assert.equal((await stat(file)).mode & 0o777, 0o600)
      assert.deepEqual(await readdir(directory), ['a.tar.gz'])

      const target = await emptyConfig(t, to)
      const restored = await restoreTo(target, file)
      assert.equal(restored.rows, report.rows)
      assert.equal(restored.madeAt, '2020-08-12T00:00:00.000Z')
      assert.equal((await stat(join(target.data, 'aviary.key'))).mode & 0o777, 0o600)
      assert.deepEqual((await verifyDatabase(target, systemRandom)).faults, [])

      const again = join(directory, 'b.tar.gz')
      await backupTo(again, target)
      assert.deepEqual(await membersOf(again), await membersOf(file))

      const runtime = await testRuntime(t, target)
      const before = (await logHead(runtime.store)).head
      assert.equal(before, report.head)
      const user = await createUser(runtime.context, { screenName: 'after' })
      assert.ok(user.id > 0n)
      assert.equal((await logHead(runtime.store)).head, before + 1n, 'the log goes on where it was')
    })
  }
}

slowTest('spec/server.md#backup: any text survives backup and restore', async (t) => {
  const odd = fc.sample(fc.string({ unit: 'binary', maxLength: 30 }), { numRuns: 1_500, seed: 12 })
  // Aviary does not accept NUL, because PostgreSQL cannot store it.
  const texts = odd.map((text) => text.replaceAll('\0', '').toWellFormed())
  texts.push('\\', '\\N', '\n', '\r\n', '\t', '\\t', '\u2028', '"', '')
  const source = await emptyConfig(t, 'sqlite')
  const runtime = await openRuntime(source, { manner: 'command' })
  const facts = texts.map((value, index): [string, string] => [`odd ${index}`, value])
  await runtime.store.write((tx) => insertFacts(tx, facts))
  await runtime.close()
  const directory = await temporaryDirectory(t)
  await backupTo(join(directory, 'a.tar.gz'), source)
  const there = await emptyConfig(t, 'postgres')
  await restoreTo(there, join(directory, 'a.tar.gz'))
  await backupTo(join(directory, 'b.tar.gz'), there)
  const back = await emptyConfig(t, 'sqlite')
  await restoreTo(back, join(directory, 'b.tar.gz'))
  const found = await factsIn((await testRuntime(t, back)).store)
  assert.deepEqual(
    facts.map(([name]) => found[name]),
    texts,
  )
})

const insertFacts = bulk({ name: 'text', value: 'text' }, (k, rows) =>
  k.insertInto('facts').columns(['name', 'value']).expression(rows),
)

describe('spec/server.md#backup: backup', () => {
  slowTest('is online: a consistent snapshot of a database under write load', async (t) => {
    const config = await emptyConfig(t, 'sqlite')
    const { context, store } = await testRuntime(t, config)
    await createUser(context, { screenName: 'first' })
    const file = join(await temporaryDirectory(t), 'a.tar.gz')
    let isDone = false
    let written = 1
    const writing = (async () => {
      while (!isDone) await createUser(context, { screenName: `u${written++}` })
    })()
    const { head, rows } = await backupTo(file, config, {
      // `check` runs after the snapshot has begun and before the first row is read.
      check: async () => {
        const { head: then } = await logHead(store)
        while ((await logHead(store)).head < then + 20n)
          await createUser(context, { screenName: `u${written++}` })
      },
    })
    isDone = true
    await writing
    assert.ok(rows > 0 && head < BigInt(written))
    const target = await emptyConfig(t, 'sqlite')
    await restoreTo(target, file)
    const { faults, checked } = await verifyDatabase(target, systemRandom)
    assert.deepEqual(faults, [])
    assert.equal(BigInt(checked['users'] ?? 0), head)
  })

  test('excludes a key that comes from a setting, and reports this', async (t) => {
    const config = await migratedConfig(t, 'sqlite', { key: '5a'.repeat(32) })
    const runtime = await openRuntime(config, { manner: 'command' })
    await runtime.close()
    const file = join(await temporaryDirectory(t), 'a.tar.gz')
    assert.equal((await backupTo(file, config)).holdsKey, false)
    const target = { ...(await emptyConfig(t, 'sqlite')), key: config.key }
    assert.equal((await restoreTo(target, file)).restoredKey, false)
    assert.deepEqual((await verifyDatabase(target, systemRandom)).faults, [])
  })

  test('refuses a file that exists, and an empty database', async (t) => {
    const config = await unfilled(t)
    const file = join(await temporaryDirectory(t), 'a.tar.gz')
    await writeFile(file, 'mine')
    await refused(backupTo(file, config), StoreRefused, /exists; give another name/)
    assert.equal(await readFile(file, 'utf8'), 'mine')
    const empty = await emptyConfig(t, 'sqlite')
    await writeFile(addressOf(empty).file, '')
    await refused(backupTo(`${file}2`, empty), StoreRefused, /nothing to back up/)
  })

  test('leaves no files when it is aborted or fails', async (t) => {
    const config = await unfilled(t)
    const directory = await temporaryDirectory(t)
    const signal = AbortSignal.abort(new Error('enough'))
    await refused(backupTo(join(directory, 'a.tar.gz'), config, { signal }), Error, /enough/)
    await tamper(config, 'drop index facts_copy', 'alter table facts drop column value')
    await assert.rejects(backupTo(join(directory, 'a.tar.gz'), config))
    assert.deepEqual(await readdir(directory), [])
  })
})

describe('spec/server.md#backup: restore', () => {
  slowTest('refuses a non-empty installation, and leaves it unchanged', async (t) => {
    const config = await fill(t, 'sqlite')
    const file = join(await temporaryDirectory(t), 'a.tar.gz')
    await backupTo(file, config)
    const before = await readFile(addressOf(config).file)
    await refused(restoreTo(config, file), StoreRefused, /media holds files/)
    await rm(join(config.data, 'media'), { recursive: true })
    await refused(restoreTo(config, file), StoreRefused, /aviary\.sqlite already/)
    assert.deepEqual(await readFile(addressOf(config).file), before)

    const logOnly = await emptyConfig(t, 'sqlite')
    await writeFile(`${addressOf(logOnly).file}-wal`, 'an old log')
    await refused(restoreTo(logOnly, file), StoreRefused, /aviary\.sqlite-wal already/)

    const otherKey = await emptyConfig(t, 'sqlite')
    await writeFile(join(otherKey.data, 'aviary.key'), `${'00'.repeat(32)}\n`)
    await refused(restoreTo(otherKey, file), StoreRefused, /is another key than the backup's/)
    assert.deepEqual(await leftIn(otherKey), ['aviary.key'])

    const tables = await emptyConfig(t, 'postgres')
    await tamper(tables, 'create table theirs (a integer)')
    await refused(restoreTo(tables, file), StoreRefused, /not empty \(it has a table theirs\)/)
    assert.deepEqual(await leftIn(tables), ['theirs'])
  })

  slowTest('accepts an existing equal key', async (t) => {
    const config = await fill(t, 'sqlite')
    const file = join(await temporaryDirectory(t), 'a.tar.gz')
    await backupTo(file, config)
    const target = await emptyConfig(t, 'postgres')
    await writeFile(join(target.data, 'aviary.key'), await readFile(join(config.data, 'aviary.key')))
    await restoreTo(target, file)
    assert.deepEqual((await verifyDatabase(target, systemRandom)).faults, [])
  })

  slowTest('migrates a backup of an older version', async (t) => {
    const config = await emptyConfig(t, 'sqlite')
    const db = new DatabaseSync(addressOf(config).file)
    applyTo(db, MIGRATIONS.slice(0, 1), 0)
    db.exec("insert into users values (5, 'old', 'old', 'Old', 0, 0, null, null, '[]')")
    db.exec('insert into user_counts values (5, 0, 0)')
    db.close()
    const file = join(await temporaryDirectory(t), 'a.tar.gz')
    const { version } = await backupTo(file, config, { keyFile: undefined })
    assert.equal(version, '0001-ground')
    for (const engine of byPart(['sqlite'] as const, ENGINES)) {
      const target = await emptyConfig(t, engine)
      assert.equal((await restoreTo(target, file)).version, MIGRATIONS.at(-1)?.name)
      const runtime = await testRuntime(t, target)
      assert.equal((await verifyDatabase(target, systemRandom)).checked['users'], 1)
      await createUser(runtime.context, { screenName: 'new' })
    }
  })

  slowTest('refuses a backup of a newer Aviary', async (t) => {
    const config = await fill(t, 'sqlite')
    const directory = await temporaryDirectory(t)
    const file = join(directory, 'a.tar.gz')
    await backupTo(file, config)
    const changed = async (from: string, to: string) => {
      assert.equal(from.length, to.length)
      const tar = gunzipSync(await readFile(file)).toString('latin1')
      const other = join(directory, 'b.tar.gz')
      await writeFile(other, gzipSync(Buffer.from(tar.replace(from, to), 'latin1')))
      return other
    }
    const target = await emptyConfig(t, 'sqlite')
    await refused(
      restoreTo(target, await changed('"format": 1', '"format": 2')),
      BackupUnusable,
      /newer Aviary/,
    )
    await refused(
      restoreTo(target, await changed('"0002-console"', '"0009-console"')),
      StoreRefused,
      /the version 0009-console, which this program does not know/,
    )
    await refused(
      restoreTo(target, await changed('"is_protected"', '"is_projected"')),
      StoreRefused,
      /other tables/,
    )
    assert.deepEqual(await leftIn(target), [])
  })

  slowTest('refuses a file outside the media directory', async (t) => {
    const config = await fill(t, 'sqlite')
    const directory = await temporaryDirectory(t)
    const file = join(directory, 'a.tar.gz')
    await backupTo(file, config)
    const { header } = await ArchiveReader.open(file)
    const target = await emptyConfig(t, 'sqlite')
    for (const name of ['media/../cat.png', 'media//etc/cat.png', '/cat.png', 'media/']) {
      const other = join(directory, 'b.tar.gz')
      const writer = new ArchiveWriter({ file: other, partial: `${other}.partial`, now: NOW })
      await writer.add(HEADER, Buffer.from(JSON.stringify(header)))
      await writer.add(name, Buffer.from('cat'))
      await writer.finish()
      await refused(restoreTo(target, other), BackupUnusable, /which no backup does/)
      assert.deepEqual(await leftIn(target), [])
    }
  })

  for (const engine of ENGINES) {
    slowTest(`refuses every corrupt backup, and leaves no data on ${engine}`, async (t) => {
      const config = await fill(t, 'sqlite')
      await rm(join(config.data, 'media'), { recursive: true })
      const directory = await temporaryDirectory(t)
      const file = join(directory, 'a.tar.gz')
      await backupTo(file, config)
      const whole = await readFile(file)
      const target = await emptyConfig(t, engine)
      const damagedFile = join(directory, 'b.tar.gz')
      const requireRefused = async (bytes: Buffer, what: string) => {
        await writeFile(damagedFile, bytes)
        const isRefused = (error: unknown) => error instanceof BackupUnusable || error instanceof StoreRefused
        await assert.rejects(restoreTo(target, damagedFile), isRefused, what)
        assert.deepEqual(await leftIn(target), [], what)
      }
      const tar = gunzipSync(whole)
      const steps = engine === 'sqlite' ? 30 : 3
      for (let step = 0; step < steps; step++) {
        const at = Math.floor((whole.length * step) / steps)
        await requireRefused(whole.subarray(0, at), `cut after ${at} of ${whole.length} bytes`)
        const flipped = Buffer.from(whole)
        // The first ten bytes are the gzip header, whose time and operating system do not affect the content.
        const place = Math.max(at, 10)
        flipped[place] = (flipped[place] ?? 0) ^ 0x10
        // Some bits of a compressed file do not affect the content, such as the code length of an unused byte.
        if (unpacked(flipped)?.equals(tar) === true) continue
        await requireRefused(flipped, `bit changed in byte ${place} of ${whole.length}`)
      }
      // A change of any byte of the tar must also be found, whatever the compression.
      for (let step = 0; step < steps; step++) {
        const other = Buffer.from(tar)
        const place = Math.floor((tar.length * step) / steps)
        if (other[place] === 0) continue
        other[place] = (other[place] ?? 0) ^ 0x01
        await requireRefused(gzipSync(other), `bit changed in byte ${place} of the tar`)
      }
      await requireRefused(Buffer.from('follower followee\n1 2\n'), 'another file')
      await requireRefused(Buffer.alloc(0), 'an empty file')
      await requireRefused(gzipSync(Buffer.alloc(0)), 'nothing, packed')
      await restoreTo(target, file)
      assert.deepEqual((await verifyDatabase(target, systemRandom)).faults, [])
    })
  }
})
