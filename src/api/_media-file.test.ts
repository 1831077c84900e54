import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestSink } from '../../test/support/http/test-sink.ts'
import { copying } from './_media-file.ts'

test('a copy that takes too long closes the source file, and the response is cut off', async () => {
  const over = new AbortController()
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield Buffer.from('x')
    } finally {
      isClosed = true
    }
  }
  const sink = new TestSink()
  sink.isBlocked = true
  const copied = copying(endless(), over.signal)(sink)
  while (sink.taken.length === 0) await Promise.resolve()
  over.abort()
  await copied
  assert.deepEqual([isClosed, sink.taken, sink.ending], [true, ['x'], []])

  const late = new TestSink()
  await copying(endless(), over.signal)(late)
  assert.deepEqual([late.taken, late.ending], [[], []])
})
