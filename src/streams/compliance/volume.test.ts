import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { MESSAGE_NAMES } from '../../formats/compliance/message-names.ts'
import { MessageVolume } from './volume.ts'

const MINUTE_MS = 60_000
const SLOTS = 180

test('messages are counted by minute, partition and name, and a message with a future time is counted at the current time', () => {
  const clock = new TestClock()
  const volume = new MessageVolume(clock)
  const now = clock.now()
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  volume.count('delete', 1, now)
  volume.count('delete', 1, now + 10 * MINUTE_MS)
  volume.count('user_suspend', 8, now - MINUTE_MS)
  assert.deepEqual(volume.read('minute'), [
    { at: minute - MINUTE_MS, partition: 8, name: 'user_suspend', count: 1 },
    { at: minute, partition: 1, name: 'delete', count: 2 },
  ])
})

test('the counts are equal to the counts of a simple model with a map, and older minutes are dropped', () => {
  const message = fc.record({
    name: fc.constantFrom(...MESSAGE_NAMES),
    partition: fc.integer({ min: 1, max: 8 }),
    ago: fc.integer({ min: 0, max: 300 }),
    step: fc.integer({ min: 0, max: 40 }),
  })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 60 }), (messages) => {
      const clock = new TestClock()
      const volume = new MessageVolume(clock)
      const model = new Map<string, number>()
      for (const { name, partition, ago, step } of messages) {
        clock.advance(step * MINUTE_MS)
        const at = clock.now() - ago * MINUTE_MS
        volume.count(name, partition, at)
        // The slot of such an old minute may contain a newer minute.
        if (ago >= SLOTS) continue
        const key = `${Math.floor(at / MINUTE_MS)} ${partition} ${name}`
        model.set(key, (model.get(key) ?? 0) + 1)
      }
      const oldest = volume.oldest('minute') / MINUTE_MS
      const expected = [...model].filter(([key]) => Number(key.split(' ')[0]) >= oldest).sort()
      const counted = volume
        .read('minute')
        .map(({ at, partition, name, count }): [string, number] => [
          `${at / MINUTE_MS} ${partition} ${name}`,
          count,
        ])
      assert.deepEqual(counted.sort(), expected)
    }),
  )
})
