import assert from 'node:assert/strict'
import { startPostgres } from '../../../test/support/databases/postgres-server.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { testStore } from '../../../test/support/stores.ts'
import { addEvent, eventsIn } from '../../../test/support/tables.ts'
import { sleep, systemClock } from '../../lib/time/clock.ts'
import { Tail } from '../../log/tail.ts'
import { StoreUnavailable } from '../errors.ts'
import { migrate } from '../migrate.ts'

const WRITERS = 8

test('after a crash of PostgreSQL acknowledged changes exist, and writers and readers reconnect by themselves', async (t) => {
  const server = await startPostgres({ fsync: true })
  t.after(() => server.stop())
  const address = { url: await server.createDatabase('crashing'), file: '' }
  await migrate(address, 0)
  const store = testStore(t, address)
  const tail = await Tail.open(store, systemClock)
  t.after(() => tail.close())
  const acknowledged: bigint[] = []
  const failures = new Set<unknown>()
  let writing = true
  let next = 1n
  const writers = Array.from({ length: WRITERS }, async () => {
    while (writing) {
      const number = next++
      try {
        await store.write(async (tx) => addEvent(tx, number))
        acknowledged.push(number)
      } catch (error) {
        failures.add(error instanceof Error ? error.constructor : error)
        await sleep(systemClock, 5)
      }
    }
  })
  const acknowledgedAfter = async (count: number) => {
    while (acknowledged.length < count) await sleep(systemClock, 5)
  }
  await acknowledgedAfter(200)
  server.kill()
  while (failures.size === 0) await sleep(systemClock, 5)
  await server.restart()
  await acknowledgedAfter(acknowledged.length + 200)
  writing = false
  await Promise.all(writers)
  assert.deepEqual([...failures], [StoreUnavailable])
  const events = await eventsIn(store)
  assert.deepEqual(
    events.map((event) => event.position),
    events.map((_, index) => BigInt(index + 1)),
  )
  const stored = new Set(events.map((event) => event.user_id))
  assert.deepEqual(
    acknowledged.filter((number) => !stored.has(number)),
    [],
  )
  await tail.catchUp()
  const seen = await tail.readAfter(0n, events.length + 1)
  assert.deepEqual(
    seen.map((event) => event.position),
    events.map((event) => event.position),
  )
})
