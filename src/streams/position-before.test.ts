import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { MemoryLog, usersOf } from '../../test/support/streams/compliance-log.ts'
import { positionBefore } from './position-before.ts'

const [ANN = 0n] = usersOf(3, 1)

/** Times with few different values, so that equal times occur. */
const SECONDS = fc.nat(3).map((seconds) => seconds * 1_000)

describe('spec/compliance-stream.md#resume: backfill_minutes', () => {
  test('the position is before every event of the last `backfill_minutes` minutes, and after events that are more than 5 s older', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(SECONDS, { maxLength: 60 }),
        fc.nat(12).map((since) => since * 1_000),
        fc.nat(20),
        async (steps, since, trimmed) => {
          const log = new MemoryLog()
          const times: number[] = []
          for (const step of steps) {
            times.push((times.at(-1) ?? 0) + step)
            log.suspend(ANN, times.at(-1))
          }
          const oldest = Math.min(trimmed, times.length)
          log.trimTo(BigInt(oldest))
          const found = Number(await positionBefore(log, log.head, since))
          const due = times.findIndex((at, index) => index >= oldest && at >= since - 5_000)
          assert.equal(found, due < 0 ? times.length : due)
        },
      ),
    ))
})
