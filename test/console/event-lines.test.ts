/** Tests the parser of server-sent events in the console. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventLines, type LiveEvent } from '../../console/src/live/event-lines.ts'
import * as fc from '../support/properties.ts'

const READ = [
  ['data: a\n\n', [{ type: 'message', data: 'a' }]],
  ['event: dropped\ndata: 3\n\n', [{ type: 'dropped', data: '3' }]],
  ['data: one\ndata: two\n\n', [{ type: 'message', data: 'one\ntwo' }]],
  [': keep-alive\n\ndata:no space\r\n\r\n', [{ type: 'message', data: 'no space' }]],
  ['event: reconnect\n\ndata: next\n\n', [{ type: 'message', data: 'next' }]],
  ['data: not complete\n', []],
] as const satisfies readonly (readonly [string, readonly LiveEvent[]])[]

test('the parser returns the name and the data of each event, and skips comments and events without data', () => {
  for (const [text, events] of READ) assert.deepEqual(new EventLines().push(text), events, text)
})

test('the parsed events do not depend on the places at which the text is divided', () => {
  const event = fc.record({ type: fc.constantFrom('message', 'post', 'dropped'), data: fc.string() })
  const clean = event.map(({ type, data }) => ({ type, data: data.replaceAll(/[\r\n]/g, ' ') }))
  const stream = fc.tuple(fc.array(clean), fc.constantFrom('\n', '\r\n'), fc.array(fc.nat(500)))
  fc.assert(
    fc.property(stream, ([events, end, cuts]) => {
      const text = events.map(({ type, data }) => `event: ${type}${end}data: ${data}${end}${end}`).join('')
      const lines = new EventLines()
      const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
      const read = places.slice(1).flatMap((place, index) => lines.push(text.slice(places[index], place)))
      assert.deepEqual(read, events)
    }),
  )
})

test('an event without an end is refused when it exceeds the maximum length', () => {
  const lines = new EventLines()
  assert.throws(() => {
    for (let pieces = 0; pieces < 10; pieces += 1) lines.push('x'.repeat(500_000))
  }, /too long/)
  assert.throws(() => {
    for (let pieces = 0; pieces < 10; pieces += 1)
      new EventLines().push(`data: ${'x'.repeat(500_000)}\n`.repeat(pieces))
  }, /too long/)
})
