import assert from 'node:assert/strict'
import { failingPair } from '../../../test/support/databases/postgres-pair.ts'
import { byPart, slowTest as test } from '../../../test/support/part.ts'
import { addEvent, eventsIn, raw } from '../../../test/support/tables.ts'
import { PostgresNonceStore } from '../../counters/postgres-nonces.ts'
import { sleep, systemClock } from '../../lib/time/clock.ts'
import { StoreUnavailable } from '../errors.ts'

const WRITERS = byPart(4, 8)

test('in a failover acknowledged changes are kept, writers wait for the new primary, and the former primary gets no writes', async (t) => {
  const { first, second, primary, store, warned } = await failingPair(t, 30_000)
  const acknowledged: bigint[] = []
  const failures: unknown[] = []
  let writing = true
  let next = 1n
  const writers = Array.from({ length: WRITERS }, async () => {
    while (writing) {
      const number = next++
      try {
        await store.write(async (tx) => addEvent(tx, number))
        acknowledged.push(number)
      } catch (error) {
        failures.push(error)
      }
    }
  })
  const acknowledgedAfter = async (count: number) => {
    while (acknowledged.length < count) await sleep(systemClock, 5)
  }
  await acknowledgedAfter(200)
  assert.equal(primary.timeline, 1)
  first.kill()
  const before = acknowledged.length
  await sleep(systemClock, 100)
  await second.promote()
  await acknowledgedAfter(before + 200)
  writing = false
  await Promise.all(writers)
  assert.equal(primary.timeline, 2)
  // Only commands whose commit was already sent are refused, at most one for each writer.
  assert.ok(failures.length <= WRITERS, `${failures.length} failures`)
  for (const error of failures) assert.ok(error instanceof StoreUnavailable, String(error))
  const events = await eventsIn(store)
  assert.deepEqual(
    events.map((event) => event.position),
    events.map((_, index) => BigInt(index + 1)),
  )
  const stored = events.map((event) => event.user_id)
  const ledger = new Set(stored)
  assert.deepEqual(
    acknowledged.filter((number) => !ledger.has(number)),
    [],
  )
  assert.equal(ledger.size, stored.length, 'a command that ran again is stored once')
  // The former primary starts again with an earlier timeline. Every read and write goes to the primary with the later
  // timeline.
  await first.restart()
  await store.write(async (tx) => addEvent(tx, 1_000_000n))
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const [row] = await store.rows(raw<{ port: number }>('select inet_server_port() as port'), {})
    assert.equal(String(row?.port), new URL(second.url()).port)
  }
  assert.ok(warned.some((line) => line.includes('another primary')))
})

test('without a primary within the limit, requests are refused with a retry time, and later requests immediately', async (t) => {
  const { first, second, store } = await failingPair(t, 1_000)
  await store.write(async (tx) => addEvent(tx, 1n))
  first.kill()
  const started = systemClock.monotonic()
  const refusal = async () => {
    for (;;) {
      const error = await store.write(async (tx) => addEvent(tx, 2n)).catch((reason: unknown) => reason)
      if (error instanceof Error && /no PostgreSQL primary/.test(error.message)) return error
    }
  }
  const error = await refusal()
  assert.ok(error instanceof StoreUnavailable)
  assert.equal(error.retryAfterS, 1)
  assert.match(error.message, /a standby/)
  assert.ok(systemClock.monotonic() - started < 6_000)
  const again = systemClock.monotonic()
  await refusal()
  assert.ok(systemClock.monotonic() - again < 1_000, 'the bound counts from the start of the outage')
  await second.promote()
  for (;;) {
    const done = await store
      .write(async (tx) => addEvent(tx, 3n))
      .then(
        () => true,
        () => false,
      )
    if (done) break
  }
})

test('a nonce that was used before the promotion of a standby is refused after the promotion', async (t) => {
  const { first, second, store } = await failingPair(t, 30_000)
  const nonces = new PostgresNonceStore(store, systemClock, Buffer.alloc(32, 7))
  t.after(() => nonces.close())
  const timestamp = Math.floor(systemClock.now() / 1_000)
  const use = (nonce: string) => ({ consumerKey: 'key', token: 'token', nonce, timestamp })
  const names = Array.from({ length: 50 }, (_, index) => `nonce${index}`)
  for (const name of names) assert.equal(await nonces.check(use(name)), 'fresh')
  first.kill()
  await second.promote()
  const verdicts = []
  for (const name of names) {
    const verdict = await Promise.resolve(nonces.check(use(name))).catch(() => nonces.check(use(name)))
    verdicts.push(verdict)
  }
  assert.deepEqual(new Set(verdicts), new Set(['repeated']))
})
