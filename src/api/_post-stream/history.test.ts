import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoggedEvent } from '../../events/event.ts'
import { systemClock } from '../../lib/clock.ts'
import { type HistorySource, LogHistory } from './history.ts'

test('design 7: while the rules of the beginning are sought in a long log, the connection is given its turn', async () => {
  const head = 200_000n
  let joined = false
  let read = 0
  const source: HistorySource = {
    clock: systemClock,
    readAfter: async (position, most) => {
      const count = Math.min(most, Number(head - position))
      read += count
      return Array.from(
        { length: count },
        (_, index) => ({ kind: 'user.followed', position: position + BigInt(index) + 1n }) as LoggedEvent,
      )
    },
    position: () => head,
    views: async () => [],
    join: () => {
      joined = true
    },
  }
  const history = new LogHistory(source, {
    of: { appId: 1n, product: 'labs-1' },
    rules: () => [],
    after: 0n,
    mostInSecond: 50,
  })
  const { signal } = new AbortController()
  let before = 0
  while ((await history.next(signal)) !== undefined) {
    assert.ok(read - before <= 51_000, `${read - before} events were read in one step`)
    before = read
  }
  assert.ok(joined)
})
