import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { returnMemoryWhenIdle } from './return-memory.ts'

const MIB = 2 ** 20

test('garbage collections begin after three idle seconds, and continue until the memory of new objects is returned', () => {
  const clock = new TestClock(0)
  const heap = { bytes: 96 * MIB, load: 0.5, collections: 0 }
  const stop = returnMemoryWhenIdle(clock, {
    newSpaceBytes: () => heap.bytes,
    utilization: () => heap.load,
    collectNew() {
      heap.collections += 1
      heap.bytes /= 2
    },
  })
  const seconds = (count: number) => {
    for (let second = 0; second < count; second++) clock.advance(1_000)
    return heap.collections
  }
  assert.equal(seconds(5), 0)
  heap.load = 0.01
  assert.equal(seconds(2), 0)
  assert.equal(seconds(1), 1)
  // The third collection makes the space for new objects small. Of the twelve collections that follow the
  // last check with a large space, eleven are left.
  assert.equal(seconds(30), 14)
  heap.bytes = 96 * MIB
  heap.load = 0.06
  assert.equal(seconds(5), 14)
  stop()
  heap.load = 0
  assert.equal(seconds(5), 14)
})

test('the heap of this process can be collected', () => {
  const clock = new TestClock(0)
  const stop = returnMemoryWhenIdle(clock)
  for (let second = 0; second < 4; second++) clock.advance(1_000)
  stop()
  assert.equal(Reflect.get(globalThis, 'gc'), undefined)
})
