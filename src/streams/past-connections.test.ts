import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PastConnections } from './past-connections.ts'

test('the latest connection of an owner is listed first, and the oldest connections are dropped', () => {
  const past = new PastConnections<number>(3)
  for (const each of [1, 2, 3, 4]) past.add('acme', each)
  past.add('other', 9)
  assert.deepEqual([past.of('acme'), past.of('other'), past.of('unknown')], [[4, 3, 2], [9], []])
})

test('if there are too many owners, the owner whose latest connection is the oldest is dropped', () => {
  const past = new PastConnections<number>(3, 2)
  past.add('one', 1)
  past.add('two', 2)
  past.add('one', 3)
  past.add('three', 4)
  assert.deepEqual([past.of('one'), past.of('two'), past.of('three')], [[3, 1], [], [4]])
})
