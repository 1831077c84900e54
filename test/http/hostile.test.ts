/**
 * Sends slow, huge and endless requests (INVARIANTS.md 5). Each request must get a documented response, and
 * no request may make memory grow. Timeouts are short in this test. The defaults are in src/http/listener.ts.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectHttp2, constants } from 'node:http2'
import type { TestContext } from 'node:test'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { createTestApp } from '../support/api-client.ts'
import { testFamilies } from '../support/http/test-family.ts'
import { exchange, requestText, Wire } from '../support/http/wire.ts'
import { slowTest as test } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { retainedBytes } from '../support/processes/retained-memory.ts'
import { startTestServer } from '../support/server.ts'

const TIMES = { headers: 150, request: 300, keepAlive: 300, stalled: 400, checkEvery: 30 }
const READ = '/1.1/test/read.json'
const MIB = 2 ** 20

async function isAlive(url: string): Promise<void> {
  assert.equal((await exchange(url, requestText(`GET ${READ} HTTP/1.1`))).status, 400)
}

async function open(t: TestContext, url: string): Promise<Wire> {
  const wire = await Wire.open(url)
  t.after(() => wire.close())
  return wire
}

for (const scheme of ['http', 'https'] as const) {
  test(`slow clients, ${scheme}`, async (t) => {
    const { certFile, keyFile } = await testCertificate(t)
    const settings: Record<string, string> =
      scheme === 'https' ? { tls_cert: certFile, tls_key: keyFile } : {}
    const { url, server, context } = await startTestServer(t, {
      settings,
      families: testFamilies(),
      bounds: { times: TIMES },
    })
    const app = await createTestApp(context)

    await t.test('headers that never end get 408/214, and the connection is closed', async (t) => {
      const wire = await open(t, url)
      wire.send('GET / HTTP/1.1\r\nhost: a\r\nx: ')
      const answer = await wire.answer()
      assert.equal(answer.status, 408)
      assert.equal(answer.body, '{"errors":[{"code":214,"message":"The request did not arrive in time."}]}')
      assert.equal(await wire.end(), '')
    })

    await t.test('slowloris: a header now and then does not keep the connection open', async (t) => {
      const wires = await Promise.all(Array.from({ length: 50 }, () => open(t, url)))
      for (const wire of wires) wire.send('GET / HTTP/1.1\r\nhost: a\r\n')
      const dripping = wires.map(async (wire) => {
        const drip = setInterval(() => wire.send('x: y\r\n'), 20)
        return wire.end().finally(() => clearInterval(drip))
      })
      for (const text of await Promise.all(dripping)) assert.match(text, /^HTTP\/1\.1 408 /)
      await isAlive(url)
    })

    await t.test('a body that never ends gets 408/214', async (t) => {
      for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
        const wire = await open(t, url)
        wire.send(
          requestText('POST /1.1/test/write.json HTTP/1.1', [
            ['content-type', type],
            ['content-length', '1000'],
          ]),
        )
        // The server does not wait for the JSON body of an unauthenticated request.
        assert.equal((await wire.answer()).status, type === 'application/json' ? 400 : 408)
        await wire.end()
      }
    })

    await t.test('an idle connection is closed, before and after a request', async (t) => {
      const silent = await open(t, url)
      const idle = await open(t, url)
      idle.send(requestText(`GET ${READ} HTTP/1.1`))
      await idle.answer()
      await Promise.all([silent.end(), idle.end()])
      assert.equal(idle.text, '')
    })

    await t.test('a client that does not read its response is disconnected', async (t) => {
      const wire = await open(t, url)
      wire.socket.pause()
      const large = requestText('GET /1.1/test/large.json HTTP/1.1', [
        ['authorization', app.asApp('GET', '')],
      ])
      wire.send(large.repeat(200))
      await untilConnections(server.opsUrl, 0)
    })

    await t.test('garbage after a request is handled after the response', async (t) => {
      const wire = await open(t, url)
      const get = requestText('GET /1.1/test/large.json HTTP/1.1', [['authorization', app.asApp('GET', '')]])
      wire.send(`${get}${get}nonsense\r\n\r\n`)
      for (let time = 0; time < 2; time += 1) {
        const large = await wire.answer()
        assert.deepEqual([large.status, large.body.length], [200, 100_011])
      }
      assert.equal((await wire.answer()).body, '{"errors":[{"code":214,"message":"Bad request."}]}')
      assert.equal(await wire.end(), '')
    })
    await isAlive(url)
  })
}

test('huge requests: memory does not grow', { timeout: 60_000 }, async (t) => {
  const { url, context, server } = await startTestServer(t, {
    families: testFamilies(),
    settings: { limits: 'off' },
  })
  const app = await createTestApp(context)
  const authorization = ['authorization', app.asApp('GET', '')] as const

  /** Runs `work`, and asserts that it retains at most `max` bytes. */
  async function flat(work: () => Promise<void>, max = 8 * MIB): Promise<void> {
    await work()
    const before = retainedBytes()
    await work()
    await work()
    let grown = retainedBytes() - before
    // The unsent data of a closed socket is as large as a body, and is freed a little after the close.
    for (let tries = 0; grown >= max && tries < 100; tries += 1) {
      await sleep(systemClock, 10)
      grown = retainedBytes() - before
    }
    assert.ok(grown < max, `held ${(grown / MIB).toFixed(1)} MiB more`)
    await isAlive(url)
  }

  await t.test('memory does not grow with bodies of 8 MB, which are JSON or forms', async () => {
    const body = 'x'.repeat(8 * MIB)
    await flat(async () => {
      for (const [type, status] of [
        ['application/json', 200],
        ['application/x-www-form-urlencoded', 413],
      ] as const) {
        const wire = await Wire.open(url)
        wire.send(
          requestText('POST /1.1/test/write_as_app.json HTTP/1.1', [
            authorization,
            ['content-type', type],
            ['content-length', String(body.length)],
          ]),
        )
        wire.send(body)
        assert.equal((await wire.answer()).status, status)
        wire.close()
      }
    })
  })

  await t.test('memory does not grow with a chunked body without an end', async () => {
    await flat(async () => {
      const wire = await Wire.open(url)
      wire.send(
        requestText('POST /1.1/test/write_as_app.json HTTP/1.1', [
          authorization,
          ['content-type', 'application/x-www-form-urlencoded'],
          ['transfer-encoding', 'chunked'],
        ]),
      )
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
      while (!wire.hasEnded) {
        if (!wire.socket.write(chunk)) await Promise.race([drained(wire), wire.end()])
      }
      assert.match(wire.text, /^HTTP\/1\.1 413 /)
    })
  })

  await t.test('memory does not grow with 5,000 pipelined requests on one connection', async () => {
    const one = requestText(`GET ${READ} HTTP/1.1`)
    await flat(async () => {
      const wire = await Wire.open(url)
      const mark = 'HTTP/1.1 400'
      let seen = 0
      let rest = ''
      const ended = new Promise<void>((resolve) => {
        wire.socket.removeAllListeners('data')
        wire.socket.on('data', (chunk: Buffer) => {
          const text = rest + chunk.toString('latin1')
          seen += text.split(mark).length - 1
          // The rest is too short to contain a mark that was already counted.
          rest = text.slice(1 - mark.length)
          if (seen >= 5_000) resolve()
        })
      })
      for (let part = 0; part < 5; part += 1) wire.send(one.repeat(1_000))
      await ended
      wire.close()
    })
  })

  await t.test('each of many requests with too many headers is refused with 431/214', async () => {
    const flood = Array.from({ length: 500 }, (_, index) => [`x-${index}`, 'y'] as const)
    const request = requestText(`GET ${READ} HTTP/1.1`, flood)
    await flat(async () => {
      const wire = await Wire.open(url)
      for (let time = 0; time < 100; time += 1) {
        wire.send(request)
        assert.equal((await wire.answer()).status, 431)
      }
      wire.close()
    })
  })

  await t.test('unknown paths and methods do not make the metrics grow', async () => {
    const count = async () => {
      const text = await (await fetch(`${server.opsUrl}/metrics`)).text()
      return text.split('\n').filter((line) => line.startsWith('aviary_')).length
    }
    await exchange(url, requestText('GET /a HTTP/1.1'))
    await exchange(url, requestText('PROPFIND /a HTTP/1.1'))
    const before = await count()
    for (let index = 0; index < 50; index += 1) {
      await exchange(url, requestText(`GET /1.1/x${index}.json?y=${index} HTTP/1.1`))
    }
    assert.equal(await count(), before)
  })
})

