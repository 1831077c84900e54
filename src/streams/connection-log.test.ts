import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import { ConnectionLog, MAX_ENDED_APPS, MAX_ENDED_PER_APP } from './connection-log.ts'

function connection(appId: bigint) {
  return { appId, part: '2 filter', sendsPosts: true, delivered: 0, dropped: 0, lagMs: 5 }
}

test('open connections are listed first, then ended connections with their reason, and each post is counted once', () => {
  const clock = new TestClock()
  const posts: [bigint, number][] = []
  const log = new ConnectionLog(clock, (appId, count) => posts.push([appId, count]))
  const [first, second, foreign] = [connection(1n), connection(1n), connection(2n)]
  for (const each of [first, second, foreign, undefined]) log.opened(each)
  first.delivered = 3
  log.tick()
  first.delivered = 5
  clock.step(1_000)
  log.ended(first, 'slow')
  log.ended(first, 'client')
  const now = clock.now()
  const facts = { part: '2 filter', startedAt: now - 1_000, dropped: 0, lagMs: 5 }
  assert.deepEqual(log.of(1n), [
    { id: 2, ...facts, endedAt: undefined, reason: undefined, delivered: 0 },
    { id: 1, ...facts, endedAt: now, reason: 'slow', delivered: 5 },
  ])
  assert.equal(log.of(2n).length, 1)
  assert.deepEqual(
    posts.filter(([, count]) => count > 0),
    [
      [1n, 3],
      [1n, 2],
    ],
  )
})

test('the number of ended connections of an app is limited, and so is the number of apps', () => {
  const log = new ConnectionLog(new TestClock(), () => undefined)
  const end = (appId: bigint) => {
    const each = connection(appId)
    log.opened(each)
    log.ended(each, 'client')
  }
  for (let count = 0; count <= MAX_ENDED_PER_APP; count += 1) end(0n)
  assert.equal(log.of(0n).length, MAX_ENDED_PER_APP)
  for (let app = 1n; app <= BigInt(MAX_ENDED_APPS); app += 1n) end(app)
  assert.deepEqual([log.of(0n).length, log.of(1n).length], [0, 1])
})
