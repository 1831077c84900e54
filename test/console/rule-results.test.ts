/**
 * Tests how the results of rule tools that run in parts are combined, and how the live view keeps its rows.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from '../../console/src/live/event-lines.ts'
import { MAX_ROWS, NO_ROWS, withEvents, withHeld } from '../../console/src/pages/live/live-rows.ts'
import { type Backtest, mergedBacktest, mergedComparison } from '../../console/src/pages/rules/try/merge.ts'

const HOUR_MS = 3_600_000
const END = Date.UTC(2020, 10, 8)

/** One part of a backtest over three hours. */
function part(startHour: number, matched: readonly number[], peak: number): Backtest {
  const total = matched.reduce((sum, count) => sum + count, 0)
  const at = (hour: number) => new Date(END - hour * HOUR_MS).toISOString()
  return {
    figures: {
      value: 'heron',
      dialect: '2',
      matched: total,
      hours: matched.map((count, index) => ({ start: at(3 - index), matched: count, dropped: 0 })),
      per_month: { cap: 500_000, projected: 0, share: 0 },
      per_second: { cap: 50, dropped: 1, peak, seconds_above: 0, share: peak / 50 },
    },
    newest: { matched: total, samples: [] },
    meta: {
      start_time: at(startHour),
      end_time: new Date(END).toISOString(),
      examined: 10,
      is_complete: startHour === 3,
      is_index_current: true,
      ...(startHour === 3 ? {} : { next_token: 'next' }),
    },
  }
}

test('a backtest in two parts has the result of the whole range', () => {
  const { figures, newest, meta } = mergedBacktest(part(1, [0, 0, 4], 2), part(3, [1, 3, 0], 7))
  assert.equal(figures.matched, 8)
  assert.deepEqual(
    figures.hours.map(({ matched }) => matched),
    [1, 3, 4],
  )
  assert.deepEqual([figures.per_second.peak, figures.per_second.dropped], [7, 2])
  assert.equal(figures.per_month.projected, (8 / 3) * 24 * 30, 'eight posts in three hours')
  assert.deepEqual(
    [newest.matched, meta.examined, meta.is_complete, meta.next_token],
    [8, 20, true, undefined],
  )
})

test('the counts of a comparison in two parts are added', () => {
  const { meta } = part(1, [0, 0, 0], 0)
  const matches = (matched: number) => ({ matched, samples: [] })
  const one = { both: matches(1), only_from: matches(2), only_to: matches(3), meta }
  const { both, only_from, only_to } = mergedComparison(one, { ...one, both: matches(5) })
  assert.deepEqual([both.matched, only_from.matched, only_to.matched], [6, 4, 6])
})

const post = (id: number): LiveEvent => ({ type: 'post', data: JSON.stringify({ id: String(id) }) })
const removed = (id: number): LiveEvent => ({ type: 'removed', data: JSON.stringify({ id: String(id) }) })
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => post(from + index))

test('the live view keeps the newest posts, newest first', () => {
  const { shown } = withEvents(NO_ROWS, range(1, MAX_ROWS + 50), false)
  assert.deepEqual([shown.length, shown[0]?.id, shown.at(-1)?.id], [MAX_ROWS, '250', '51'])
})

test('a pause holds the newest posts back and counts all posts; deletions apply to shown posts and to held posts', () => {
  const before = withEvents(NO_ROWS, range(1, 2), false)
  const paused = withEvents(before, [...range(3, 402), removed(1), removed(402)], true)
  assert.deepEqual([paused.shown.length, paused.held.length, paused.heldCount], [2, MAX_ROWS, 400])
  assert.deepEqual(paused.shown[1], { id: '1', post: undefined })
  assert.deepEqual(paused.held[0], { id: '402', post: undefined })
  const resumed = withHeld(paused)
  assert.deepEqual([resumed.shown.length, resumed.held.length, resumed.heldCount], [MAX_ROWS, 0, 0])
})

test('a post that arrives in the same update as its deletion is hidden', () => {
  const { shown } = withEvents(NO_ROWS, [post(1), removed(1)], false)
  assert.deepEqual(shown, [{ id: '1', post: undefined }])
})
