import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SecondCap } from './second-cap.ts'

test('spec/post-streams.md#posts-per-second: a post counts in the second in which it was written', () => {
  const cap = new SecondCap(2)
  const granted = (at: number) => cap.take(at, 1)
  assert.deepEqual([0, 10, 999].map(granted), [1, 1, 0])
  // Posts that were written in the next seconds arrive late and together.
  assert.deepEqual([1_000, 2_000, 2_500, 2_900, 1_999, 1_999].map(granted), [1, 1, 1, 0, 1, 0])
})

test('if the clocks of two servers differ, each second has its own count', () => {
  const cap = new SecondCap(2)
  const granted = [0, 60_000, 0, 60_000, 0, 60_000].map((at) => cap.take(at, 1))
  assert.deepEqual(granted, [1, 1, 1, 1, 0, 0])
})

test('history waits until the next second when the limit is used up', () => {
  const cap = new SecondCap(2)
  assert.equal(cap.take(250, 5), 2)
  assert.equal(cap.wait(250), 750)
  assert.equal(cap.wait(1_000), 0)
})

test('without a limit all posts are granted, and few seconds are remembered', () => {
  const cap = new SecondCap(Number.POSITIVE_INFINITY)
  for (let second = 0; second < 1_000; second += 1) assert.equal(cap.take(second * 1_000, 7), 7)
  const limited = new SecondCap(1)
  for (let second = 0; second < 1_000; second += 1) assert.equal(limited.take(second * 1_000, 1), 1)
})
