/**
 * Tests that a signal during a migration ends the process, that the database stays at its old version, and
 * that the next start migrates it. On SQLite, a server completes the migration before it ends.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { MIGRATIONS } from '../../src/db/migrate.ts'
import { postgresMigrator } from '../../src/db/postgres/migrator.ts'
import { cli, startCli } from '../support/cli.ts'
import { emptyConfig, temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { waitUntil } from '../support/wait-until.ts'

const KEY = ['--key', 'ab'.repeat(32)]
const LISTENING = ['--port', '0', '--ops-port', '0', '--log-level', 'silent']
const FIXTURE = new URL('../fixtures/upgrade/0.1.0.sqlite.gz', import.meta.url)

/** The interrupted migration, which changes {@link TABLE}. The fixture is at the migration before it. */
const INTERRUPTED = '0059-passkey-hosts'
const TABLE = 'console_passkeys'
const OLD = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name === INTERRUPTED),
)
const NAMES = MIGRATIONS.map(({ name }) => name)

/**
 * Commands that migrate, with their exit code after a signal during the migration. Null means that the signal
 * itself ends the process; a shell shows this as 143.
 */
const COMMANDS = [
  { words: ['migrate'], code: null },
  { words: ['serve', ...LISTENING], code: 143 },
] as const

/** Asserts that the next server starts and stops, and that `aviary verify` finds no error in the database. */
async function startsNext(t: TestContext, place: readonly string[]): Promise<void> {
  const server = startCli(t, ['serve', ...place, ...LISTENING])
  await server.said(/Aviary serves /)
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
  assert.equal((await cli(t, ['verify', ...place])).code, 0)
}

test('on SQLite, a signal or a crash between two statements undoes the migration of `aviary migrate`; a server completes its migration before a signal ends it', async (t) => {
  const appliedIn = (file: string) => {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      return db
        .prepare('select name from migrations order by name')
        .all()
        .map(({ name }) => String(name))
    } finally {
      db.close()
    }
  }
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    const data = join(await temporaryDirectory(t), 'data')
    mkdirSync(data, { mode: 0o700 })
    const file = join(data, 'aviary.sqlite')
    writeFileSync(file, gunzipSync(readFileSync(FIXTURE)), { mode: 0o600 })
    // The process sends the signal to itself. Otherwise the signal might arrive outside the transaction.
    const preload = `import { DatabaseSync } from 'node:sqlite'
      const { exec } = DatabaseSync.prototype
      DatabaseSync.prototype.exec = function (text) {
        exec.call(this, text)
        if (text.startsWith('alter table ${TABLE} add column host')) process.kill(process.pid, '${signal}')
      }`
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}` }
    const place = ['--data', data, ...KEY]
    const { code } = await cli(t, ['migrate', ...place], { env })
    assert.equal(code, null, signal)
    assert.deepEqual(
      appliedIn(file),
      OLD.map(({ name }) => name),
      signal,
    )
    if (signal === 'SIGTERM') {
      // A server ends after the migration, because the migration does not return to the event loop.
      assert.equal((await cli(t, ['serve', ...place, ...LISTENING], { env })).code, 143)
      assert.deepEqual(appliedIn(file), NAMES)
    }
    await startsNext(t, place)
    assert.deepEqual(appliedIn(file), NAMES)
  }
})

test('on PostgreSQL, a signal ends a migration that waits for a lock', async (t) => {
  for (const { words, code } of COMMANDS) {
    const { data, database } = await emptyConfig(t, 'postgres')
    const migrator = postgresMigrator(database)
    await migrator.apply(OLD, 0)
    await migrator.close()
    const sql = postgres(database, { max: 2, onnotice: () => undefined })
    const applied = async () => {
      const rows = await sql<{ name: string }[]>`select name from migrations order by name`
      return rows.map(({ name }) => name)
    }
    const waiting = async () => {
      const rows = await sql`
        select 1 from pg_stat_activity
        where application_name = 'aviary migrate' and wait_event_type = 'Lock' and datname = current_database()`
      return rows.length
    }
    const place = ['--data', join(data, 'new'), '--database', database, ...KEY]
    try {
      await sql.begin(async (tx) => {
        await tx.unsafe(`lock table ${TABLE} in access share mode`)
        const interrupted = startCli(t, [...words, ...place])
        await waitUntil(async () => (await waiting()) === 1)
        interrupted.kill('SIGTERM')
        assert.equal((await interrupted.ended).code, code, words[0])
      })
      await waitUntil(async () => (await waiting()) === 0)
      assert.deepEqual(
        await applied(),
        OLD.map(({ name }) => name),
      )
      await startsNext(t, place)
      assert.deepEqual(await applied(), NAMES)
    } finally {
      await sql.end()
    }
  }
})
