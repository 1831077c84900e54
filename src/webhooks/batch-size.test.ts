import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BatchSize, MAX_EVENTS } from './batch-size.ts'

test('the number of events in a batch is chosen so that the batch makes about two thousand deliveries', () => {
  const size = new BatchSize()
  assert.equal(size.events, MAX_EVENTS)
  size.record(MAX_EVENTS, 0)
  assert.equal(size.events, MAX_EVENTS)
  size.record(1, 100)
  assert.equal(size.events, 20)
  size.record(10, 10_000)
  assert.equal(size.events, 2)
  size.record(2, 16_000)
  assert.equal(size.events, 1)
})

test('after a burst, the batch size grows back step by step', () => {
  const size = new BatchSize()
  size.record(1, 64)
  const sizes = Array.from({ length: 6 }, () => {
    size.record(100, 0)
    return size.events
  })
  assert.deepEqual(sizes, [63, 125, 250, MAX_EVENTS, MAX_EVENTS, MAX_EVENTS])
})
