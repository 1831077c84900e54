import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createHttpServer } from '../listener.ts'
import { type LocalBounds, LocalCalls, type LocalRequest } from './local-calls.ts'

const BOUNDS: LocalBounds = { maxBytes: 100_000, maxMs: 1_000 }

const REQUEST: LocalRequest = {
  method: 'GET',
  target: '/x?y=1',
  headers: { accept: '*/*' },
  body: undefined,
  origin: { scheme: 'https', host: 'api.example.org', address: '192.0.2.7' },
}

function stage(handler: RequestListener) {
  const clock = new TestClock()
  const { server } = createHttpServer(
    { tls: undefined, http2: false, bodyFor: () => '{}', now: () => clock.now() },
    handler,
  )
  const calls = new LocalCalls(clock, () => ({ fastify: { server, ready: async () => undefined } }))
  const call = (request: Partial<LocalRequest> = {}, bounds: Partial<LocalBounds> = {}) =>
    calls.call({ ...REQUEST, ...request }, { ...BOUNDS, ...bounds })
  return { clock, call }
}

test('a call has the scheme, host, address and body that its caller gave', async () => {
  const { call } = stage(async (request, response) => {
    const { socket, method, url, headers } = request
    const { remoteAddress, encrypted } = socket as TLSSocket
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.setHeader('x-one', ['1', '2'])
    response.end(JSON.stringify({ remoteAddress, encrypted, method, url, host: headers.host, body }))
  })
  const body = 'ä'.repeat(60_000)
  const response = await call({ method: 'POST', body }, { maxBytes: 1_000_000 })
  assert.equal(response?.status, 200)
  assert.equal(response.ended, 'complete')
  assert.deepEqual(JSON.parse(response.body), {
    ...{
      remoteAddress: '192.0.2.7',
      encrypted: true,
      method: 'POST',
      url: '/x?y=1',
      host: 'api.example.org',
      body,
    },
  })
  const ones = response.headers.filter(([name]) => name === 'x-one')
  assert.deepEqual(
    ones.map(([, value]) => value),
    ['1', '2'],
  )
})

test('each of many concurrent calls has its own connection', async () => {
  const { call } = stage((request, response) => response.end(request.url))
  const targets = Array.from({ length: 20 }, (_, at) => `/${at}`)
  const responses = await Promise.all(targets.map((target) => call({ target })))
  assert.deepEqual(
    responses.map((response) => response?.body),
    targets,
  )
})

test('a long response is read up to the maximum number of bytes, and its writer then sees a disconnect', async () => {
  const closed: string[] = []
  const { call } = stage(async (_request, response) => {
    response.on('close', () => closed.push(`finished: ${response.writableFinished}`))
    const piece = Buffer.alloc(64 * 1024, 'a')
    while (!response.destroyed)
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  })
  const response = await call()
  assert.equal(response?.ended, 'bytes')
  assert.equal(response.body, 'a'.repeat(100_000))
  await settled()
  assert.deepEqual(closed, ['finished: false'])
})

test('the response does not change when its writer reuses the buffer', async () => {
  const { call } = stage((_request, response) => {
    const buffer = Buffer.alloc(40_000, 'a')
    response.write(buffer, () => {
      buffer.fill('b')
      response.end()
    })
  })
  assert.equal((await call())?.body, 'a'.repeat(40_000))
})

test('a stream ends when the caller has enough text, or after the maximum time', async () => {
  let running: ServerResponse | undefined
  const { clock, call } = stage((_request, response) => {
    running = response
    response.write('1\n')
  })
  const isEnough = (text: string) => text.split('\n').length > 3
  const first = call({}, { isEnough })
  await settled()
  running?.write('2\n3\n')
  const enough = await first
  assert.deepEqual([enough?.ended, enough?.body], ['enough', '1\n2\n3\n'])
  const second = call({}, { isEnough })
  await settled()
  clock.advance(999)
  assert.equal(await Promise.race([second, settled()]), undefined)
  clock.advance(1)
  const late = await second
  assert.deepEqual([late?.ended, late?.body], ['time', '1\n'])
  await settled()
  assert.equal(running?.destroyed, true)
})

test('a call returns undefined when no response begins within the maximum time', async () => {
  let seen: IncomingMessage | undefined
  const { clock, call } = stage((request) => {
    seen = request
  })
  const response = call()
  await settled()
  clock.advance(1_000)
  assert.equal(await response, undefined)
  await settled()
  assert.equal(seen?.socket.destroyed, true)
})

test('a response that its writer does not complete is marked as cut off', async () => {
  const { call } = stage((_request, response) => {
    response.write('some', () => response.destroy())
  })
  const response = await call()
  assert.deepEqual([response?.ended, response?.body], ['cut off', 'some'])
})

test('a call rejects when the connection is closed without a response', async () => {
  const { call } = stage((request) => request.socket.destroy())
  await assert.rejects(call(), { code: 'ECONNRESET' })
})

/** Lets pending callbacks of the streams run. */
async function settled(): Promise<undefined> {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  return undefined
}
