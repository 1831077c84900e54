import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testAddress, testStore } from '../test/support/stores.ts'
import { addEvent, eventsIn } from '../test/support/tables.ts'
import { TestClock } from '../test/support/test-clock.ts'
import { DiskBlobs } from './blobs/disk.ts'
import { type Job, serverJobs, startJobs } from './jobs.ts'
import { Staging } from './lib/files/staging.ts'
import { UNGUARDED } from './lib/item-guard.ts'
import { systemRandom } from './lib/time/clock.ts'

const turn = () => new Promise(setImmediate)

function bench(work: Job['work']) {
  const clock = new TestClock()
  const logged: unknown[] = []
  const logger = { error: (entry: unknown) => logged.push(entry) } as Parameters<
    typeof startJobs
  >[1]['logger']
  const stop = startJobs([{ name: 'chore', everyMs: 1_000, work }], { clock, logger })
  return { clock, logged, stop }
}

test('a job runs at the start and at its interval', async () => {
  let runs = 0
  const { clock, stop } = bench(async () => {
    runs += 1
  })
  assert.equal(runs, 1)
  await turn()
  clock.advance(999)
  assert.equal(runs, 1)
  clock.advance(1)
  assert.equal(runs, 2)
  await turn()
  clock.advance(1_000)
  assert.equal(runs, 3)
  await stop()
})

test('a failed job is logged with its name and runs again', async () => {
  let runs = 0
  const failure = new Error('no')
  const { clock, logged, stop } = bench(async () => {
    runs += 1
    throw failure
  })
  await turn()
  assert.deepEqual(logged, [{ err: failure, job: 'chore' }])
  clock.advance(1_000)
  await turn()
  assert.equal(runs, 2)
  await stop()
})

test('a job never runs concurrently with itself', async () => {
  let runs = 0
  let end = () => {}
  const { clock, stop } = bench(() => {
    runs += 1
    return new Promise<void>((resolve) => {
      end = resolve
    })
  })
  clock.advance(5_000)
  assert.equal(runs, 1)
  end()
  await turn()
  clock.advance(1_000)
  assert.equal(runs, 2)
  end()
  await stop()
})

test('stopping aborts a running job, waits for it, and starts no further job', async () => {
  let ended = false
  let runs = 0
  const { clock, stop } = bench((signal) => {
    runs += 1
    return new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        ended = true
        resolve()
      })
    })
  })
  await stop()
  assert.equal(ended, true)
  clock.advance(10_000)
  assert.equal(runs, 1)
})

test('a server trims its log every hour, and keeps the configured number of days', async (t) => {
  const clock = new TestClock()
  const store = testStore(t, await testAddress(t, 'sqlite'), { clock })
  // The events are from 1970.
  await store.write(async (tx) => addEvent(tx, 1n))
  const blobs = new DiskBlobs('')
  const media = { blobs, staging: new Staging('', systemRandom) }
  const services = { store, clock, media }
  const jobs = serverJobs(services, { retention_days: 30, audit_days: 730, webhook_log_days: 30 })
  const trim = jobs.find(({ name }) => name === 'trim the log')
  assert.equal(trim?.everyMs, 3_600_000)
  await trim?.work(new AbortController().signal, UNGUARDED)
  assert.deepEqual(await eventsIn(store), [])
})
