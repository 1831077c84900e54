/** Tests the compliance stream over HTTP: bytes, decoders, ends, and misbehaving clients. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import { fetch } from 'undici'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { systemRandom } from '../../src/lib/time/clock.ts'
import { append } from '../../src/log/append.ts'
import type { Event } from '../../src/log/event.ts'
import { partitionOf } from '../../src/log/partition.ts'
import type { Hooks } from '../support/engines.ts'
import { requestText, Wire } from '../support/http/wire.ts'
import { slowTest } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { retainedBytes } from '../support/processes/retained-memory.ts'
import { startTestServer, type TestServerOptions } from '../support/server.ts'
import {
  basic,
  Consumer,
  createAccount,
  EMAIL,
  PASSWORD,
  pathOf,
} from '../support/streams/compliance-stream.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'

const NO_LIMITS = { settings: { limits: 'off' } }
const STOPPING = 'This stream is closing for operational reasons.'

/** A server with an account, and a function that changes the state of a user. */
async function stage(t: Hooks, options: TestServerOptions = NO_LIMITS) {
  const server = await startTestServer(t, options)
  await createAccount(server.context)
  const { id } = await createOneUser(server.context)
  let isSuspended = false
  const change = async () => {
    isSuspended = !isSuspended
    await changeUserState(server.context, { userId: id, action: isSuspended ? 'suspend' : 'unsuspend' })
  }
  /** Reads a metric from the admin listener. A missing metric is 0. */
  const figure = async (name: string) => {
    const text = await (await fetch(`${server.server.opsUrl}/metrics`)).text()
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1) ?? 0)
  }
  const partition = partitionOf(id)
  const connections = (part = partition) =>
    figure(`aviary_stream_connections{stream="compliance",part="${part}"}`)
  return { ...server, id, partition, path: pathOf(partition), change, figure, connections }
}

const HEAD: readonly (readonly [string, string])[] = [
  ['authorization', basic()],
  ['accept-encoding', 'gzip'],
]

/** The chunks of a chunked body that were received. An empty chunk ends the body. */
function chunksOf(body: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at)
    if (line < 0) return chunks
    const size = Number.parseInt(body.toString('latin1', at, line), 16)
    if (body.length < line + 2 + size + 2) return chunks
    chunks.push(body.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}

/** An event whose message has 20 KB that cannot be compressed. */
function incompressible(userId: bigint): Event {
  return {
    kind: 'user.state_changed',
    user_id: userId,
    action: 'withhold',
    withheld_in_countries: [systemRandom(20_000).toString('base64')],
    reason: '',
  }
}

