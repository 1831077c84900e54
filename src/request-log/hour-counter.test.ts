import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import type { HourCounts } from '../domain/usage/hours.ts'
import { HourCounter } from './hour-counter.ts'

test('counts are stored after a minute, a failed write is retried, and reads include counts that are not stored yet', async () => {
  const clock = new TestClock()
  const stored: HourCounts[] = []
  const failures: unknown[] = []
  let isBroken = true
  const counter = new HourCounter({
    clock,
    async store(counts) {
      if (isBroken) throw new Error('no room')
      stored.push(counts)
    },
    onFailure: (error) => failures.push(error),
  })
  counter.addRequest(1n, 'v1.1', 200)
  counter.addRequest(1n, 'v1.1', 204)
  counter.addRequest(1n, 'v1.1', 429)
  counter.addPosts(1n, 7)
  counter.addPosts(2n, 0)
  const hour = Math.floor(clock.now() / 3_600_000)
  const of = { appId: 1n, hour, family: 'v1.1' }
  const expected = {
    requests: [
      { ...of, statusClass: 2, requests: 2 },
      { ...of, statusClass: 4, requests: 1 },
    ],
    posts: [{ appId: 1n, hour, posts: 7 }],
  }
  assert.deepEqual(counter.waitingOf(1n), expected)
  clock.advance(60_000)
  await assert.rejects(counter.flush(), /no room/)
  assert.equal(failures.length, 1)
  assert.deepEqual(counter.waitingOf(1n), expected)
  isBroken = false
  await counter.close()
  assert.deepEqual(stored, [expected])
  assert.deepEqual(counter.waitingOf(1n), { requests: [], posts: [] })
  clock.step(3_600_000)
  counter.addRequest(1n, 'v1.1', 500)
  assert.deepEqual(counter.waitingOf(1n).requests, [{ ...of, hour: hour + 1, statusClass: 5, requests: 1 }])
})
