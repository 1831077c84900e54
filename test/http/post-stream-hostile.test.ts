/**
 * Tests promise 5: misbehaving clients of post streams do not disturb other clients, and memory does not
 * grow.
 */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import type { Hooks } from '../support/engines.ts'
import { requestText, Wire } from '../support/http/wire.ts'
import { slowTest as test } from '../support/part.ts'
import { retainedBytes } from '../support/processes/retained-memory.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { reopened, streamStage } from '../support/streams/post-stream-suite.ts'
import { createProjectApp, postJson } from '../support/streams/rule-suite.ts'
import { waitUntil } from '../support/wait-until.ts'

const PLACE = {
  path: '/2/tweets/search/stream',
  rules: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  usage: '2',
} as const

const NO_LIMITS = { settings: { limits: 'off' } }

/** 25 rules that match the same posts. Their tags make a message of about 14 KB. */
const LOUD = Array.from({ length: 25 }, (_, index) => ({
  value: `cat -word${index}`,
  tag: `${index}${'😀'.repeat(120)}`,
}))

/**
 * These messages have 28 MB together. For an unread connection, the operating system buffers about 4 MB and
 * the server 1 MB.
 */
const MORE_THAN_BUFFERS = 2_000

async function stage(t: Hooks) {
  const quiet = await streamStage(t, PLACE, NO_LIMITS)
  const other = await createProjectApp(quiet.context)
  await postJson(`${quiet.url}${PLACE.rules}`, other.asApp, { add: LOUD })
  const head: readonly (readonly [string, string])[] = [
    ['authorization', other.asApp('GET', `${quiet.url}${PLACE.path}`)],
  ]
  /** A raw connection for the second app. */
  const wire = async () => {
    const opened = await Wire.open(quiet.url)
    t.after(() => opened.close())
    opened.send(requestText(`GET ${PLACE.path} HTTP/1.1`, head))
    return opened
  }
  const closed = (reason: string) =>
    quiet.figure(`aviary_stream_closed_total{stream="posts",reason="${reason}"}`)
  const flood = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        createPost(quiet.context, {
          authorId: quiet.authorId,
          text: `cat ${index} ${Math.random()}`,
          isLimited: false,
        }),
      ),
    )
  /**
   * Sends posts until the condition is true, but not more than the two buffers need to overflow. `reader`
   * receives each part before the next part is sent.
   */
  const flooded = async (reader: PostReader, isSo: () => Promise<boolean>) => {
    let sent = 0
    while (!(await isSo())) {
      if (sent === MORE_THAN_BUFFERS) continue
      await flood(100)
      sent += 100
      await reader.some(sent)
    }
  }
  return { ...quiet, other, wire, closed, flooded }
}

test('a client that never reads is disconnected with a reason; other clients receive everything, and memory does not grow', async (t) => {
  const { open, wire, closed, flooded } = await stage(t)
  const quick = await open()
  const deaf = await wire()
  await waitUntil(() => deaf.text.includes('\r\n\r\n'))
  deaf.socket.pause()
  const before = retainedBytes()
  let max = 0
  await flooded(quick, async () => {
    max = Math.max(max, retainedBytes())
    return (await closed('slow')) === 1
  })
  assert.equal(quick.hasEnded, false)
  // The fast reader keeps its 28 MB in memory. Buffered messages for the slow reader would need another 28
  // MB.
  assert.ok(max - before < 50 * 2 ** 20)
})

test('a client that reads slowly is also disconnected', async (t) => {
  const { open, wire, closed, flooded } = await stage(t)
  const quick = await open()
  const slow = await wire()
  await waitUntil(() => slow.text.includes('\r\n\r\n'))
  slow.socket.pause()
  await flooded(quick, async () => {
    slow.socket.read(1)
    return (await closed('slow')) === 1
  })
})

test('a half-closed connection no longer counts for the limit', async (t) => {
  const { wire, url, other, closed } = await stage(t)
  for (let count = 0; count < 3; count += 1) {
    const half = await wire()
    await waitUntil(() => half.text.includes('\r\n\r\n'))
    half.socket.end()
    await half.end()
    await waitUntil(async () => (await closed('client')) === count + 1)
  }
  const again = await reopened(() => PostReader.open(`${url}${PLACE.path}`, other.asApp))
  again.close()
})

test('frequent reconnections of one app do not disturb other apps, and the app never has two open connections', async (t) => {
  const { open, url, other, post, figure } = await stage(t)
  const quick = await open()
  let max = 0
  const storm = Array.from({ length: 8 }, async () => {
    for (let count = 0; count < 10; count += 1) {
      const reader = await PostReader.open(`${url}${PLACE.path}`, other.asApp)
      if (reader.status === 200) {
        const connections = await figure('aviary_stream_connections{stream="posts",part="2 filter"}')
        max = Math.max(max, connections)
      } else assert.equal(reader.status, 429)
      // A socket that has ended must not be reset, because Node would not exit.
      if (count % 2 === 0 || reader.status !== 200) reader.close()
      else reader.reset()
    }
  })
  const posting = (async () => {
    for (let count = 0; count < 50; count += 1) await post(`cat ${count}`)
  })()
  await Promise.all([...storm, posting])
  await quick.some(50)
  assert.ok(max <= 2, `${max} connections of two apps`)
  await waitUntil(
    async () => (await figure('aviary_stream_connections{stream="posts",part="2 filter"}')) === 1,
  )
  assert.equal(
    await figure('aviary_stream_rules'),
    1,
    'the rules of a disconnected client are no longer matched',
  )
})

test('a client that disconnects while it connects leaves no connection', async (t) => {
  const { wire, figure, open } = await stage(t)
  await open()
  for (let count = 0; count < 20; count += 1) (await wire()).close()
  await waitUntil(
    async () => (await figure('aviary_stream_connections{stream="posts",part="2 filter"}')) === 1,
  )
  await waitUntil(async () => (await figure('aviary_stream_rules')) === 1)
})

test('a started stream retains no objects of its request or of the framework', async (t) => {
  const { open } = await stage(t)
  const begun: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = []
  const note = (message: unknown) => begun.push(message as (typeof begun)[number])
  subscribe('http.server.request.start', note)
  t.after(() => unsubscribe('http.server.request.start', note))
  await open()
  const [{ request, response } = assert.fail('no request')] = begun
  assert.equal(request.url, PLACE.path)
  assert.deepEqual([request.rawHeaders, request.headers], [[], {}])
  assert.equal(response.listenerCount('finish'), 1, 'that of Node')
  assert.equal(response.listenerCount('error'), 1, 'that of the stream')
})

test('each message and each keep-alive has its own chunk, and the last chunk is empty', async (t) => {
  const { wire, post, close } = await stage(t)
  const reader = await wire()
  await waitUntil(() => reader.text.includes('\r\n\r\n'))
  await Promise.all([post('cat 1'), post('cat 2'), post('cat 3')])
  await close()
  const text = await reader.end()
  const chunks: string[] = []
  let rest = text.slice(text.indexOf('\r\n\r\n') + 4)
  while (rest !== '') {
    const line = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, line), 16)
    chunks.push(rest.slice(line + 2, line + 2 + size))
    rest = rest.slice(line + 2 + size + 2)
  }
  assert.equal(chunks.length, 5)
  assert.equal(chunks.at(-1), '')
  for (const chunk of chunks.slice(0, -1)) {
    assert.match(chunk, /^\{.*\}\r\n$/)
    JSON.parse(chunk)
  }
})