/** Waits without a timer until `isSo` returns true. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn()
}

describe('spec/compliance-stream.md#response: the bytes of a stream', () => {
  test('headers are sent immediately and in lower case, each block is one flushed chunk, keep-alives are separate, and the end is complete', async (t) => {
    const clock = new TestClock()
    const { url, path, change, close } = await stage(t, { ...NO_LIMITS, clock })
    const wire = await Wire.open(url)
    wire.send(requestText(`GET ${path} HTTP/1.1`, HEAD))
    const chunks = () => {
      const end = wire.text.indexOf('\r\n\r\n')
      return end < 0 ? [] : chunksOf(Buffer.from(wire.text.slice(end + 4), 'latin1'))
    }
    await until(() => chunks().length === 1)
    const [line, ...headers] = wire.text.slice(0, wire.text.indexOf('\r\n\r\n')).split('\r\n')
    assert.equal(line, 'HTTP/1.1 200 OK')
    for (const header of headers) assert.match(header, /^[a-z0-9-]+: /)
    assert.ok(headers.includes('transfer-encoding: chunked'))
    assert.ok(headers.includes('connection: keep-alive'))
    assert.deepEqual(chunks()[0], Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]))
    await change()
    await until(() => chunks().length === 2)
    clock.advance(10_000)
    await until(() => chunks().length === 3)
    for (const chunk of chunks().slice(1)) {
      assert.deepEqual(chunk.subarray(-4), Buffer.from([0, 0, 0xff, 0xff]), 'ends in a sync flush')
    }
    await close()
    const member = gunzipSync(Buffer.concat(chunks())).toString()
    assert.match(member, /^\{"user_suspend":[^\r]*\}\r\n\r\n\{"error":[^\r]*\}\r\n$/)
    assert.equal(chunks().at(-1)?.length, 0, 'closed by a zero chunk')
  })

  test('over HTTP/1.0, the stream is the same gzip member, without chunks', async (t) => {
    const { url, path, change, close } = await stage(t)
    const wire = await Wire.open(url)
    wire.send(requestText(`GET ${path} HTTP/1.0`, HEAD))
    await until(() => wire.text.includes('\r\n\r\n\x1f\x8b'))
    await change()
    await close()
    const text = await wire.end()
    assert.doesNotMatch(text, /transfer-encoding/)
    const member = gunzipSync(Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1')).toString()
    assert.match(member, /^\{"user_suspend":[^\r]*\}\r\n\{"error":[^\r]*\}\r\n$/)
  })

  test('over HTTP/2, if the public listener supports it, the stream is the same gzip member', async (t) => {
    const { certFile, keyFile, cert } = await testCertificate(t)
    const settings = { limits: 'off', tls_cert: certFile, tls_key: keyFile }
    const { url, path, change, close } = await stage(t, { settings })
    const session = connectHttp2(url, { ca: cert })
    const stream = session.request({ ':path': path, ...Object.fromEntries(HEAD) })
    const [head] = await once(stream, 'response')
    assert.equal(head[':status'], 200)
    const text: string[] = []
    const whole = stream.pipe(createGunzip()).on('data', (chunk: Buffer) => text.push(chunk.toString()))
    await change()
    await until(() => text.length > 0)
    const ended = once(whole, 'end')
    await Promise.all([close(), ended, once(session, 'close')])
    assert.match(text.join(''), /^\{"user_suspend":[^\r]*\}\r\n\{"error":[^\r]*\}\r\n$/)
  })
})

/** The output of a program that reads a stream. */
function gathered(child: ChildProcess): { text: () => string; ended: Promise<unknown> } {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return { text: () => text, ended: once(child, 'close') }
}

describe('spec/compliance-stream.md#response: decoders read one gzip member, and see each message immediately', () => {
  test('curl decodes the stream', async (t) => {
    const { url, path, change, close, connections } = await stage(t)
    const words = ['-sSN', '--compressed', '-u', `${EMAIL}:${PASSWORD}`, `${url}${path}`]
    const child = spawn('curl', words, { stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => child.kill())
    const { text, ended } = gathered(child)
    await until(async () => (await connections()) === 1)
    await change()
    await until(() => text().includes('user_suspend'))
    await close()
    assert.deepEqual(await ended, [0, null])
    assert.ok(text().includes(STOPPING))
  })

  test('gunzip decodes the stream', async (t) => {
    const { url, path, change, close } = await stage(t)
    const child = spawn('gunzip', ['-c'], { stdio: ['pipe', 'pipe', 'inherit'] })
    t.after(() => child.kill())
    const { text, ended } = gathered(child)
    const response = await rawBody(url, path)
    const piped = (async () => {
      for await (const chunk of response) child.stdin.write(chunk)
      child.stdin.end()
    })()
    await change()
    await close()
    await piped
    assert.deepEqual(await ended, [0, null], 'checksum and length are correct')
    assert.match(text(), /^\{"user_suspend":[^\r]*\}\r\n\{"error":[^\r]*\}\r\n$/)
  })

  test('zlib of Node decodes the stream', async (t) => {
    const { url, path, change, close, figure } = await stage(t)
    const consumer = await Consumer.open(url, path)
    const delays = () => figure('aviary_stream_delay_seconds_count{stream="compliance"}')
    assert.equal(await delays(), 0)
    await change()
    assert.ok('user_suspend' in ((await consumer.some(1))[0] ?? {}))
    assert.equal(await delays(), 1, 'the delay is measured')
    await change()
    assert.ok('user_unsuspend' in ((await consumer.some(2))[1] ?? {}))
    await close()
    await consumer.ended
    assert.deepEqual((consumer.messages.at(-1) as { error: { message: string } }).error.message, STOPPING)
  })

  test('undici decodes the stream', async (t) => {
    const { url, path, change, close } = await stage(t)
    const response = await fetch(`${url}${path}`, { headers: Object.fromEntries(HEAD) })
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString()
    })()
    await change()
    await until(() => text.includes('user_suspend'))
    await close()
    await reading
    assert.ok(text.includes(STOPPING))
  })
})

