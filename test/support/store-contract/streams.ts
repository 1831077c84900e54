import assert from 'node:assert/strict'
import { StoreUnavailable } from '../../../src/db/errors.ts'
import type { Store } from '../../../src/db/store.ts'
import { addFactAndEvent, allFollowers, collect, factsIn, importRow, raw } from '../tables.ts'
import type { Cases } from './bench.ts'

export const STREAMS: Cases = {
  'stream() returns all rows in chunks, from one snapshot': async (bench) => {
    const store = bench.open()
    await fill(store, 2_500)
    const chunks: number[] = []
    const seen: bigint[] = []
    for await (const rows of store.stream(allFollowers, {})) {
      chunks.push(rows.length)
      for (const row of rows) seen.push(row.follower_id)
      await store.write((tx) => tx.run(raw('delete from followers where position > 100'), {}))
    }
    assert.deepEqual(chunks, [1_000, 1_000, 500])
    assert.deepEqual(
      seen,
      Array.from({ length: 2_500 }, (_, index) => BigInt(index)),
    )
  },

  'a stream may end early or fail, and the store continues to work': async (bench) => {
    const store = bench.open({ pool: 1 })
    await fill(store, 2_500)
    for (let turn = 0; turn < 3; turn++) {
      for await (const rows of store.stream(allFollowers, {})) {
        assert.equal(rows.length, 1_000)
        break
      }
    }
    await store.write((tx) => tx.run(raw(importRow('unsafe', 2n ** 53n)), {}))
    const unsafe = store.stream(raw('select lines from imports'), {})
    await assert.rejects(collect(unsafe), RangeError)
    await assert.rejects(collect(store.stream(raw('select nothing from nowhere'), {})))
    assert.equal((await store.rows(allFollowers, {})).length, 2_500)
  },

  'streams return numbers and bigints like other queries': async (bench) => {
    const store = bench.open()
    await store.write((tx) =>
      tx.run(
        raw(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2500)
          insert into imports (fingerprint, lines, imported, skipped, rejected, updated_at)
          select cast(i as text), i, i, 0, 0, 0 from n`),
        {},
      ),
    )
    const rows = await collect(store.stream(raw('select lines, imported as position from imports'), {}))
    assert.equal(rows.length, 2_500)
    for (const { lines, position } of rows) {
      assert.deepEqual([typeof lines, typeof position], ['number', 'bigint'])
    }
  },

  'the stream of an empty result has no chunks': async (bench) => {
    const store = bench.open()
    assert.deepEqual(await collect(store.stream(allFollowers, {})), [])
  },

  'close() waits for accepted commands and refuses later commands': async (bench) => {
    const store = bench.open()
    const accepted = Array.from({ length: 5 }, (_, index) =>
      store.write((tx) => addFactAndEvent(tx, BigInt(index))),
    )
    const closed = store.close()
    await assert.rejects(
      store.write((tx) => addFactAndEvent(tx, 9n)),
      StoreUnavailable,
    )
    await Promise.all([...accepted, closed])
    await assert.rejects(factsIn(store), StoreUnavailable)
    await store.close()
  },
}

/** Inserts all rows with one statement, because a statement for each row takes a second on PostgreSQL. */
async function fill(store: Store, count: number): Promise<void> {
  await store.writeAlone((tx) =>
    tx.run(
      raw(`with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1})
        insert into followers (followee_id, position, follower_id) select 1, i, i from n`),
      {},
    ),
  )
}