test('attacks over HTTP/2', { timeout: 60_000 }, async (t) => {
  const { certFile, keyFile, cert } = await testCertificate(t)
  const { url, server } = await startTestServer(t, {
    settings: { tls_cert: certFile, tls_key: keyFile },
    families: testFamilies(),
    bounds: { times: TIMES },
  })

  await t.test('rapid reset: the connection is ended after a few hundred resets', async () => {
    const session = connectHttp2(url, { ca: cert })
    const errors: string[] = []
    session.on('error', (error: Error & { code?: string }) => errors.push(error.message))
    const away = once(session, 'goaway')
    await once(session, 'connect')
    let sent = 0
    while (!session.destroyed && !session.closed && sent < 20_000) {
      for (let burst = 0; burst < 50 && !session.destroyed && !session.closed; burst += 1) {
        const stream = session.request({ ':path': READ })
        stream.on('error', () => undefined)
        stream.close(constants.NGHTTP2_CANCEL)
        sent += 1
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    const [code] = (await away) as [number]
    assert.equal(code, constants.NGHTTP2_INTERNAL_ERROR, errors.join())
    assert.ok(sent < 2_000, `${sent} were taken`)
    session.destroy()
    await isAlive(url)
  })

  await t.test('an idle session is ended, and so is a session whose client does not read', async () => {
    const idle = connectHttp2(url, { ca: cert })
    const stuck = connectHttp2(url, { ca: cert, settings: { initialWindowSize: 0 } })
    for (const session of [idle, stuck]) session.on('error', () => undefined)
    const stream = stuck.request({ ':path': '/versioning' })
    stream.on('error', () => undefined)
    await Promise.all([idle, stuck].map((session) => once(session, 'close')))
    await untilConnections(server.opsUrl, 0)
  })

  await t.test('a session with a body that never ends is closed without a response', async () => {
    const session = connectHttp2(url, { ca: cert })
    session.on('error', () => undefined)
    const stream = session.request({
      ':method': 'POST',
      ':path': '/1.1/test/write.json',
      'content-type': 'application/x-www-form-urlencoded',
    })
    stream.on('error', () => undefined)
    stream.on('response', () => assert.fail('nothing was asked yet'))
    stream.write('a=')
    await once(session, 'close')
    await isAlive(url)
  })
})

function drained(wire: Wire): Promise<void> {
  return new Promise((resolve) => wire.socket.once('drain', resolve))
}

/** Waits until the public listeners have this number of connections. */
async function untilConnections(opsUrl: string, wanted: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${opsUrl}/metrics`)).text()
    if (Number(/^aviary_connections (\d+)$/m.exec(text)?.[1]) === wanted) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
