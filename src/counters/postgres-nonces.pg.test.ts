import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migratedTestDatabase } from '../../test/support/databases/databases.ts'
import { SILENT } from '../../test/support/logged.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { nonceFingerprints } from '../db/migrations/0024-nonce-fingerprints.ts'
import { loggedNonces } from '../db/migrations/0029-logged-nonces.ts'
import { connect } from '../db/postgres/session.ts'
import { PostgresStore } from '../db/postgres/store.ts'
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'
import { appendDrafts } from '../log/append.ts'
import { PostgresNonceStore } from './postgres-nonces.ts'

const KEY = Buffer.alloc(32, 7)

async function open(t: import('node:test').TestContext) {
  const url = await migratedTestDatabase(t)
  const clock = new TestClock()
  const make = () => {
    const store = new PostgresStore({ logger: SILENT, url, clock, appendDrafts, pool: 2 })
    const statements = { count: 0 }
    const database: Pick<Reader, 'rows'> = {
      rows(query, parameters) {
        statements.count += 1
        return store.rows(query, parameters)
      },
    }
    const nonces = new PostgresNonceStore(database, clock, KEY)
    t.after(async () => {
      nonces.close()
      await store.close()
    })
    return { store, nonces, statements }
  }
  const seconds = () => Math.floor(clock.now() / 1000)
  const use = (nonce: string, timestamp = seconds()) => ({ consumerKey: 'k', token: 't', nonce, timestamp })
  const admin = connect({ url, connections: 1, name: 'test' })
  t.after(() => admin.end())
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await admin.unsafe(statement)
  }
  return { clock, make, use, seconds, run }
}

test('spec/signatures.md#nonce: a repeat is found in every process', async (t) => {
  const { make, use } = await open(t)
  const [one, other] = [make(), make()]
  assert.equal(await one.nonces.check(use('a')), 'fresh')
  assert.equal(await other.nonces.check(use('a')), 'repeated')
  assert.equal(await other.nonces.check({ ...use('a'), token: undefined }), 'fresh')
  const verdicts = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 ? one : other).nonces.check(use('b'))),
  )
  assert.equal(verdicts.filter((verdict) => verdict === 'fresh').length, 1)
})

test('spec/signatures.md#timestamp-window: a timestamp may be five minutes before or after the clock', async (t) => {
  const { make, use, seconds } = await open(t)
  const { nonces } = make()
  assert.equal(await nonces.check(use('a', seconds() - 300)), 'fresh')
  assert.equal(await nonces.check(use('b', seconds() + 300)), 'fresh')
  assert.equal(await nonces.check(use('c', seconds() - 301)), 'too-old')
  assert.equal(await nonces.check(use('d', seconds() + 301)), 'too-new')
})

test('a nonce is deleted only after its timestamp is refused', async (t) => {
  const { clock, make, use, seconds } = await open(t)
  const { nonces } = make()
  const early = use('a')
  const late = use('b', seconds() + 290)
  for (const each of [early, late]) assert.equal(await nonces.check(each), 'fresh')
  clock.advance(302_000)
  await nonces.deleteExpired()
  assert.equal(await nonces.check(early), 'too-old')
  assert.equal(await nonces.check(late), 'repeated')
})

test('all nonces of one event loop iteration are inserted by one statement', async (t) => {
  const { make, use } = await open(t)
  const { nonces, statements } = make()
  const verdicts = await Promise.all(Array.from({ length: 40 }, (_, i) => nonces.check(use(`n${i % 39}`))))
  assert.equal(verdicts.filter((verdict) => verdict === 'fresh').length, 39)
  assert.equal(verdicts.at(-1), 'repeated')
  assert.equal(statements.count, 1)
})

test('the table is logged, so that standbys replicate it, and a nonce is on disk before the response', async (t) => {
  const { make } = await open(t)
  const { store } = make()
  const facts = query()(
    () => sql<{ persistence: string; commit: string }>`select relpersistence::text as persistence,
      current_setting('synchronous_commit') as commit from pg_class where relname = 'nonces'`,
  )
  assert.deepEqual({ ...(await store.first(facts, {})) }, { persistence: 'p', commit: 'on' })
})

/**
 * Statements that restore the database from before the migration: an unlogged table, and a separate table for nonces
 * with future timestamps.
 */
const BEFORE = [
  'alter table nonces set unlogged',
  'create table ahead_nonces (nonce bigint primary key, second bigint not null)',
]

test('the migration keeps used nonces, including those with future timestamps', async (t) => {
  const { make, use, run } = await open(t)
  const { nonces } = make()
  assert.equal(await nonces.check(use('a')), 'fresh')
  assert.equal(await nonces.check(use('b')), 'fresh')
  await run(BEFORE)
  await run([
    'insert into ahead_nonces select fingerprint, second from nonces where fingerprint <> 0 limit 1',
    'delete from nonces using ahead_nonces where fingerprint = nonce',
  ])
  await run(loggedNonces.postgresStatements ?? [])
  for (const nonce of ['a', 'b']) assert.equal(await nonces.check(use(nonce)), 'repeated')
  assert.equal(await nonces.check(use('c')), 'fresh')
})

test('after a server was killed and left no marker row, requests signed before the migration are refused', async (t) => {
  const { make, clock, run, use, seconds } = await open(t)
  const { nonces } = make()
  clock.set(Date.now())
  const before = use('a')
  assert.equal(await nonces.check(before), 'fresh')
  await run(['delete from nonces', ...BEFORE, ...(loggedNonces.postgresStatements ?? [])])
  assert.equal(await nonces.check(before), 'too-old')
  assert.equal(await nonces.check(use('b', seconds() + 3)), 'fresh')
})

test('fingerprints of another kind are deleted, and requests signed before the migration are refused', async (t) => {
  const { make, clock, run, use, seconds } = await open(t)
  const { nonces } = make()
  clock.set(Date.now())
  await run(nonceFingerprints.postgresStatements ?? [])
  const before = use('a')
  assert.equal(await nonces.check(before), 'fresh', 'where none lie nothing changes')
  await run([...(nonceFingerprints.postgresStatements ?? []), ...BEFORE])
  await run(loggedNonces.postgresStatements ?? [])
  assert.equal(await nonces.check(before), 'too-old')
  assert.equal(await nonces.check(use('b', seconds() + 3)), 'fresh')
})
