import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import type { JsonPieces } from '../lib/json.ts'
import { ResponseBufferPool } from './response-buffers.ts'
import { releaseWhenSent, wireForm } from './wire-form.ts'

/** Number of characters of a body. It is larger than the buffers of a connection whose client does not read. */
const LENGTH = 900_000
const CONNECTIONS = 4
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
  let answered = 0
  const server = createServer((request, response) => {
    const letter = String.fromCharCode(97 + (answered % 26))
    answered += 1
    const { body, pooled } = wireForm(pool, { status: 200, body: `${letter}`.repeat(LENGTH) }, false)
    response.writeHead(200, { 'content-length': LENGTH, 'x-letter': letter })
    response.end(body)
    assert.ok(pooled !== undefined)
    releaseWhenSent(pool, pooled, response, request)
  })
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1').pause())
  // Requests are pipelined, so that each response waits for the response before it.
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(ANSWERS))
  while (answered < CONNECTIONS * ANSWERS) await new Promise(setImmediate)
  for (const socket of sockets) assertWhole(await read(socket))
})

async function read(socket: ReturnType<typeof connect>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (
      length > ANSWERS * LENGTH &&
      Buffer.concat(chunks).toString('latin1').split('HTTP/1.1').length > ANSWERS
    ) {
      const text = Buffer.concat(chunks).toString('latin1')
      const last = text.slice(text.lastIndexOf('HTTP/1.1'))
      if (last.length - last.indexOf('\r\n\r\n') - 4 >= LENGTH) return text
    }
  }
  throw new Error('the server closed a connection')
}

function assertWhole(text: string): void {
  const answers = text.split('HTTP/1.1 200 OK').slice(1)
  assert.equal(answers.length, ANSWERS)
  for (const answer of answers) {
    const [, letter = ''] = /x-letter: (.)/.exec(answer) ?? []
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    assert.ok(body === letter.repeat(LENGTH), `a body of ${letter} is not whole`)
  }
}
