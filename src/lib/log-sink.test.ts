import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { LogSink, MAX_WAITING_BYTES, REFUSED_MS, SLOW_MS } from './log-sink.ts'

/** A sink for an output that accepts `place.room` bytes and then fails with the error `place.code`. */
function stage() {
  const clock = new TestClock()
  const place = { text: '', room: Number.POSITIVE_INFINITY, code: 'ENOSPC', calls: 0 }
  const sink = new LogSink((bytes) => {
    place.calls += 1
    if (place.room === 0) throw Object.assign(new Error('test'), { code: place.code })
    const taken = Math.min(place.room, bytes.length)
    place.room -= taken
    place.text += Buffer.from(bytes.subarray(0, taken)).toString()
    return taken
  }, clock)
  return { clock, place, sink }
}

describe('LogSink', () => {
  for (const code of ['ENOSPC', 'EPIPE', 'EIO', 'EBADF']) {
    test(`${code}: lines are dropped and counted, and the count is reported when output works again`, () => {
      const { clock, place, sink } = stage()
      place.code = code
      sink.write('one\n')
      place.room = 0
      for (let count = 0; count < 1_000; count += 1) sink.write('lost\n')
      assert.equal(sink.dropped, 1_000)
      assert.ok(place.calls < 5, 'a flood of lines is no flood of calls')
      clock.advance(REFUSED_MS)
      assert.equal(place.text, 'one\n')
      place.room = Number.POSITIVE_INFINITY
      // The sink tries again with a timer, without a new line.
      clock.advance(REFUSED_MS)
      const [, notice = ''] = place.text.split('\n')
      const { time, ...facts } = JSON.parse(notice)
      assert.equal(time, new Date(clock.now()).toISOString())
      const msg = 'the log could not be written for a while, and lines were dropped'
      assert.deepEqual(facts, { level: 40, dropped: 1_000, code, msg })
      sink.write('two\n')
      assert.equal(place.text, `one\n${notice}\ntwo\n`)
    })
  }

  test('a truncated line gets a line end before the next line', () => {
    const { clock, place, sink } = stage()
    place.room = 3
    sink.write('torn line\n')
    assert.equal(sink.dropped, 1)
    place.room = Number.POSITIVE_INFINITY
    clock.advance(REFUSED_MS)
    sink.write('next\n')
    const [torn, notice = '', next] = place.text.split('\n')
    assert.equal(torn, 'tor')
    assert.equal(JSON.parse(notice).dropped, 1)
    assert.equal(next, 'next')
  })

  test('EAGAIN: lines for a slow reader are buffered up to a limit, and none is truncated', () => {
    const { clock, place, sink } = stage()
    place.code = 'EAGAIN'
    place.room = 5
    const line = `${'x'.repeat(999)}\n`
    const held = Math.floor((MAX_WAITING_BYTES + 5) / line.length)
    for (let count = 0; count < held + 7; count += 1) sink.write(line)
    assert.equal(sink.dropped, 7)
    assert.equal(place.text.length, 5)
    place.room = Number.POSITIVE_INFINITY
    clock.advance(SLOW_MS)
    const lines = place.text.split('\n')
    assert.deepEqual([...new Set(lines.slice(0, held))], ['x'.repeat(999)])
    assert.equal(JSON.parse(lines[held] ?? '').dropped, 7)
    assert.equal(lines.length, held + 2)
  })

  test('end() tries again to write buffered lines', () => {
    const { place, sink } = stage()
    place.code = 'EAGAIN'
    place.room = 0
    sink.write('last\n')
    place.room = Number.POSITIVE_INFINITY
    sink.end()
    assert.equal(place.text, 'last\n')
  })

  test('property: every line is written completely or counted as dropped, and every drop is reported', () => {
    const step = fc.record({ room: fc.nat(60), code: fc.constantFrom('ENOSPC', 'EAGAIN'), lines: fc.nat(8) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { clock, place, sink } = stage()
        let sent = 0
        for (const { room, code, lines } of steps) {
          Object.assign(place, { room, code })
          for (let count = 0; count < lines; count += 1) sink.write(`{"n":${sent++}}\n`)
          clock.advance(REFUSED_MS)
        }
        place.room = Number.POSITIVE_INFINITY
        clock.advance(REFUSED_MS)
        const whole = place.text.split('\n').flatMap((text) => {
          try {
            return [JSON.parse(text) as { n?: number; dropped?: number }]
          } catch {
            return []
          }
        })
        const numbers = whole.flatMap(({ n }) => n ?? [])
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].sort((a, b) => a - b),
        )
        assert.equal(numbers.length + sink.dropped, sent)
        const notice = whole.reduce((sum, { dropped = 0 }) => sum + dropped, 0)
        assert.equal(notice, sink.dropped)
      }),
    )
  })
})
