import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { DistinctIds } from './distinct-ids.ts'

const id = fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }))

test('ids are unique and sorted, in memory and with sorted runs on disk; an id is marked if it was marked at each addition', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(id, fc.boolean()), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (all, run) => {
        const distinct = new DistinctIds(run)
        for (const [each, isMarked] of all) await distinct.add([each], isMarked)
        const found: (readonly [bigint, boolean])[] = []
        for await (const batch of distinct.batches(3)) {
          assert.ok(batch.length <= 3)
          for (const one of batch) found.push([one.id, one.isMarked])
        }
        await distinct.close()
        const marks = new Map<bigint, boolean>()
        for (const [each, isMarked] of all) marks.set(each, (marks.get(each) ?? true) && isMarked)
        assert.deepEqual(
          found,
          [...marks].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
        assert.equal(distinct.added, all.length)
      },
    ),
  )
})
