import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { Deadlines } from './deadlines.ts'

test('a deadline is missed at its time and once, unless it is taken back', () => {
  const step = fc.record({ wait: fc.nat({ max: 40 }), clearAfter: fc.option(fc.nat({ max: 150 })) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const clock = new TestClock()
      const deadlines = new Deadlines(clock, 100)
      const missed: string[] = []
      const expected: string[] = []
      for (const [index, { wait, clearAfter }] of steps.entries()) {
        clock.advance(wait)
        const deadline = deadlines.set({ missed: () => missed.push(`${index} at ${clock.now()}`) })
        if (clearAfter !== null) clock.after(clearAfter, () => deadlines.clear(deadline))
        if (clearAfter === null || clearAfter > 100) expected.push(`${index} at ${clock.now() + 100}`)
      }
      clock.advance(1_000)
      // Which of two things at one moment comes first is nobody's promise.
      const isSure = (entry: string) => steps[Number.parseInt(entry, 10)]?.clearAfter !== 100
      assert.deepEqual(missed.filter(isSure), expected.filter(isSure))
    }),
  )
})

test('one that is set while another is missed is kept', () => {
  const clock = new TestClock()
  const deadlines = new Deadlines(clock, 10)
  const missed: number[] = []
  const again = { missed: () => missed.push(clock.now()) }
  deadlines.set({
    missed() {
      missed.push(clock.now())
      deadlines.set(again)
    },
  })
  const started = clock.now()
  clock.advance(100)
  assert.deepEqual(missed, [started + 10, started + 20])
})

test('one that is set while another is missed delays none that was there', () => {
  const clock = new TestClock()
  const deadlines = new Deadlines(clock, 100)
  const started = clock.now()
  const missed: number[] = []
  const note = { missed: () => missed.push(clock.now() - started) }
  deadlines.set({ missed: () => deadlines.set(note) })
  clock.advance(10)
  deadlines.set(note)
  clock.advance(500)
  assert.deepEqual(missed, [110, 200])
})
