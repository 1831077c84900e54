import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { Wire } from '../../test/support/http/wire.ts'
import { byPart } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { Staging } from '../lib/files/staging.ts'
import { systemClock, systemRandom } from '../lib/time/clock.ts'
import { BODY_TIMEOUT_MS } from './body.ts'
import { EdgeError, type MultipartBody } from './endpoint.ts'
import { base64Bytes, isMultipart, MultipartReader } from './multipart.ts'

const SPEC = {
  files: { media: 'binary', media_data: 'base64' },
  maxFileBytes: 1_000,
  maxFormBytes: 1_000,
} as const

/** A server that reads the body of every request and returns the fields and files. */
async function stage(t: TestContext, clock = systemClock, maxFileBytes = SPEC.maxFileBytes) {
  const directory = join(await temporaryDirectory(t), 'staging')
  const reader = new MultipartReader(clock, new Staging(directory, systemRandom))
  const requests: IncomingMessage[] = []
  // listener.ts sets the same option.
  const server = createServer({ optimizeEmptyRequests: true }, async (request, response) => {
    requests.push(request)
    const result = await reader
      .read(request, 'ada', { ...SPEC, maxFileBytes })
      .then(formOf, (error: unknown) => {
        assert.ok(error instanceof EdgeError, String(error))
        return { refused: error.reason }
      })
    response.end(JSON.stringify(result))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = async (body: Buffer | string, type = 'multipart/form-data; boundary=b') => {
    const init = {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(Buffer.from(body)),
    }
    return (await (await fetch(url, init)).json()) as unknown
  }
  const left = () => (existsSync(directory) ? readdirSync(directory) : [])
  return { reader, url, send, left, requests }
}

async function formOf(body: MultipartBody) {
  const files: Record<string, string> = {}
  for (const [name, file] of body.files) files[name] = (await readFile(file.path)).toString('hex')
  await body.discard()
  return { fields: Object.fromEntries(body.fields), files }
}

test('a request whose headers announce no body is refused immediately', async (t) => {
  const { url } = await stage(t)
  const { host, port } = { host: '127.0.0.1', port: Number(new URL(url).port) }
  const socket = connect(port, host)
  socket.write(
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\nconnection: close\r\n\r\n',
  )
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  assert.match(answer, /"refused":"bad-request"/)
})

interface Part {
  readonly name: string
  readonly content: Buffer
  readonly isFile: boolean
}

function bodyOf(parts: readonly Part[], boundary = 'b'): Buffer {
  const pieces = parts.flatMap(({ name, content, isFile }) => {
    const file = isFile ? '; filename="x"\r\nContent-Type: application/octet-stream' : ''
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

test('fields and files with any content are read unchanged, and no file remains', async (t) => {
  const { send, left } = await stage(t)
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  // The content includes bytes that look like the end of a part.
  const bytes = fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 30 }),
        fc.constantFrom('\r\n', '\r\n--', '--b', '\r\n--b', '\r', '-'),
      ),
      {
        maxLength: 10,
      },
    )
    .map((pieces) => Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))))
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('a', 'b', 'command'), text),
      bytes,
      async (fields, content) => {
        const parts = [
          ...Object.entries(fields).map(([name, value]) => ({
            name,
            content: Buffer.from(value),
            isFile: false,
          })),
          { name: 'media', content, isFile: true },
        ]
        // Clients must choose a boundary that no part contains.
        const boundary = 'a-boundary-of-its-own'
        assert.deepEqual(await send(bodyOf(parts, boundary), `multipart/form-data; boundary=${boundary}`), {
          fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]])),
          files: { media: content.toString('hex') },
        })
      },
    ),
    { numRuns: 60 },
  )
  assert.deepEqual(left(), [])
})

test('a file part is read with or without a file name, and base64 is decoded', async (t) => {
  const { send } = await stage(t)
  const content = systemRandom(700)
  const sent = await send(
    bodyOf([
      { name: 'media', content, isFile: false },
      {
        name: 'media_data',
        content: Buffer.from(content.toString('base64').replaceAll(/.{76}/g, '$&\r\n')),
        isFile: false,
      },
      { name: 'other', content: Buffer.from('x'), isFile: false },
    ]),
  )
  assert.deepEqual(sent, {
    fields: { other: ['x'] },
    files: { media: content.toString('hex'), media_data: content.toString('hex') },
  })
})

