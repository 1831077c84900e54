import assert from 'node:assert/strict'
import { addFollower, allFollowers, collect, eventRow, eventsIn, importRow, raw } from '../tables.ts'
import type { Cases } from './bench.ts'

const EXACT = [0n, 1n, -1n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)]

export const INTEGERS: Cases = {
  'a 64-bit column is exact: stored, read, returned and streamed': async (bench) => {
    const store = bench.open()
    for (const [index, value] of EXACT.entries()) {
      const row = { followee: value, position: BigInt(index), follower: value }
      const [returned] = await store.write((tx) => tx.rows(addFollower, row))
      assert.deepEqual({ ...returned }, { followee_id: value, follower_id: value })
    }
    const rows = await store.rows(allFollowers, {})
    assert.deepEqual(
      rows.map((row) => row.follower_id),
      EXACT,
    )
    const streamed = await await collect(store.stream(allFollowers, {}))
    assert.deepEqual(
      streamed.map((row) => ({ ...row })),
      rows.map((row) => ({ ...row })),
    )
  },

  'run() with a row id beyond 2^53 writes the row and does not throw': async (bench) => {
    const store = bench.open()
    const largest = 2n ** 63n - 1n
    const changes = await store.write(async (tx) => [
      await tx.run(raw(eventRow(largest)), {}),
      await tx.run(raw(`${eventRow(largest - 1n)} returning kind`), {}),
    ])
    assert.deepEqual(changes, [1, 1])
    assert.deepEqual(
      (await eventsIn(store)).map((event) => event.position),
      [largest - 1n, largest],
    )
  },

  'a result column whose name is not in INT64_COLUMNS is a number': async (bench) => {
    const store = bench.open()
    await store.write((tx) => tx.run(raw(importRow('safe', 2n ** 53n - 1n)), {}))
    const row = await store.first(
      raw(`select lines, (select count(*) from imports) as count, sum(updated_at) as total, 7 as seven
          from imports group by lines`),
      {},
    )
    assert.deepEqual({ ...row }, { lines: 2 ** 53 - 1, count: 1, total: 0, seven: 7 })
  },

  'a result column whose name is in INT64_COLUMNS is a bigint, for any value and expression': async (
    bench,
  ) => {
    const store = bench.open()
    await store.write((tx) => tx.run(raw(importRow('x', 5n)), {}))
    const row = await store.first(
      raw('select 1 as position, sum(lines) as head, null as id from imports'),
      {},
    )
    assert.deepEqual({ ...row }, { position: 1n, head: 5n, id: null })
  },

  'a number beyond 2^53 in a column whose name is not in INT64_COLUMNS throws a RangeError, and is never rounded':
    async (bench) => {
      const store = bench.open()
      await store.write((tx) => tx.run(raw(importRow('unsafe', 2n ** 53n)), {}))
      await assert.rejects(store.rows(raw('select lines from imports'), {}), RangeError)
      await assert.rejects(store.rows(raw('select 1 as id, lines from imports'), {}), RangeError)
      const refused = store.write((tx) => tx.rows(raw('delete from imports returning lines'), {}))
      await assert.rejects(refused, RangeError)
      const row = await store.first(raw('select count(*) as count from imports'), {})
      assert.equal(row?.['count'], 1)
    },
}
