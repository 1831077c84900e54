/** Tests the choice between the standby and the primary for a read (docs/decisions/0154-read-replicas.md). */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startPostgres } from '../../../test/support/databases/postgres-server.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { raw } from '../../../test/support/tables.ts'
import { systemClock } from '../../lib/time/clock.ts'
import type { Reader } from '../store.ts'
import { Replica } from './replica.ts'

/** The response of a database to a query for its position. */
type Answer = bigint | 'unknown' | Promise<bigint>

/**
 * A replica. An ordinary server acts as its standby, and an object acts as its primary. The test controls the
 * timeline of the primary and the position that the standby reports.
 */
async function stage(t: TestContext, known: bigint) {
  const server = await startPostgres()
  t.after(() => server.stop())
  const now = { timeline: 1, answer: known as Answer, warnings: 0 }
  const primary: Reader & { readonly engine: 'postgres' } = {
    engine: 'postgres',
    rows: async () => [{ from: 'primary' }] as never[],
    first: async () => ({ from: 'primary' }) as never,
  }
  const replica = new Replica({
    url: server.url(),
    pool: 1,
    primary,
    replayed: async () => now.answer,
    known: () => known,
    timeline: () => now.timeline,
    clock: systemClock,
    logger: {
      warn: () => {
        now.warnings += 1
      },
      error: () => undefined,
    },
  })
  t.after(() => replica.close())
  const read = async () =>
    (await replica.first(raw<{ from: string }>(`select 'standby' as "from"`), {}))?.from
  return { now, replica, read }
}

test('after a change of the primary the standby is checked again, because it may have lost history', async (t) => {
  const { now, replica, read } = await stage(t, 5n)
  now.answer = 10n
  assert.equal(await read(), 'standby')
  now.timeline = 2
  now.answer = 3n
  assert.equal(await read(), 'primary')
  assert.equal(replica.status.replayed, 3n)
  now.answer = 5n
  assert.equal(await read(), 'standby')
})

test('a position that was compared with a former primary is not used', async (t) => {
  const { now, replica, read } = await stage(t, 5n)
  const answer = Promise.withResolvers<bigint>()
  now.answer = answer.promise
  const reading = read()
  // The replica has asked for the position by then.
  await new Promise((resolve) => setImmediate(resolve))
  now.timeline = 2
  answer.resolve(10n)
  assert.equal(await reading, 'primary')
  assert.equal(replica.status.replayed, 0n)
  now.answer = 5n
  assert.equal(await read(), 'standby')
})

test('when the primary does not respond, the standby is not treated as failed', async (t) => {
  const { now, replica, read } = await stage(t, 5n)
  now.answer = 3n
  assert.equal(await read(), 'primary')
  now.answer = 'unknown'
  assert.equal(await read(), 'primary')
  assert.deepEqual([replica.status.replayed, now.warnings], [3n, 0])
  now.answer = 5n
  assert.equal(await read(), 'standby')
})
