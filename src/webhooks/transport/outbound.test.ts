import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type LookupFunction } from 'node:net'
import { describe, test } from 'node:test'
import { testCertificate } from '../../../test/support/certificates.ts'
import type { Hooks } from '../../../test/support/engines.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { systemClock } from '../../lib/time/clock.ts'
import {
  type Hindrance,
  Outbound,
  type OutboundOptions,
  type OutboundRequest,
  targetOf,
  Unanswered,
} from './outbound.ts'
import { AddressPolicy } from './safe-address.ts'

async function listening(t: Hooks, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

function outbound(t: Hooks, options: Partial<OutboundOptions> = {}): Outbound {
  const made = new Outbound({ clock: systemClock, policy: new AddressPolicy(['127.0.0.1']), ...options })
  t.after(() => made.close())
  return made
}

function request(url: string, options: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    method: 'GET',
    target: targetOf(new URL(url)),
    headers: {},
    body: null,
    answerMs: 3_000,
    totalMs: 10_000,
    ...options,
  }
}

async function hindered(sending: Promise<unknown>, hindrance: Hindrance): Promise<void> {
  await assert.rejects(sending, (error) => {
    assert.ok(error instanceof Unanswered)
    assert.equal(error.hindrance, hindrance, error.message)
    return true
  })
}

const ok: RequestListener = (_, response) => response.end('well')

describe('what keeps a request from its answer', () => {
  test('an address that is refused, in the URL or behind the name', async (t) => {
    const port = await listening(t, createServer(ok))
    const strict = outbound(t, { policy: new AddressPolicy() })
    await hindered(strict.send(request(`http://127.0.0.1:${port}/`)), 'address-refused')
    await hindered(strict.send(request(`http://localhost:${port}/`)), 'address-refused')
    const both: LookupFunction = (_, options, callback) => {
      const found = [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]
      if (options.all === true) callback(null, found)
    }
    const mixed = outbound(t, { policy: new AddressPolicy(), lookup: both })
    await hindered(mixed.send(request(`http://example.org:${port}/`)), 'address-refused')
  })

  test('nobody there, a name without an address', async (t) => {
    const closed = createServer()
    const port = await listening(t, closed)
    await new Promise((resolve) => closed.close(resolve))
    await hindered(outbound(t).send(request(`http://127.0.0.1:${port}/`)), 'not-connected')
    const unknown: LookupFunction = (name, _, callback) =>
      callback(Object.assign(new Error(`${name}?`), { code: 'ENOTFOUND' }), '')
    await hindered(outbound(t, { lookup: unknown }).send(request('http://example.org/')), 'not-connected')
  })

  test('a certificate of nobody who is trusted; of who is, all is well', async (t) => {
    const { cert, key } = await testCertificate(t, ['hooks.example'])
    const port = await listening(t, createTlsServer({ cert, key }, ok))
    const lookup: LookupFunction = (_, options, callback) =>
      options.all === true
        ? callback(null, [{ address: '127.0.0.1', family: 4 }])
        : callback(null, '127.0.0.1', 4)
    const url = `https://hooks.example:${port}/`
    await hindered(outbound(t, { lookup }).send(request(url)), 'certificate')
    const { status, text } = await outbound(t, { lookup, ca: cert }).send(request(url))
    assert.deepEqual([status, text], [200, 'well'])
    await hindered(
      outbound(t, { lookup, ca: cert }).send(request(`https://other.example:${port}/`)),
      'certificate',
    )
  })

  test('no answer in time, by a clock that can be moved', async (t) => {
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const port = await listening(
      t,
      createServer(() => isAsked()),
    )
    const clock = new TestClock()
    const sending = outbound(t, { clock }).send(request(`http://127.0.0.1:${port}/`))
    await asked
    clock.advance(2_999)
    clock.advance(1)
    await hindered(sending, 'timed-out')
  })

  test('no connection in time, although the resolver never answers', async (t) => {
    const clock = new TestClock()
    const silent: LookupFunction = () => undefined
    const sending = outbound(t, { clock, lookup: silent }).send(request('http://example.org/'))
    clock.advance(3_000)
    await hindered(sending, 'timed-out')
  })

  test('a name that leads to another address at its next look-up', async (t) => {
    const port = await listening(
      t,
      createServer((_, response) => response.writeHead(200, { connection: 'close' }).end('well')),
    )
    let address = '127.0.0.1'
    const lookup: LookupFunction = (_, __, callback) => callback(null, [{ address, family: 4 }])
    const sender = outbound(t, { lookup })
    const url = `http://hooks.example:${port}/`
    assert.equal((await sender.send(request(url))).status, 200)
    address = '127.0.0.2'
    await hindered(sender.send(request(url)), 'address-refused')
  })

  test('no HTTP, a connection that breaks off', async (t) => {
    const rude = createServer((_, response) => response.socket?.end('nonsense\r\n\r\n'))
    await hindered(outbound(t).send(request(`http://127.0.0.1:${await listening(t, rude)}/`)), 'broken')
    const gone = createServer((_, response) => response.destroy())
    await hindered(outbound(t).send(request(`http://127.0.0.1:${await listening(t, gone)}/`)), 'broken')
  })

  test('whoever gives up is told so in its own words', async (t) => {
    const port = await listening(
      t,
      createServer(() => undefined),
    )
    const stopping = outbound(t)
    const sending = stopping.send(request(`http://127.0.0.1:${port}/`))
    const why = new Error('enough')
    stopping.stop(why)
    await assert.rejects(sending, why)
    await assert.rejects(stopping.send(request(`http://127.0.0.1:${port}/`)), why)
  })

  test('whoever gives up while a body is read is told so too', async (t) => {
    const sending = Promise.withResolvers<void>()
    const port = await listening(
      t,
      createServer((_, response) => response.writeHead(200).write('half', () => sending.resolve())),
    )
    const stopping = outbound(t)
    const why = new Error('enough')
    const rejected = assert.rejects(stopping.send(request(`http://127.0.0.1:${port}/`)), why)
    await sending.promise
    stopping.stop(why)
    await rejected
  })
})

