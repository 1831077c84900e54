import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { TrailingTime } from './trailing-time.ts'

const EVERY = 30_000
const DAY = 86_400_000

function setUp() {
  const clock = new TestClock()
  const time = new TrailingTime(clock, EVERY, 600_000)
  const look = () => {
    clock.advance(EVERY)
    return time.look()
  }
  return { clock, time, look }
}

test('follows the clock, even when timers are late or the clock is set back', () => {
  const { clock, time, look } = setUp()
  for (let times = 0; times < 50; times += 1) assert.equal(look(), clock.now())
  clock.step(2 * EVERY)
  assert.equal(look(), clock.now())
  clock.step(-DAY)
  assert.equal(time.look(), clock.now())
})

test('stops for ten minutes after a step forward, and then follows the clock', () => {
  const { clock, look } = setUp()
  const before = look()
  clock.step(DAY)
  for (let looks = 0; looks < 20; looks += 1) assert.equal(look(), before)
  assert.equal(look(), clock.now())
})

test('is never ahead of the clock when a step is corrected', () => {
  const { clock, time, look } = setUp()
  const before = look()
  clock.step(DAY)
  look()
  clock.step(-DAY)
  const after = look()
  assert.ok(after >= before && after <= clock.now())
  clock.step(-DAY)
  assert.equal(time.look(), clock.now())
})
