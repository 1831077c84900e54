import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import type { Clock } from '../lib/time/clock.ts'
import { ControlledClock, EARLIEST_MS, LATEST_MS, MAX_SPEED } from './clock.ts'
import { ControlRefused } from './refused.ts'

const START = Date.UTC(2020, 7, 12)
const HOUR_MS = 3_600_000

function clocks(start = START) {
  const machine = new TestClock(start)
  return { machine, clock: new ControlledClock(machine, start) }
}

/** Records the name and time of each timer that runs. */
function recorder(clock: ControlledClock) {
  const ran: [string, number][] = []
  return { ran, note: (name: string) => () => void ran.push([name, clock.now() - START]) }
}

describe('the clock of test mode', () => {
  test('runs like the machine’s clock until a test changes it', () => {
    const { machine, clock } = clocks()
    const { ran, note } = recorder(clock)
    clock.after(1_500, note('once'))
    clock.every(1_000, note('every'))
    machine.advance(2_500)
    assert.equal(clock.now(), START + 2_500)
    assert.deepEqual(ran, [
      ['every', 1_000],
      ['once', 1_500],
      ['every', 2_000],
    ])
  })

  test('a step runs due timers in order, each at its time, and also timers that are set during the step', async () => {
    const { clock } = clocks()
    const { ran, note } = recorder(clock)
    clock.after(2_000, note('second'))
    clock.after(1_000, () => {
      note('first')()
      Promise.resolve().then(() => clock.after(500, note('started by the first')))
    })
    clock.after(2_000, note('third'))
    clock.after(4_000, note('later'))
    const cancel = clock.after(10, note('cancelled'))
    cancel()
    const before = clock.monotonic()
    await clock.step(3_000)
    assert.equal(clock.monotonic() - before, 3_000)
    assert.deepEqual(ran, [
      ['first', 1_000],
      ['started by the first', 1_500],
      ['second', 2_000],
      ['third', 2_000],
    ])
  })

  test('a new speed begins at the end of the step, however long the machine takes', async () => {
    const { machine, clock } = clocks()
    clock.onMove({
      settle: async () => machine.advance(70),
      settleOwn: async () => undefined,
    })
    clock.after(500, () => machine.advance(70))
    await clock.set(START + HOUR_MS, 0)
    assert.deepEqual(clock.state, { now: START + HOUR_MS, speed: 0 })
    await clock.step(1_000, 10)
    assert.deepEqual(clock.state, { now: START + HOUR_MS + 1_000 + 700, speed: 10 })
    await clock.set(START, 0)
    assert.deepEqual(clock.state, { now: START, speed: 0 })
    assert.throws(() => clock.set(START, -1), ControlRefused)
    assert.throws(() => clock.step(1, MAX_SPEED + 1), ControlRefused)
  })

  test('a time is exact on a clock that runs, and a step never sets the time back', async () => {
    const machine = new TestClock(START)
    // Each reading of the machine's clock is 10 ms later.
    const reading: Clock = {
      now: () => machine.now(),
      monotonic: () => {
        machine.advance(10)
        return machine.monotonic()
      },
      after: (ms, task) => machine.after(ms, task),
      every: (ms, task) => machine.every(ms, task),
    }
    const clock = new ControlledClock(reading, START, 1_000)
    await clock.set(START + HOUR_MS, 0)
    assert.equal(clock.now(), START + HOUR_MS)
    clock.run(1_000)
    const before = clock.now()
    const ran: number[] = []
    clock.after(60_000, () => ran.push(clock.now()))
    clock.onMove({ settle: async () => void clock.monotonic(), settleOwn: async () => undefined })
    await clock.step(1_000, 0)
    assert.ok(clock.now() > before + 1_000)
    await clock.step(60_000)
    assert.equal(ran.length, 1)
  })

  test('a long step runs a periodic timer a limited number of times', async () => {
    const { clock } = clocks()
    let runs = 0
    clock.every(20, () => {
      runs += 1
    })
    await clock.step(24 * HOUR_MS)
    assert.ok(runs >= 99 && runs <= 101, String(runs))
    assert.equal(clock.now(), START + 24 * HOUR_MS)
  })

  test('timers that start each other do not make a step endless', async () => {
    const { clock } = clocks()
    let runs = 0
    const again = () => {
      runs += 1
      clock.after(1, again)
    }
    again()
    await clock.step(365 * 24 * HOUR_MS)
    assert.ok(runs < 30_000, String(runs))
    assert.equal(clock.now(), START + 365 * 24 * HOUR_MS)
  })

  test('a change to an earlier time changes only the time of day', async () => {
    const { machine, clock } = clocks()
    const { ran, note } = recorder(clock)
    clock.after(1_000, note('timer'))
    const before = clock.monotonic()
    await clock.set(START - HOUR_MS)
    assert.equal(clock.now(), START - HOUR_MS)
    assert.equal(clock.monotonic(), before)
    machine.advance(1_000)
    assert.deepEqual(ran, [['timer', 1_000 - HOUR_MS]])
  })

  test('a frozen clock runs no timer; at speed 60, an hour passes in a minute', () => {
    const { machine, clock } = clocks()
    const { ran, note } = recorder(clock)
    clock.after(HOUR_MS / 2, note('timer'))
    clock.freeze()
    machine.advance(HOUR_MS)
    assert.equal(clock.now(), START)
    clock.run(60)
    machine.advance(60_000)
    assert.equal(clock.now(), START + HOUR_MS)
    assert.deepEqual(ran, [['timer', HOUR_MS / 2]])
    assert.deepEqual(clock.state, { now: START + HOUR_MS, speed: 60 })
  })

  test('concurrent steps run in sequence', async () => {
    const { clock } = clocks()
    await Promise.all([clock.step(1_000), clock.step(1_000), clock.set(START + 10_000)])
    assert.equal(clock.now(), START + 10_000)
  })

  test('times outside the range of ids and invalid speeds are refused', async () => {
    const { clock } = clocks()
    assert.throws(() => clock.set(EARLIEST_MS - 1), ControlRefused)
    assert.throws(() => clock.set(LATEST_MS + 1), ControlRefused)
    assert.throws(() => clock.set(Number.NaN), ControlRefused)
    assert.throws(() => clock.step(EARLIEST_MS - START - 1), ControlRefused)
    assert.throws(() => clock.step(Number.POSITIVE_INFINITY), ControlRefused)
    assert.throws(() => clock.run(-1), ControlRefused)
    assert.throws(() => clock.run(MAX_SPEED + 1), ControlRefused)
    assert.equal(clock.now(), START)
    await clock.set(EARLIEST_MS)
    assert.equal(clock.now(), EARLIEST_MS)
  })

  test('timers run in the order of their due times, for any delays, cancellations and steps', async () => {
    const timer = fc.record({ ms: fc.integer({ min: 0, max: 200 }), isCancelled: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(timer, { maxLength: 200 }),
        fc.integer({ min: 1, max: 200 }),
        async (timers, ms) => {
          const { clock } = clocks()
          clock.freeze()
          const ran: number[] = []
          const cancels = timers.map((one, index) => clock.after(one.ms, () => void ran.push(index)))
          for (const [index, one] of timers.entries()) if (one.isCancelled) cancels[index]?.()
          await clock.step(ms)
          const expected = timers
            .map((one, index) => ({ ...one, index }))
            .filter((one) => !one.isCancelled && one.ms <= ms)
            .sort((one, other) => one.ms - other.ms || one.index - other.index)
          assert.deepEqual(
            ran,
            expected.map(({ index }) => index),
          )
        },
      ),
      { numRuns: 30 },
    )
  })
})
