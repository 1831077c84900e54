import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { MAX_WINDOW_AGE_MS, MAX_WINDOW_BYTES, SendWindow, WRITE_BYTES } from './send-window.ts'

const TAIL = Buffer.from('}\r\n')

function messageOf(bytes: number, since = 0) {
  return { body: Buffer.alloc(bytes), tail: TAIL, time: { at: 0, since } }
}

describe('promise 5: the size and age of messages that wait for one client are limited', () => {
  test('messages are taken in order and unchanged, in parts of about one write size', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(WRITE_BYTES), { maxLength: 30 }), (sizes) => {
        const window = new SendWindow()
        const messages = sizes.map((bytes) => messageOf(bytes))
        for (const [index, message] of messages.entries()) assert.equal(window.push(message), index === 0)
        const taken = []
        while (!window.isEmpty) {
          const some = window.take()
          const bytes = some.reduce((sum, { body, tail }) => sum + body.length + tail.length, 0)
          assert.ok(some.length > 0)
          assert.ok(bytes < WRITE_BYTES * 2 + TAIL.length)
          assert.ok(window.isEmpty || bytes >= WRITE_BYTES, 'no small write while more waits')
          taken.push(...some)
        }
        assert.deepEqual(taken, messages)
        assert.equal(window.bytes, 0)
      }),
    ))

  test('the window overflows when it has too many bytes, or when the oldest message is too old', () => {
    const window = new SendWindow()
    window.push(messageOf(MAX_WINDOW_BYTES - TAIL.length, 100))
    assert.equal(window.isExceeded(100), false)
    assert.equal(window.isOverdue(100 + MAX_WINDOW_AGE_MS), false)
    assert.equal(window.isOverdue(101 + MAX_WINDOW_AGE_MS), true)
    assert.equal(window.isExceeded(101 + MAX_WINDOW_AGE_MS), true)
    window.push(messageOf(0, 200))
    assert.equal(window.isExceeded(200), true)
    window.clear()
    assert.deepEqual([window.bytes, window.isEmpty, window.isExceeded(1e9)], [0, true, false])
  })
})
