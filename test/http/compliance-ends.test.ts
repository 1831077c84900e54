/** Tests the ends of compliance streams: complete gzip members, broken connections and removed streams. */
import assert from 'node:assert/strict'
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { createStream } from '../../src/domain/console/stream.ts'
import { partitionOf } from '../../src/log/partition.ts'
import type { Hooks } from '../support/engines.ts'
import { byPart } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'
import { startTestServer } from '../support/server.ts'
import { basic, Consumer, createAccount, pathOf, STREAM } from '../support/streams/compliance-stream.ts'
import { createOneUser } from '../support/users.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The reason for skipping tests if Python is missing; otherwise false. */
const NO_PYTHON = spawnSync('python3', ['--version']).status === 0 ? false : 'there is no python3'

/**
 * A Python program that prints the decompressed data. The program ends with exit code 3 if the end of the
 * data is missing.
 */
const UNPACK = `
import gzip, sys
try:
    with gzip.open(sys.stdin.buffer) as member:
        while piece := member.read1():
            sys.stdout.buffer.write(piece)
except EOFError:
    sys.exit(3)
`

function unpackWithPython(input: Buffer): SpawnSyncReturns<string> {
  return spawnSync('python3', ['-c', UNPACK], { input, encoding: 'utf8' })
}

/**
 * Starts a server with an account and a user. Each `change` sends a message about the user to the stream at
 * `path`.
 */
async function stage(t: Hooks) {
  const server = await startTestServer(t, { settings: { limits: 'off' } })
  await createAccount(server.context)
  const { id } = await createOneUser(server.context)
  const change = async (action: 'suspend' | 'unsuspend') => {
    await changeUserState(server.context, { userId: id, action })
  }
  return { ...server, change, path: pathOf(partitionOf(id)) }
}

/** Opens a stream. `chunks` collects its compressed bytes as they arrive. */
async function packed(url: string, path: string): Promise<{ chunks: Buffer[]; response: IncomingMessage }> {
  const headers = { authorization: basic(), 'accept-encoding': 'gzip' }
  const [response] = (await once(request(`${url}${path}`, { agent: false, headers }).end(), 'response')) as [
    IncomingMessage,
  ]
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  return { chunks, response }
}

/**
 * A stream of two messages that a shutdown ends. The result has the bytes that arrive before the first
 * message, with the first message, with the second message, and at the end.
 */
async function wholeStream(t: Hooks): Promise<readonly Buffer[]> {
  const { url, path, change, close } = await stage(t)
  const { chunks, response } = await packed(url, path)
  const ended = once(response, 'end')
  const pieces: Buffer[] = []
  const take = async () => {
    while (chunks.length === 0) await nextTurn()
    pieces.push(Buffer.concat(chunks.splice(0)))
  }
  await take()
  for (const action of ['suspend', 'unsuspend'] as const) {
    await change(action)
    await take()
  }
  await close()
  await ended
  return [...pieces, Buffer.concat(chunks)]
}

