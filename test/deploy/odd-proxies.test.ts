/**
 * Tests proxies that buffer responses, and proxies that strip, replace or add headers
 * (spec/server.md#proxies): which requests still work, and which errors the others get.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { describe, type TestContext } from 'node:test'
import { createTestApp } from '../support/api-client.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { streamStage } from '../support/streams/post-stream-suite.ts'
import { createOneUser } from '../support/users.ts'
import { freePort, needs, startProxy } from './tools.ts'

const STREAM = {
  path: '/2/tweets/search/stream',
  rules: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  usage: '2',
} as const

describe('nginx with its defaults', needs('nginx'), () => {
  test('buffers responses, but not streams, because streams switch buffering off', async (t) => {
    const { app, post, url } = await streamStage(t, STREAM, { settings: { limits: 'off' } })
    const folder = await temporaryDirectory(t)
    const port = await freePort()
    const target = new URL(url).host.replace('localhost', '127.0.0.1')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const site = `server { listen 127.0.0.1:${port}; location / { proxy_http_version 1.1; proxy_pass http://${target}; } }`
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
    )
    await startProxy(t, ['nginx', '-c', join(folder, 'nginx.conf')], `http://127.0.0.1:${port}/`)
    const reader = await PostReader.open(`http://127.0.0.1:${port}${STREAM.path}`, app.asApp)
    for (const text of ['cat one', 'cat two']) {
      await post(text)
      await reader.until(() => reader.lines.some(({ data }) => data?.text === text))
    }
    reader.close()
  })
})

type Headers = IncomingMessage['headers']

test('a proxy that buffers streams although a header forbids it delays messages, but loses and reorders no message', async (t) => {
  const { app, post, url } = await streamStage(t, STREAM, { settings: { limits: 'off' } })
  const buffering = await startOddProxy(t, url, (headers) => headers, 4_096)
  const reader = await PostReader.open(`${buffering}${STREAM.path}`, app.asApp)
  assert.equal(reader.headers['x-accel-buffering'], 'no')
  const texts = Array.from({ length: 60 }, (_, number) => `cat ${number}`)
  for (const text of texts) await post(text)
  await reader.until(() => reader.lines.length >= 20)
  const found = reader.lines.map(({ data }) => data?.text)
  assert.deepEqual(found, texts.slice(0, found.length))
  assert.ok(!reader.hasEnded)
  reader.close()
})

/** Buffers a response until the buffer has at least this number of bytes. */
function held(bytes: number): Transform {
  let chunks: Buffer[] = []
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      const all = Buffer.concat(chunks)
      if (all.length < bytes) return done()
      chunks = []
      done(null, all)
    },
    flush: (done) => done(null, Buffer.concat(chunks)),
  })
}

/**
 * A proxy that changes the headers of requests.
 * @param hold number of bytes of each response that the proxy buffers
 * @returns its URL
 */
async function startOddProxy(
  t: TestContext,
  target: string,
  change: (headers: Headers) => Headers,
  hold = 1,
) {
  const { hostname, port } = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming
    const options = { hostname, port, method, path, headers: change(incoming.headers), agent: false }
    const passed = forward(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(held(hold)).pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const SIGNED = '/1.1/account/verify_credentials.json?a=%20b'

async function signedStage(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const { server, url, context, config } = await startTestServer(t, { settings })
  const { id } = await createOneUser(context)
  const app = await createTestApp(context)
  const asUser = await app.asUser(id)
  const ask = async (at: string, more: Readonly<Record<string, string>> = {}) => {
    const target = `${at}${SIGNED}`
    const answer = await fetch(target, { headers: { authorization: asUser('GET', target), ...more } })
    return { status: answer.status, text: await answer.text() }
  }
  return { server, config, url, ask, app }
}

test('a proxy that replaces the host name makes signatures invalid, and the explanation of the failure shows the base string', async (t) => {
  const { server, config, url, ask, app } = await signedStage(t)
  const replaced = await startOddProxy(t, url, (headers) => ({ ...headers, host: 'inner.example' }))
  const { status, text } = await ask(replaced)
  assert.deepEqual([status, JSON.parse(text).errors[0].code], [401, 32])
  const token = readFileSync(join(config.data, 'operator.token'), 'utf8').trim()
  const failures = await fetch(`${server.opsUrl}/oauth/failures?consumer_key=${app.consumerKey}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.match(await failures.text(), /inner\.example/)
})

test('an untrusted proxy cannot choose scheme, host or address', async (t) => {
  const { url, ask } = await signedStage(t)
  const forged = {
    forwarded: 'for=8.8.8.8;proto=https;host=other.example',
    'x-forwarded-for': '8.8.8.8',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'other.example',
  }
  const adding = await startOddProxy(t, url, (headers) => ({ ...headers, ...forged }))
  assert.equal((await ask(adding)).status, 200)
})

test('a trusted proxy that replaces the host name, but forwards it in a header, keeps signatures valid', async (t) => {
  const { url, ask } = await signedStage(t, { trusted_proxy: '127.0.0.1' })
  const reporting = await startOddProxy(t, url, (headers) => ({
    ...headers,
    host: 'inner.example',
    'x-forwarded-host': headers.host,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
  }))
  assert.equal((await ask(reporting)).status, 200)
})

test('a proxy that strips the credentials gets the response for requests without credentials', async (t) => {
  const { url, ask } = await signedStage(t)
  const stripping = await startOddProxy(t, url, ({ authorization: _authorization, ...headers }) => headers)
  const { status, text } = await ask(stripping)
  assert.deepEqual([status, JSON.parse(text).errors[0].code], [400, 215])
})

test('headers that a proxy adds or replaces have no effect on the response', async (t) => {
  const { url, ask } = await signedStage(t)
  const added = {
    via: '1.1 cache',
    'x-request-id': 'a'.repeat(200),
    'cache-control': 'no-cache',
    te: 'trailers',
  }
  const adding = await startOddProxy(t, url, (headers) => ({ ...headers, ...added }))
  assert.equal((await ask(adding, { 'x-request-id': 'b' })).status, 200)
})
