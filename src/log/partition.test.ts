import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slow } from '../../test/support/part.ts'
import { SNOWFLAKE_EPOCH_MS } from '../lib/ids/snowflake.ts'
import { PARTITIONS, partitionOf } from './partition.ts'

const COUNT = 1_000_000

/** Names of ids that only the slow part tests, because a million ids take long. */
const ONLY_SLOW_IDS = ['snowflakes of one worker, one a millisecond', 'snowflakes that end in 22 zero bits']

/** The time part of a snowflake id of August 2020, in milliseconds. */
const BASE = BigInt(Date.UTC(2020, 7, 12) - SNOWFLAKE_EPOCH_MS)

const IDS: Readonly<Record<string, (index: bigint) => bigint>> = {
  'small ids in a row': (index) => index + 1n,
  'snowflakes of one worker, one a millisecond': (index) => ((BASE + index) << 22n) | (1n << 12n),
  'snowflakes that end in 22 zero bits': (index) => (BASE + index * 97n) << 22n,
  'snowflakes in bursts of 16': (index) => ((BASE + (index >> 4n)) << 22n) | (3n << 12n) | (index & 15n),
}

for (const [name, id] of Object.entries(IDS)) {
  const options = ONLY_SLOW_IDS.includes(name) ? slow : {}
  test(
    `spec/compliance-stream.md#partitions: each of 8 partitions has 12.5 % ± 0.125 points: ${name}`,
    options,
    () => {
      const counts = new Array<number>(PARTITIONS).fill(0)
      for (let index = 0n; index < COUNT; index++) {
        const partition = partitionOf(id(index))
        counts[partition - 1] = (counts[partition - 1] ?? 0) + 1
      }
      for (const count of counts) {
        const points = (count / COUNT) * 100
        assert.ok(Math.abs(points - 12.5) <= 0.125, `${points} % of ${name}`)
      }
    },
  )
}

test('the partition of a user never changes, so the function must never change', () => {
  const pinned = new Map([
    [0n, 2],
    [1n, 7],
    [2n, 1],
    [12n, 7],
    [783_214n, 1],
    [2_244_994_945n, 5],
    [1_291_391_112_063_737_856n, 5],
    [2n ** 63n - 1n, 7],
  ])
  for (const [id, partition] of pinned) assert.equal(partitionOf(id), partition, `${id}`)
})
