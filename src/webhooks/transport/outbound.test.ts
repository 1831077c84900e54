import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type LookupFunction } from 'node:net'
import { describe, test } from 'node:test'
import type { Hooks } from '../../../test/support/engines.ts'
import { testCertificate } from '../../../test/support/processes/certificates.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { systemClock } from '../../lib/time/clock.ts'
import {
  Outbound,
  type OutboundOptions,
  type OutboundRequest,
  RequestFailed,
  type RequestFailure,
  targetOf,
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

async function fails(sending: Promise<unknown>, failure: RequestFailure): Promise<void> {
  await assert.rejects(sending, (error) => {
    assert.ok(error instanceof RequestFailed)
    assert.equal(error.failure, failure, error.message)
    return true
  })
}

const ok: RequestListener = (_, response) => response.end('well')

describe('failed requests', () => {
  test('address-refused: the address in the URL, or the address that the name resolves to, is forbidden', async (t) => {
    const port = await listening(t, createServer(ok))
    const strict = outbound(t, { policy: new AddressPolicy() })
    await fails(strict.send(request(`http://127.0.0.1:${port}/`)), 'address-refused')
    await fails(strict.send(request(`http://localhost:${port}/`)), 'address-refused')
    const both: LookupFunction = (_, options, callback) => {
      const found = [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]
      if (options.all === true) callback(null, found)
    }
    const mixed = outbound(t, { policy: new AddressPolicy(), lookup: both })
    await fails(mixed.send(request(`http://example.org:${port}/`)), 'address-refused')
  })

  test('not-connected: the address has no listener, or the name has no address', async (t) => {
    const closed = createServer()
    const port = await listening(t, closed)
    await new Promise((resolve) => closed.close(resolve))
    await fails(outbound(t).send(request(`http://127.0.0.1:${port}/`)), 'not-connected')
    const unknown: LookupFunction = (name, _, callback) =>
      callback(Object.assign(new Error(`${name}?`), { code: 'ENOTFOUND' }), '')
    await fails(outbound(t, { lookup: unknown }).send(request('http://example.org/')), 'not-connected')
  })

  test('certificate: the certificate is not trusted; a trusted certificate is accepted', async (t) => {
    const { cert, key } = await testCertificate(t, ['hooks.example'])
    const port = await listening(t, createTlsServer({ cert, key }, ok))
    const lookup: LookupFunction = (_, options, callback) =>
      options.all === true
        ? callback(null, [{ address: '127.0.0.1', family: 4 }])
        : callback(null, '127.0.0.1', 4)
    const url = `https://hooks.example:${port}/`
    await fails(outbound(t, { lookup }).send(request(url)), 'certificate')
    const { status, text } = await outbound(t, { lookup, ca: cert }).send(request(url))
    assert.deepEqual([status, text], [200, 'well'])
    await fails(
      outbound(t, { lookup, ca: cert }).send(request(`https://other.example:${port}/`)),
      'certificate',
    )
  })

  test('timed-out: by the injected clock, there is no response in time', async (t) => {
    let onRequest = () => {}
    const asked = new Promise<void>((resolve) => {
      onRequest = resolve
    })
    const port = await listening(
      t,
      createServer(() => onRequest()),
    )
    const clock = new TestClock()
    const sending = outbound(t, { clock }).send(request(`http://127.0.0.1:${port}/`))
    await asked
    clock.advance(2_999)
    clock.advance(1)
    await fails(sending, 'timed-out')
  })

  test('timed-out: there is no connection in time, because the name is never resolved', async (t) => {
    const clock = new TestClock()
    const silent: LookupFunction = () => undefined
    const sending = outbound(t, { clock, lookup: silent }).send(request('http://example.org/'))
    clock.advance(3_000)
    await fails(sending, 'timed-out')
  })

  test('address-refused: the name resolves to another address at its next look-up', async (t) => {
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
    await fails(sender.send(request(url)), 'address-refused')
  })

  test('broken: the response is not HTTP, or the connection closes early', async (t) => {
    const rude = createServer((_, response) => response.socket?.end('nonsense\r\n\r\n'))
    await fails(outbound(t).send(request(`http://127.0.0.1:${await listening(t, rude)}/`)), 'broken')
    const gone = createServer((_, response) => response.destroy())
    await fails(outbound(t).send(request(`http://127.0.0.1:${await listening(t, gone)}/`)), 'broken')
  })

  test('stop rejects a request with the reason of the stop', async (t) => {
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

  test('stop rejects a request while its body is read', async (t) => {
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
  test('connections carry one request at a time and are reused', async (t) => {
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
    // The pool may open a second connection before it notices that a request has ended.
    assert.ok(sockets.size <= 2, `${sockets.size} connections`)
    sockets.clear()
    const busy = outbound(t)
    await Promise.all(Array.from({ length: 6 }, () => busy.send(request(url))))
    assert.equal(sockets.size, 6)
  })

  test('if the receiver closes the connection after each response, later requests still succeed', async (t) => {
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

describe('responses', () => {
  test('redirects are not followed', async (t) => {
    const port = await listening(
      t,
      createServer((_, response) => response.writeHead(302, { location: '/elsewhere' }).end()),
    )
    assert.equal((await outbound(t).send(request(`http://127.0.0.1:${port}/`))).status, 302)
  })

  test('a body that takes too long by the injected clock is cut', async (t) => {
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

  test('at most 64 KiB are read, and a body that ends early is marked as cut', async (t) => {
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
