import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../test/support/databases.ts'
import { SILENT } from '../../test/support/logged.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { StoreUnavailable } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import { nonceFingerprints } from '../db/migrations/0024-nonce-fingerprints.ts'
import { PostgresStore } from '../db/postgres/store.ts'
import { sealEvents } from '../log/append.ts'
import { PostgresNonceStore } from './postgres-nonces.ts'

const KEY = Buffer.alloc(32, 7)

async function open(t: import('node:test').TestContext) {
  const url = await testDatabase(t)
  await migrate({ url, file: '' }, 0)
  const clock = new TestClock()
  const make = () => {
    const store = new PostgresStore({ logger: SILENT, url, clock, seal: sealEvents, pool: 2 })
    const nonces = new PostgresNonceStore(store, clock, KEY)
    t.after(async () => {
      nonces.close()
      await store.close()
    })
    return { store, nonces }
  }
  const seconds = () => Math.floor(clock.now() / 1000)
  const use = (nonce: string, timestamp = seconds()) => ({ consumerKey: 'k', token: 't', nonce, timestamp })
  return { clock, make, use, seconds }
}

test('common.md 5 Nonce: a repeat is found in every process', async (t) => {
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

test('common.md 5 Timestamp window: five minutes both ways', async (t) => {
  const { make, use, seconds } = await open(t)
  const { nonces } = make()
  assert.equal(await nonces.check(use('a', seconds() - 300)), 'fresh')
  assert.equal(await nonces.check(use('b', seconds() + 300)), 'fresh')
  assert.equal(await nonces.check(use('c', seconds() - 301)), 'too-old')
  assert.equal(await nonces.check(use('d', seconds() + 301)), 'too-new')
})

test('a nonce is forgotten only when its timestamp is refused', async (t) => {
  const { clock, make, use, seconds } = await open(t)
  const { nonces } = make()
  const early = use('a')
  const late = use('b', seconds() + 290)
  for (const each of [early, late]) assert.equal(await nonces.check(each), 'fresh')
  clock.advance(302_000)
  await nonces.sweep()
  assert.equal(await nonces.check(early), 'too-old')
  assert.equal(await nonces.check(late), 'repeated')
})

test('design 5 Nonces: a table emptied by a crash takes nothing until it is said since when it knows all', async (t) => {
  const { clock, make, use, seconds } = await open(t)
  const { store, nonces } = make()
  const before = use('a')
  assert.equal(await nonces.check(before), 'fresh')
  await store.execute('truncate nonces', [])
  await assert.rejects(async () => nonces.check(use('b')), StoreUnavailable)
  await nonces.mark(seconds() + 1)
  assert.equal(await nonces.check(before), 'too-old')
  clock.advance(1_000)
  assert.equal(await nonces.check(use('a')), 'fresh')
  assert.equal(await nonces.check(before), 'too-old')
})

test('fingerprints of another kind are thrown away, and what was signed before them is refused', async (t) => {
  const { clock, make, use, seconds } = await open(t)
  const { store, nonces } = make()
  const run = () =>
    Promise.all((nonceFingerprints.postgresStatements ?? []).map((sql) => store.execute(sql, [])))
  await run()
  assert.equal(await nonces.check(use('a')), 'fresh', 'where none lie nothing changes')
  await run()
  await assert.rejects(async () => nonces.check(use('b')), StoreUnavailable)
  await nonces.mark(seconds() + 1)
  assert.equal(await nonces.check(use('a')), 'too-old')
  clock.advance(1_000)
  assert.equal(await nonces.check(use('a')), 'fresh')
})