test('a body that is invalid or too large is refused, and no file remains', async (t) => {
  const { send, left } = await stage(t)
  const file = (length: number, name = 'media') => ({ name, content: Buffer.alloc(length, 65), isFile: true })
  const field = (name: string, length: number) => ({ name, content: Buffer.alloc(length, 65), isFile: false })
  const refused = async (reason: string, body: Buffer | string, type?: string) =>
    assert.deepEqual(await send(body, type), { refused: reason }, String(body).slice(0, 60))
  await refused('bad-request', '')
  await refused('bad-request', 'x')
  await refused('bad-request', bodyOf([file(10)]).subarray(0, 90))
  await refused('bad-request', bodyOf([file(10)]), 'multipart/form-data')
  await refused('bad-request', bodyOf([{ ...file(0), name: 'media_data', content: Buffer.from('<script>') }]))
  await refused('bad-request', bodyOf(Array.from({ length: 40 }, (_, index) => field(`f${index}`, 1))))
  await refused('bad-request', bodyOf([field('a', 20_000)]))
  await refused('bad-request', bodyOf([file(1), file(1), file(1)]))
  await refused('body-too-large', bodyOf([file(1_001)]))
  await refused('body-too-large', bodyOf([file(2 * 1024 * 1024)]))
  assert.deepEqual(await send(bodyOf([file(1_000)])), { fields: {}, files: { media: '41'.repeat(1_000) } })
  assert.deepEqual(left(), [])
})

/** The fast part cuts the body at one of this many lengths. */
const LENGTH_STEP = byPart(7, 1)

test('promise 6: a truncated body is refused, at any length', async (t) => {
  const { send, left } = await stage(t)
  const part = (name: string) => ({ name, content: Buffer.from('QUJD'), isFile: true })
  for (const [sent, end] of [
    [[part('media')], '\r\n--b'],
    [[part('media_data'), part('media')], '\r\n--b'],
  ] as const) {
    const whole = bodyOf(sent)
    for (let length = 0; length <= whole.lastIndexOf(end); length += LENGTH_STEP) {
      const body = whole.subarray(0, length)
      assert.deepEqual(await send(body), { refused: 'bad-request' }, JSON.stringify(String(body)))
    }
  }
  assert.deepEqual(left(), [])
})

test('no file remains after a client disconnects', async (t) => {
  const { url, reader, left, requests } = await stage(t)
  const wire = await Wire.open(url)
  const head =
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900\r\n\r\n'
  wire.send(`${head}--b\r\nContent-Disposition: form-data; name="media"\r\n\r\n${'A'.repeat(100)}`)
  await waitUntil(() => left().length > 0)
  assert.equal(reader.reading, 1)
  wire.socket.destroy()
  await waitUntil(() => reader.reading === 0)
  assert.deepEqual([left(), requests.length], [[], 1])
})

test('a client that stops sending is refused after the timeout', async (t) => {
  const clock = new TestClock()
  const { url, left, reader } = await stage(t, clock)
  const wire = await Wire.open(url)
  wire.send(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900\r\n\r\n--b\r\n',
  )
  await waitUntil(() => reader.reading > 0)
  clock.advance(BODY_TIMEOUT_MS)
  const answer = await wire.answer()
  assert.deepEqual([JSON.parse(answer.body), left()], [{ refused: 'request-timeout' }, []])
  wire.socket.destroy()
})

test('at most eight bodies of one caller are read at a time', async (t) => {
  const { url, reader, send } = await stage(t)
  const head =
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900\r\n\r\n'
  const wires = await Promise.all(Array.from({ length: 8 }, () => Wire.open(url)))
  for (const wire of wires) wire.send(head)
  await waitUntil(() => reader.reading >= 8)
  assert.deepEqual(await send(bodyOf([])), { refused: 'over-capacity' })
  for (const wire of wires) wire.socket.destroy()
  await waitUntil(() => reader.reading === 0)
  const part = { name: 'a', content: Buffer.from('x'), isFile: false }
  assert.deepEqual(await send(bodyOf([part])), { fields: { a: ['x'] }, files: {} })
})

test('a full disk is a server error, not a client error', async (t) => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const writer = {
    size: 0,
    write: () => Promise.reject(full),
    close: () => Promise.reject(full),
    abandon: async () => {},
  }
  const reader = new MultipartReader(systemClock, { create: async () => writer })
  const server = createServer((request, response) =>
    reader.read(request, 'ada', SPEC).then(
      () => response.end('read'),
      (error: Error) => response.end(error.message),
    ),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  t.after(() => server.close())
  const body = new FormData()
  body.append('media', new Blob(['x']))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })
  assert.equal(await answer.text(), full.message)
})

test('the content type is recognised in upper or lower case and with any parameters', () => {
  for (const type of ['multipart/form-data', 'Multipart/Form-Data; boundary=x', 'multipart/form-data ;a=b']) {
    assert.equal(isMultipart(type), true)
  }
  for (const type of [undefined, '', 'multipart/mixed', 'multipart/form-datax'])
    assert.equal(isMultipart(type), false)
})

test('base64 in the standard and the URL alphabet is decoded, and other texts are refused', () => {
  for (const text of ['', 'QQ==', 'QQ', 'QUI', '-_8=', '+/8=']) base64Bytes(text)
  for (const text of ['<', 'Q=Q', 'QQ===', 'é'.repeat(4)]) {
    assert.throws(() => base64Bytes(text), { reason: 'bad-request' }, text)
  }
})
