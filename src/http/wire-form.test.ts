import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { byPart } from '../../test/support/part.ts'
import type { JsonPieces } from '../lib/json.ts'
import { ResponseBufferPool } from './response-buffers.ts'
import { releaseWhenSent, wireForm } from './wire-form.ts'

/** Number of characters of a body. It is larger than the buffers of a connection whose client does not read. */
const LENGTH = 900_000
const CONNECTIONS = byPart(2, 4)
const ANSWERS = 10

test('bytes and short texts are handed to Node unchanged, and long texts and pieces as UTF-8', () => {
  const pool = new ResponseBufferPool()
  const bytes = Buffer.from('bytes')
  for (const isHttp2 of [false, true]) {
    const formOf = (answer: { bytes?: Buffer; body?: string; pieces?: JsonPieces }) =>
      wireForm(pool, { status: 200, body: undefined, ...answer }, isHttp2)
    assert.deepEqual(formOf({ bytes }), { body: bytes, pooled: undefined })
    assert.deepEqual(formOf({ body: 'short' }), { body: 'short', pooled: undefined })
    assert.deepEqual(formOf({}), { body: '', pooled: undefined })
    const long = formOf({ body: 'é'.repeat(20_000) })
    assert.deepEqual(long.body, Buffer.from('é'.repeat(20_000)))
    assert.equal(long.pooled === undefined, isHttp2)
    const pieces = formOf({ pieces: ['{"ü":[', ['1', Buffer.from('"é"')], ']}'] })
    assert.deepEqual(pieces.body, Buffer.from('{"ü":[1,"é"]}'))
  }
})

test('a buffer is reused only after its bytes were sent, so that slow clients get the right bodies', async (t) => {
  const pool = new ResponseBufferPool()
  const { promise: allAnswered, resolve: isLast } = Promise.withResolvers<void>()
  let answered = 0
  const server = createServer((request, response) => {
    const letter = String.fromCharCode(97 + (answered % 26))
    answered += 1
    const { body, pooled } = wireForm(pool, { status: 200, body: letter.repeat(LENGTH) }, false)
    response.writeHead(200, { 'content-length': LENGTH, 'x-letter': letter })
    response.end(body)
    assert.ok(pooled !== undefined)
    releaseWhenSent(pool, pooled, response, request)
    if (answered === CONNECTIONS * ANSWERS) isLast()
  })
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1').pause())
  // Requests are pipelined, so that each response waits for the response before it.
  const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  const last = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'
  for (const socket of sockets) socket.write(`${request.repeat(ANSWERS - 1)}${last}`)
  await allAnswered
  for (const socket of sockets) assertWhole(await read(socket))
})

/** All bytes until the server closes the connection. */
async function read(socket: ReturnType<typeof connect>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function assertWhole(bytes: Buffer): void {
  let at = 0
  for (let nth = 0; nth < ANSWERS; nth += 1) {
    const end = bytes.indexOf('\r\n\r\n', at) + 4
    const head = bytes.toString('latin1', at, end)
    assert.match(head, /^HTTP\/1\.1 200 OK\r\n/)
    const [, letter = ''] = /x-letter: (.)/.exec(head) ?? []
    at = end + LENGTH
    // Each byte is compared with the next byte, because a text or buffer to compare with would fill the memory.
    const isWhole =
      bytes[end] === letter.charCodeAt(0) && bytes.compare(bytes, end, at - 1, end + 1, at) === 0
    assert.ok(isWhole, `a body of ${letter} is not whole`)
  }
  assert.equal(bytes.length, at)
}