describe('connections', () => {
  test('carry one request at a time, and the next one after it', async (t) => {
    const sockets = new Set<unknown>()
    const port = await listening(
      t,
      createServer(({ socket }, response) => {
        sockets.add(socket)
        response.end('well')
      }),
    )
    const url = `http://127.0.0.1:${port}/`
    const sender = outbound(t)
    for (let sent = 0; sent < 20; sent += 1) await sender.send(request(url))
    // The pool may not have noticed the end of a request when the next one comes.
    assert.ok(sockets.size <= 2, `${sockets.size} connections`)
    sockets.clear()
    const busy = outbound(t)
    await Promise.all(Array.from({ length: 6 }, () => busy.send(request(url))))
    assert.equal(sockets.size, 6)
  })

  test('that the receiver closes after each answer, and does not say so, break nothing', async (t) => {
    const server = createTcpServer((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
      socket.on('error', () => undefined)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const sender = outbound(t)
    for (let sent = 0; sent < 50; sent += 1) assert.equal((await sender.send(request(url))).status, 200)
  })
})

describe('answers', () => {
  test('redirects are answers', async (t) => {
    const port = await listening(
      t,
      createServer((_, response) => response.writeHead(302, { location: '/elsewhere' }).end()),
    )
    assert.equal((await outbound(t).send(request(`http://127.0.0.1:${port}/`))).status, 302)
  })

  test('a body that is not over in time is cut, by a clock that can be moved', async (t) => {
    const clock = new TestClock()
    const status = Promise.withResolvers<void>()
    const onHeaders = () => status.resolve()
    subscribe('undici:request:headers', onHeaders)
    t.after(() => unsubscribe('undici:request:headers', onHeaders))
    const port = await listening(
      t,
      createServer((_, response) => response.writeHead(200).write('half')),
    )
    const sending = outbound(t, { clock }).send(request(`http://127.0.0.1:${port}/`))
    await status.promise
    await new Promise(setImmediate)
    clock.advance(9_999)
    clock.advance(1)
    const answer = await sending
    assert.deepEqual([answer.status, answer.isCut, answer.tookMs], [200, true, 10_000])
  })

  test('64 KiB are read; what breaks off after its status says so', async (t) => {
    const port = await listening(
      t,
      createServer((asked, response) => {
        if (asked.url === '/long') response.end(Buffer.alloc(200_000, 'a'))
        else response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy())
      }),
    )
    const long = await outbound(t).send(request(`http://127.0.0.1:${port}/long`))
    assert.deepEqual([long.text.length, long.isCut], [65_536, false])
    const half = await outbound(t).send(request(`http://127.0.0.1:${port}/half`))
    assert.deepEqual([half.status, half.text, half.isCut], [200, 'half', true])
  })
})
