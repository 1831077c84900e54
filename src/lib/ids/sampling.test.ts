import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { isSampled, SampledIds } from './sampling.ts'
import { snowflakeTime } from './snowflake.ts'

test('spec/post-streams.md#sampled-stream: generated ids are in the sample, increase, and are not in the future', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2011), max: Date.UTC(2040) }),
      fc.array(fc.nat(1_500), { minLength: 1, maxLength: 50 }),
      (start, pauses) => {
        const ids = new SampledIds()
        let now = start
        let last = 0n
        for (const pause of pauses) {
          now += pause
          const id = ids.next(now)
          assert.ok(isSampled(id))
          assert.ok(id > last)
          assert.ok(snowflakeTime(id) <= now && snowflakeTime(id) > now - 1_000)
          last = id
        }
      },
    ),
  )
})