const MEMBER =
  /^\{"user_suspend":[^\r]*\}\r\n\{"user_unsuspend":[^\r]*\}\r\n\{"error":\{"message":"This stream is closing[^\r]*\}\}\r\n$/

/** Decompresses truncated bytes with Node. The result has the data and the error code. */
async function unpackedByNode(input: Buffer): Promise<{ text: string; code: string | undefined }> {
  let text = ''
  const member = createGunzip().on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const over = once(member, 'end').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  )
  member.end(input)
  return { code: await over, text }
}

describe('spec/compliance-stream.md#response: complete and truncated streams', () => {
  test('Python’s gzip decompresses a complete stream and checks its checksum and length', {
    skip: NO_PYTHON,
  }, async (t) => {
    const { status, stdout, stderr } = unpackWithPython(Buffer.concat(await wholeStream(t)))
    assert.equal(status, 0, stderr)
    assert.match(stdout, MEMBER)
  })

  test('Node decompresses every message before a truncation, and reports the missing end', async (t) => {
    const pieces = await wholeStream(t)
    const whole = Buffer.concat(pieces)
    const text = gunzipSync(whole).toString()
    assert.match(text, MEMBER)
    for (let cut = 10; cut < whole.length; cut += 1) {
      const unpacked = await unpackedByNode(whole.subarray(0, cut))
      assert.equal(unpacked.code, 'Z_BUF_ERROR', `cut after ${cut} bytes`)
      assert.ok(text.startsWith(unpacked.text))
      const messages = unpacked.text.split('\r\n').length - 1
      assert.ok(messages >= messagesBefore(pieces, cut), `${messages} messages of ${cut} bytes`)
    }
  })

  test('Python’s gzip decompresses every message before a truncation, and reports the missing end', {
    skip: NO_PYTHON,
  }, async (t) => {
    const pieces = await wholeStream(t)
    const text = gunzipSync(Buffer.concat(pieces)).toString()
    const [begin = 0, one = 0, two = 0] = pieces.map(({ length }) => length)
    // Each case starts Python, and the test before this one cuts at every byte.
    const cuts = [begin + one + two - 1, begin + one, begin + one + two]
    for (const cut of byPart(cuts.slice(0, 1), cuts)) {
      const { status, stdout, stderr } = unpackWithPython(Buffer.concat(pieces).subarray(0, cut))
      assert.equal(status, 3, stderr)
      assert.ok(text.startsWith(stdout))
      assert.ok(stdout.split('\r\n').length - 1 >= messagesBefore(pieces, cut), stdout)
    }
  })

  test('when a connection breaks, the consumer has the received messages and an error', async (t) => {
    const { url, path, change } = await stage(t)
    const relay = await startRelay(t, url)
    const consumer = await Consumer.open(relay.url, path)
    await change('suspend')
    await consumer.some(1)
    const failed = assert.rejects(consumer.ended)
    relay.cut()
    await failed
    assert.deepEqual(Object.keys(consumer.messages[0] ?? {}), ['user_suspend'])
    assert.equal(consumer.messages.length, 1)
  })
})

/** Number of messages that are complete in the first `size` bytes. */
function messagesBefore(pieces: readonly Buffer[], size: number): number {
  const [begin = 0, one = 0, two = 0] = pieces.map(({ length }) => length)
  if (size >= begin + one + two) return 2
  return size >= begin + one ? 1 : 0
}

/** Forwards bytes in both directions until the test cuts the connection. */
async function startRelay(t: Hooks, url: string): Promise<{ url: string; cut: () => void }> {
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  t.after(cut)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut }
}

describe('the server ends a stream only with a reason', () => {
  test('`stream-account remove` ends the connections of the account with a message, and the metrics count them', async (t) => {
    const { url, path, config, server, context, change } = await stage(t)
    const another = { ...STREAM, label: 'dev' }
    await createStream(context, another)
    const [one, other] = [
      await Consumer.open(url, path),
      await Consumer.open(url, path.replace('prod', 'dev')),
    ]
    await change('suspend')
    await Promise.all([one.some(1), other.some(1)])
    const removed = await runMain(['stream-account', 'remove', 'acme', '--data', config.data])
    assert.equal(removed.code, 0, removed.err)
    await Promise.all([one.ended, other.ended])
    for (const { messages } of [one, other]) {
      const [, last, ...more] = messages as readonly { readonly error?: { readonly message: string } }[]
      assert.match(
        last?.error?.message ?? '',
        /^This stream is closing because a stream of its account was removed/,
      )
      assert.deepEqual(more, [])
    }
    const metrics = async () => (await fetch(`${server.opsUrl}/metrics`)).text()
    // The consumer may receive the end before the server has counted the end.
    await waitUntil(async () => /^aviary_stream_connections\{[^}]*\} 0$/m.test(await metrics()))
    assert.match(await metrics(), /^aviary_stream_closed_total\{stream="compliance",reason="removed"\} 2$/m)
    assert.equal((await Consumer.open(url, path)).status, 404)
    const left = await Consumer.open(url, path.replace('prod', 'dev'))
    t.after(() => left.close())
    assert.equal(left.status, 200)
  })
})
