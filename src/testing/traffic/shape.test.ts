import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uniformOf } from '../../demo/random.ts'
import { poisson, rhythmAt, STORM_PEAK, stormAt } from './shape.ts'

test('the mean factor of a day is 1, and the lowest factor is at 4:00 UTC', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => rhythmAt(hour * 3_600_000))
  assert.ok(Math.abs(hours.reduce((sum, factor) => sum + factor, 0) / 24 - 1) < 1e-9)
  assert.equal(Math.min(...hours), hours[4])
  assert.equal(Math.max(...hours), hours[16])
})

test('a storm reaches the recorded peak for one second, and then decreases', () => {
  assert.equal(stormAt(0), STORM_PEAK)
  assert.equal(Math.round(STORM_PEAK * 5_700), 143_199)
  assert.ok(stormAt(-5) < 2 && stormAt(5) < STORM_PEAK * 0.7 && stormAt(60) < 1.2)
})

for (const mean of [0.5, 5, 200]) {
  test(`random numbers have the mean and the variance ${mean}`, () => {
    const uniform = uniformOf(1)
    const drawn = Array.from({ length: 20_000 }, () => poisson(uniform, mean))
    const average = drawn.reduce((sum, each) => sum + each, 0) / drawn.length
    const variance = drawn.reduce((sum, each) => sum + (each - average) ** 2, 0) / drawn.length
    assert.ok(Math.abs(average / mean - 1) < 0.05, String(average))
    assert.ok(Math.abs(variance / mean - 1) < 0.1, String(variance))
  })
}
