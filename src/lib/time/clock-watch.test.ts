import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { type ClockStep, ClockWatch } from './clock-watch.ts'

function setUp() {
  const clock = new TestClock()
  const steps: ClockStep[] = []
  return { clock, steps, watch: new ClockWatch(clock, (step) => void steps.push(step)) }
}

test('a steady clock is never reported', () => {
  const { clock, steps, watch } = setUp()
  for (const ms of [1, 999, 3_600_000, 86_400_000]) clock.advance(ms)
  assert.deepEqual(steps, [])
  assert.deepEqual([watch.offsetMs, watch.forward, watch.back, watch.latest], [0, 0, 0, undefined])
})

test('steps forward and back are each counted once, and their sum is the offset', () => {
  const { clock, steps, watch } = setUp()
  clock.step(600_000)
  clock.advance(2_000)
  assert.deepEqual([watch.offsetMs, watch.forward, watch.back], [600_000, 1, 0])
  clock.step(-1_600_000)
  watch.look()
  assert.deepEqual([watch.offsetMs, watch.forward, watch.back], [-1_000_000, 1, 1])
  clock.advance(5_000)
  assert.deepEqual(watch.latest, { byMs: -1_600_000, agoMs: 5_000 })
  assert.deepEqual(
    steps.map(({ byMs }) => byMs),
    [600_000, -1_600_000],
  )
})

test('differences below a second do not count as steps, but are part of the offset', () => {
  const { clock, steps, watch } = setUp()
  for (let times = 0; times < 5; times += 1) {
    clock.step(900)
    clock.advance(1_000)
  }
  assert.deepEqual(steps, [])
  assert.equal(watch.offsetMs, 4_500)
})

test('after it is closed, the watch does not check the clock', () => {
  const { clock, steps, watch } = setUp()
  watch.close()
  clock.step(600_000)
  clock.advance(10_000)
  assert.deepEqual(steps, [])
})
