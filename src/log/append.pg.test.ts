import assert from 'node:assert/strict'
import { slowTest as test } from '../../test/support/part.ts'
import type { AppendOrder } from '../../test/support/programs/append-events.ts'
import { runProgram } from '../../test/support/programs/run.ts'
import { seeded } from '../../test/support/seeded.ts'
import { testAddress, testStore } from '../../test/support/stores.ts'
import type { DatabaseAddress } from '../db/migration.ts'
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'
import { systemClock } from '../lib/time/clock.ts'
import { logHead } from './log-head.ts'
import { Tail } from './tail.ts'

const WRITERS = 8
/** Number of runs of each writer process. Every run except the last run ends by SIGKILL. */
const LIVES = 3
const EVENTS_OF_THE_LAST = 2_500
const SEED = 20_200_812

/** The name of a test event, which consists of the number of its writer and a number within that writer. */
const nameOf = (writer: bigint | number, number: bigint | string) => `${writer}/${number}`

/** Starts and kills a writer repeatedly. @returns names of the events that it reported as stored */
async function live(address: DatabaseAddress, writer: number, random: () => number): Promise<string[]> {
  const acknowledged: string[] = []
  for (let life = 1; life <= LIVES; life++) {
    const order: AppendOrder = { ...address, writer, from: life * 1_000_000, count: EVENTS_OF_THE_LAST }
    const program = runProgram('append-events', order)
    const killAfter = life === LIVES ? Number.POSITIVE_INFINITY : 1 + Math.floor(random() * 1_500)
    let printed = 0
    for await (const line of program.lines) {
      acknowledged.push(nameOf(writer, line))
      printed += 1
      // Kills the writer at a random moment of its work.
      if (printed >= killAfter) systemClock.after(random() * 25, () => program.kill())
    }
    if (life === LIVES) assert.equal(printed, EVENTS_OF_THE_LAST)
  }
  return acknowledged
}

test('promise 3: while 8 processes append, are killed at random moments and restart, a reader reads every position once, in order', async (t) => {
  const address = await testAddress(t, 'postgres')
  const store = testStore(t, address, { pool: 4 })
  const tail = await Tail.open(store, systemClock)
  t.after(() => tail.close())
  const stop = new AbortController()
  const seen: string[] = []
  let stopAt: number | undefined
  const reading = (async () => {
    for await (const batch of tail.follow(0n, stop.signal)) {
      for (const event of batch) {
        assert.equal(event.position, BigInt(seen.length + 1))
        assert.equal(event.kind, 'user.followed')
        seen.push(nameOf(event.user_id, event.followee_id))
      }
      if (stopAt !== undefined && seen.length >= stopAt) stop.abort()
    }
  })()
  const random = seeded(SEED)
  const writers = Array.from({ length: WRITERS }, (_, index) => live(address, index + 1, random))
  const acknowledged = (await Promise.all(writers)).flat()
  const { head } = await logHead(store)
  stopAt = Number(head)
  if (seen.length >= stopAt) stop.abort()
  await reading
  assert.deepEqual(await namesIn(store), seen)
  assert.equal(new Set(seen).size, seen.length, 'no event is there twice')
  const stored = new Set(seen)
  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
  )
  assert.ok(acknowledged.length >= WRITERS * EVENTS_OF_THE_LAST)
  t.diagnostic(`${acknowledged.length} acknowledged, ${seen.length} in the log`)
})

/** The names of all events, by position. */
async function namesIn(reader: Reader): Promise<string[]> {
  const names: string[] = []
  let position = 0n
  for (;;) {
    const rows = await reader.rows(eventsFrom, { position })
    for (const row of rows) {
      names.push(nameOf(row.user_id ?? 0n, JSON.parse(row.facts).followee_id))
    }
    const last = rows.at(-1)
    if (last === undefined) return names
    position = last.position
  }
}

const eventsFrom = query<{ position: bigint }>()((k, p) =>
  k
    .selectFrom('events')
    .select(['position', 'user_id', 'facts'])
    .where('position', '>', p('position'))
    .orderBy('position')
    .limit(5_000),
)
