import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import { BODY_TIMEOUT_MS, BodyReader, isForm } from './body.ts'
import { discardBody } from './discard.ts'

function request(headers: Record<string, string> = {}) {
  return Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough
}

describe('reading bodies', () => {
  test('returns the text of all chunks, and counts no buffered bytes after the end', async () => {
    const bodies = new BodyReader(new TestClock())
    const body = request()
    const text = bodies.text(body, 100)
    body.write('caf')
    // The two bytes of a character are in different chunks.
    body.write(Buffer.from([0xc3]))
    body.end(Buffer.from([0xa9]))
    assert.equal(await text, 'café')
    assert.equal(bodies.buffered, 0)
    const empty = request()
    empty.end()
    assert.equal(await bodies.text(empty, 100), '')
  })

  test('refuses a body whose declared length is too large before reading it, and a body that is too long while reading it', async () => {
    const bodies = new BodyReader(new TestClock())
    await assert.rejects(bodies.text(request({ 'content-length': '101' }), 100), { reason: 'body-too-large' })
    const lying = request({ 'content-length': '1' })
    const text = bodies.text(lying, 100)
    lying.write('x'.repeat(101))
    await assert.rejects(text, { reason: 'body-too-large' })
    assert.equal(bodies.buffered, 0)
    assert.equal(lying.destroyed, false)
    const exact = request()
    exact.end('x'.repeat(100))
    assert.equal((await bodies.text(exact, 100)).length, 100)
  })

  test('refuses a body that is not UTF-8, that ends early, or whose connection was closed before the read', async () => {
    const bodies = new BodyReader(new TestClock())
    const latin = request()
    latin.end(Buffer.from([0x63, 0xe9]))
    await assert.rejects(bodies.text(latin, 100), { reason: 'bad-request' })
    const broken = request()
    const text = bodies.text(broken, 100)
    broken.write('half')
    broken.destroy()
    await assert.rejects(text, { reason: 'bad-request' })
    await assert.rejects(bodies.text(broken, 100), { reason: 'bad-request' })
    assert.equal(bodies.buffered, 0)
  })

  test('waits at most the maximum time', async () => {
    const clock = new TestClock()
    const bodies = new BodyReader(clock)
    const slow = request()
    const text = bodies.text(slow, 100)
    slow.write('a')
    clock.advance(BODY_TIMEOUT_MS)
    await assert.rejects(text, { reason: 'request-timeout' })
    assert.equal(bodies.buffered, 0)
  })

  test('buffers no more bytes than the common maximum of all requests', async () => {
    const bodies = new BodyReader(new TestClock(), 150)
    const [one, other] = [request(), request()]
    const first = bodies.text(one, 100)
    const second = bodies.text(other, 100)
    one.write('x'.repeat(100))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(bodies.buffered, 100)
    other.write('x'.repeat(60))
    await assert.rejects(second, { reason: 'over-capacity' })
    assert.equal(bodies.buffered, 100)
    one.end()
    await first
    assert.equal(bodies.buffered, 0)
  })

  test('a form is recognised by its content type, in upper or lower case and with any parameters', () => {
    const form = 'application/x-www-form-urlencoded'
    for (const type of [form, form.toUpperCase(), `${form}; charset=utf-8`, ` ${form} `, `${form};`]) {
      assert.equal(isForm(type), true, type)
    }
    for (const type of [undefined, '', 'application/json', `${form}x`, `x${form}`, `${form} x`]) {
      assert.equal(isForm(type), false, String(type))
    }
  })
})

describe('discarding bodies', () => {
  test('ends when the body or the connection ends, after the maximum number of bytes, and after the maximum time', async () => {
    const clock = new TestClock()
    const whole = request()
    const atEnd = discardBody(whole, clock)
    whole.end('x'.repeat(100_000))
    await atEnd
    const gone = request()
    const atClose = discardBody(gone, clock)
    gone.destroy(new Error('reset'))
    await atClose
    await discardBody(gone, clock)
    const huge = request()
    const atLimit = discardBody(huge, clock)
    for (let index = 0; index < 20; index += 1) huge.write(Buffer.alloc(100_000))
    await atLimit
    const slow = discardBody(request(), clock)
    clock.advance(2_000)
    await slow
  })
})
