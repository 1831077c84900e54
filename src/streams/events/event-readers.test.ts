import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { Hooks } from '../../../test/support/engines.ts'
import { TestSink } from '../../../test/support/http/test-sink.ts'
import { retainedBytes } from '../../../test/support/processes/retained-memory.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { runStream, STREAM_STALLED_MS } from '../../http/stream-response.ts'
import { EventBuffer, eventFrame, MAX_BUFFER_BYTES } from './event-buffer.ts'
import {
  EVENT_KEEP_ALIVE_MS,
  type EventReader,
  EventReaders,
  MAX_READERS,
  MAX_READERS_PER_SESSION,
} from './event-readers.ts'

/** A real HTTP server that opens a reader of events for every request. */
async function stage(t: Hooks) {
  const clock = new TestClock()
  const warnings: string[] = []
  const readers = new EventReaders({
    clock,
    logger: { warn: (_: unknown, text: string) => warnings.push(text) } as never,
  })
  const sources: EventReader[] = []
  const state = { isAllowed: true, stopped: 0, isBroken: false }
  const server = createServer((message, response) => {
    const body = readers.open({
      key: message.url ?? '',
      async isAllowed() {
        if (state.isBroken) throw new Error('test')
        return state.isAllowed
      },
      subscribe(reader) {
        sources.push(reader)
        return () => {
          state.stopped += 1
        }
      },
    })
    if (typeof body === 'string') return void response.writeHead(429).end(body)
    response.writeHead(200)
    response.flushHeaders()
    runStream(message, response, clock, body).catch(() => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = async (path = '/a') => {
    const asked = request({ port, path, host: '127.0.0.1', agent: false }).end()
    asked.on('error', () => undefined)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    const leave = () => asked.destroy()
    return { answer, leave }
  }
  /** Opens a connection that reads continuously, and waits until its reader is subscribed to the source. */
  const follow = async (path?: string) => {
    const count = sources.length
    const { answer, leave } = await open(path)
    let text = ''
    answer.on('data', (chunk) => {
      text += chunk
    })
    await waitUntil(() => sources.length > count && text.includes('retry:'))
    const source = sources.at(-1)
    assert.ok(source)
    return {
      source,
      leave,
      answer,
      text: () => text,
      has: (wanted: string) => waitUntil(() => text.includes(wanted)),
    }
  }
  return { clock, readers, sources, state, warnings, open, follow }
}

describe('a page that reads events', () => {
  test('gets all events in order, and keep-alives while there is no event', async (t) => {
    const { clock, follow } = await stage(t)
    const { source, text, has } = await follow()
    source.send('post', { id: '1' })
    source.send('post', { id: '2', text: 'two\nlines' })
    await has('two')
    assert.equal(
      text(),
      'retry: 2000\n\nevent: post\ndata: {"id":"1"}\n\nevent: post\ndata: {"id":"2","text":"two\\nlines"}\n\n',
    )
    clock.advance(EVENT_KEEP_ALIVE_MS)
    await has('\n\n: keep-alive\n\n')
  })

  test('loses the oldest events if it does not read; it gets the number of lost events, and takes no more memory than its buffer', async (t) => {
    const { readers, sources, open } = await stage(t)
    const { answer } = await open()
    answer.pause()
    await waitUntil(() => sources.length === 1)
    const filler = 'x'.repeat(10_000)
    const before = retainedBytes()
    const total = 8_000
    for (let number = 0; number < total; number += 1) {
      sources[0]?.send('post', { number, filler })
      if (number % 100 === 0) await new Promise(setImmediate)
    }
    assert.ok(readers.dropped > total / 2, String(readers.dropped))
    assert.ok(retainedBytes() - before < 20_000_000, 'of 80 MB')
    const numbers: number[] = []
    let dropped = 0
    let rest = ''
    answer.on('data', (chunk) => {
      const frames = (rest + chunk).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(frame) ?? []
        if (name === 'post') numbers.push(JSON.parse(data ?? '').number)
        if (name === 'dropped') dropped += JSON.parse(data ?? '').count
      }
    })
    answer.resume()
    await waitUntil(() => numbers.at(-1) === total - 1)
    assert.equal(numbers.length + dropped, total)
    assert.equal(dropped, readers.dropped)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
  })

  test('is disconnected if it reads nothing for half a minute', async (t) => {
    const { clock, readers, sources, state, open } = await stage(t)
    const { answer } = await open()
    answer.pause()
    await waitUntil(() => sources.length === 1)
    const filler = 'x'.repeat(100_000)
    await waitUntil(() => {
      sources[0]?.send('post', { filler })
      return readers.dropped > 10
    })
    clock.advance(STREAM_STALLED_MS)
    await waitUntil(() => readers.size === 0)
    assert.equal(state.stopped, 1)
  })

  test('frees its source when it disconnects', async (t) => {
    const { readers, state, follow } = await stage(t)
    const { leave } = await follow()
    leave()
    await waitUntil(() => readers.size === 0)
    assert.equal(state.stopped, 1)
  })

  test('ends with its session, even when another server ended the session', async (t) => {
    const { clock, readers, state, follow } = await stage(t)
    const first = await follow('/a')
    const second = await follow('/b')
    readers.endAll('/a')
    await first.has('event: reconnect\ndata: {"reason":"session-ended"}\n\n')
    await waitUntil(() => readers.size === 1)
    state.isAllowed = false
    clock.advance(EVENT_KEEP_ALIVE_MS)
    await second.has('"session-ended"')
    await waitUntil(() => readers.size === 0)
  })

  test('continues while its access cannot be checked, and this is logged', async (t) => {
    const { clock, readers, state, warnings, follow } = await stage(t)
    const { source, has } = await follow()
    state.isBroken = true
    clock.advance(EVENT_KEEP_ALIVE_MS)
    await has('keep-alive')
    await waitUntil(() => warnings.length === 1)
    source.send('post', {})
    await has('event: post')
    assert.equal(readers.size, 1)
  })

  test('is asked to reconnect when the server stops or the source ends; a stopping server refuses new readers', async (t) => {
    const { readers, follow, open } = await stage(t)
    const ended = await follow('/b')
    ended.source.end()
    await ended.has('"source-ended"')
    const { has } = await follow()
    const closing = readers.close()
    await has('event: reconnect\ndata: {"reason":"server-stopping"}\n\n')
    await closing
    assert.equal((await open()).answer.statusCode, 429)
    await readers.close()
  })

  test('is refused above the maximum number of readers of its session or of the process', async (t) => {
    const { readers, open, follow } = await stage(t)
    for (let count = 0; count < MAX_READERS_PER_SESSION; count += 1) await follow('/a')
    assert.equal((await open('/a')).answer.statusCode, 429)
    const { leave } = await follow('/b')
    leave()
    await waitUntil(() => readers.size === MAX_READERS_PER_SESSION)
    const source = { isAllowed: async () => true, subscribe: () => () => undefined }
    const bodies = Array.from({ length: MAX_READERS }, (_, key) =>
      readers.open({ ...source, key: String(key) }),
    )
    assert.equal(bodies.filter((body) => body === 'too-many-readers').length, MAX_READERS_PER_SESSION)
    const sink = Object.assign(new TestSink(), { isGone: true })
    for (const body of bodies) if (typeof body !== 'string') await body(sink)
    assert.equal(readers.size, MAX_READERS_PER_SESSION)
  })
})

describe('events that wait for a page', () => {
  test('have a limited number of bytes and stay in order; an event that exceeds the buffer is dropped', () => {
    const buffer = new EventBuffer()
    assert.equal(buffer.push(Buffer.alloc(MAX_BUFFER_BYTES + 1)), 1)
    const half = Buffer.alloc(MAX_BUFFER_BYTES / 2)
    const [a, b, c] = [Buffer.from(half), Buffer.from(half), Buffer.from(half)]
    assert.deepEqual(
      [a, b, c].map((frame) => buffer.push(frame)),
      [0, 0, 1],
    )
    assert.equal(buffer.bytes, MAX_BUFFER_BYTES)
    assert.equal(buffer.push(Buffer.alloc(MAX_BUFFER_BYTES)), 2)
    assert.equal(buffer.dropped, 4)
    const [notice, frame] = buffer.take()
    assert.deepEqual(notice, eventFrame('dropped', { count: 4 }))
    assert.equal(frame?.length, MAX_BUFFER_BYTES)
    assert.equal(buffer.isEmpty, true)
    buffer.skip(2)
    assert.deepEqual(buffer.take(), [eventFrame('dropped', { count: 2 })])
    buffer.push(a)
    buffer.clear()
    assert.deepEqual([buffer.bytes, buffer.take()], [0, []])
  })
})