/** The compressed body of a stream. */
async function rawBody(url: string, path: string): Promise<AsyncIterable<Buffer>> {
  const { request } = await import('node:http')
  const asked = request(`${url}${path}`, { agent: false, headers: Object.fromEntries(HEAD) }).end()
  const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer>]
  return response
}

describe('promise 5: misbehaving clients', () => {
  slowTest(
    'the connection of a client that does not read is closed with a reason; other clients are not delayed, and memory does not grow',
    async (t) => {
      const ring = 256 * 1024
      const { url, path, id, context, figure } = await stage(t, {
        ...NO_LIMITS,
        bounds: { streamRing: ring },
      })
      const [slow, quick] = [await Consumer.open(url, path), await Consumer.open(url, path)]
      slow.pause()
      const isClosed = async () =>
        (await figure('aviary_stream_closed_total{stream="compliance",reason="slow"}')) === 1
      const before = retainedBytes()
      // Twenty megabytes are more than the buffers of the client and the server together hold.
      for (let sent = 0; sent < 100; sent += 1) {
        await context.store.write(async (tx) => {
          for (let count = 0; count < 10; count += 1) append(tx, context.clock.now(), incompressible(id))
        })
        await quick.some((sent + 1) * 10)
        if (sent % 10 === 0) assert.ok((await figure('aviary_stream_ring_bytes')) <= ring * 1.25 + 64 * 1024)
      }
      slow.resume()
      await until(isClosed)
      await slow.ended
      const last = slow.messages.at(-1) as { error: { message: string } }
      assert.match(
        last.error.message,
        /^Force closing connection to stream because it reached the maximum allowed backup/,
      )
      assert.ok(slow.messages.length < quick.messages.length, 'the client did not receive everything')
      assert.equal(quick.hasEnded, false)
      // The two readers are part of this process, and retain 85 MB: the received text and the parsed objects.
      assert.ok(retainedBytes() - before < 110 * 2 ** 20)
    },
  )

  test('a half-closed connection no longer counts for the limit', async (t) => {
    const { url, path } = await stage(t)
    for (let count = 0; count < 5; count += 1) {
      const wire = await Wire.open(url)
      wire.send(requestText(`GET ${path} HTTP/1.1`, HEAD))
      await until(() => wire.text.includes('\x1f\x8b'))
      wire.socket.end()
      await wire.end()
    }
    await until(async () => {
      const consumer = await Consumer.open(url, path)
      t.after(() => consumer.close())
      return consumer.status === 200
    })
  })

  test('a pipelined stream request waits without using memory, and both requests end with the connection', async (t) => {
    const { url, path, change, connections, partition } = await stage(t)
    const wire = await Wire.open(url)
    const other = requestText(`GET ${pathOf((partition % 8) + 1)} HTTP/1.1`, HEAD)
    wire.send(requestText(`GET ${path} HTTP/1.1`, HEAD) + other)
    await until(() => wire.text.includes('\x1f\x8b'))
    await change()
    await until(() => wire.text.includes('\0\0\xff\xff'))
    const open = async () => (await connections()) + (await connections((partition % 8) + 1))
    await until(async () => (await open()) === 2)
    assert.equal(wire.text.split('HTTP/1.1 200').length, 2, 'one answer has begun')
    wire.close()
    await until(async () => (await open()) === 0)
  })

  slowTest(
    'many wrong passwords do not affect accounts that are connected or were connected recently',
    async (t) => {
      const settings = { limits: 'off', trusted_proxy: '127.0.0.0/8,::1' }
      const { url, path, change } = await stage(t, { settings })
      const consumer = await Consumer.open(url, path)
      const from = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' }
      const storm = Array.from({ length: 16 }, (_, index) =>
        Consumer.open(url, path, { ...from, authorization: basic(EMAIL, `wrong ${index}`) }),
      )
      const again = await Consumer.open(url, path)
      assert.equal(again.status, 200)
      await change()
      await consumer.some(1)
      await again.some(1)
      const statuses = (await Promise.all(storm)).map((each) => each.status)
      // After ten attempts the server does not check passwords.
      assert.deepEqual([...new Set(statuses)].sort(), [401, 429])
      assert.ok(statuses.filter((status) => status === 401).length <= 11)
    },
  )
})
