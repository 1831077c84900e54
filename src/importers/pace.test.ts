import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { testFacts } from '../../test/support/processes/cluster-contract.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { openCluster } from '../cluster/open.ts'
import type { Engine } from '../db/query.ts'
import type { Context } from '../domain/context.ts'
import { systemRandom } from '../lib/time/clock.ts'
import { Pace } from './pace.ts'

const LARGEST = 10_000

async function place(t: TestContext, engine: Engine): Promise<{ context: Context; clock: TestClock }> {
  const clock = new TestClock()
  const config = await freshConfig(t, engine)
  const { context } = await testRuntime(t, config, clock)
  return { context, clock }
}

/** True if the pause ends after exactly this number of milliseconds. */
async function restsFor(clock: TestClock, rest: Promise<void>, milliseconds: number): Promise<boolean> {
  let isOver = false
  const over = rest.then(() => {
    isOver = true
  })
  clock.advance(milliseconds - 0.5)
  await new Promise(setImmediate)
  if (isOver) return false
  clock.advance(0.5)
  await over
  return true
}

test('spec/server.md#writing-beside-a-server: an import without a server has full batches and no pauses', async (t) => {
  for (const engine of ENGINES) {
    const { context } = await place(t, engine)
    const pace = new Pace(context, LARGEST)
    assert.equal(await pace.size(), LARGEST)
    await pace.rest(LARGEST, 80, 90)
    assert.equal(await pace.size(), LARGEST)
  }
})

test('spec/server.md#writing-beside-a-server: while a server runs on SQLite, batches take at most 5 ms, with pauses of equal length', async (t) => {
  const { context, clock } = await place(t, 'sqlite')
  const server = openCluster({ store: context.store, url: '', clock, random: systemRandom })
  await server.join(testFacts('{}'))
  const pace = new Pace(context, LARGEST)
  assert.equal(await pace.size(), 50)
  assert.ok(await restsFor(clock, pace.rest(50, 2, 9), 9), 'as long as with the commit')
  assert.equal(await pace.size(), 125, 'what fits 5 ms when 50 rows take 2, however slow the disk is')
  assert.ok(await restsFor(clock, pace.rest(125, 10, 10), 10))
  assert.equal(await pace.size(), 62)
  assert.ok(await restsFor(clock, pace.rest(62, 500, 500), 500))
  assert.equal(await pace.size(), 50, 'never fewer than 50')

  await server.close()
  clock.advance(1_000)
  assert.equal(await pace.size(), LARGEST, 'the server is gone')
})

test('on PostgreSQL batches are full, even while a server runs', async (t) => {
  const { context } = await place(t, 'postgres')
  const pace = new Pace(context, LARGEST)
  assert.equal(await pace.size(), LARGEST)
})
