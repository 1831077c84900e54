import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BatchSize, EVENTS_MOST } from './batch-size.ts'

test('as many events as are told about two thousand times go into the queue together', () => {
  const size = new BatchSize()
  assert.equal(size.events, EVENTS_MOST)
  size.note(EVENTS_MOST, 0)
  assert.equal(size.events, EVENTS_MOST)
  size.note(1, 100)
  assert.equal(size.events, 20)
  size.note(10, 10_000)
  assert.equal(size.events, 2)
  size.note(2, 16_000)
  assert.equal(size.events, 1)
})

test('a burst that is over is forgotten bit by bit', () => {
  const size = new BatchSize()
  size.note(1, 64)
  const sizes = Array.from({ length: 6 }, () => {
    size.note(100, 0)
    return size.events
  })
  assert.deepEqual(sizes, [63, 125, 250, EVENTS_MOST, EVENTS_MOST, EVENTS_MOST])
})
