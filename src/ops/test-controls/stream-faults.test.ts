import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowTest } from '../../../test/support/part.ts'
import { Consumer, createAccount, pathOf } from '../../../test/support/streams/compliance-stream.ts'
import { PostReader } from '../../../test/support/streams/post-stream.ts'
import { createProjectApp, postJson } from '../../../test/support/streams/rule-suite.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { startInTestMode, type TestModeServer } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { DISCONNECT_NAMES } from '../../api/_disconnects.ts'
import type { Engine } from '../../db/query.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON of the log
type Json = any

const PATH = '/1.1/statuses/filter.json'

/** A server with an open v1.1 stream that has faults. */
async function stageOn(t: TestContext, engine: Engine, clock?: TestClock) {
  const options = { engine, settings: { limits: 'off' }, ...(clock === undefined ? {} : { clock }) }
  const server = await startInTestMode(t, options)
  const { context, url, control } = server
  const app = await createTestApp(context)
  const user = await createOneUser(context)
  const asUser = await app.asUser(user.id)
  const plan = async (fault: object) => {
    const { status, body } = await control('PUT', '/test/faults', {
      faults: [{ name: 'broken', on: 'streams', ...fault }],
    })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const open = async (headers: Record<string, string> = {}, as = asUser) => {
    const reader = await PostReader.open(`${url}${PATH}?track=cat`, as, headers)
    t.after(() => reader.close())
    return reader
  }
  const post = (text: string) =>
    createPost(context, { authorId: user.id, text: `cat ${text}`, isLimited: false })
  const logged = async (): Promise<Json> => {
    const { body } = await control('GET', '/test/requests?kind=stream')
    return (body['requests'] as Json[]).at(-1)
  }
  const asOther = await app.asUser((await createOneUser(context)).id)
  return { ...server, plan, open, post, logged, asOther }
}

/** Checks that the request log names the fault in the entry of every connection that was opened so far. */
async function assertMarked({ control }: Pick<TestModeServer, 'control'>, count: number): Promise<void> {
  const { body } = await control('GET', '/test/requests?kind=stream&fault=broken')
  assert.deepEqual(
    (body['requests'] as Json[]).map(({ faults }) => faults),
    Array.from({ length: count }, () => ['broken']),
  )
}

function texts({ lines }: PostReader): string[] {
  return lines.flatMap((line) => line.text ?? []).map((text: string) => text.replace('cat ', ''))
}

for (const engine of ENGINES) {
  describe(`faults that a server injects into streams, on ${engine}`, () => {
    const test = slowTest
    const stage = (t: TestContext, { clock }: { readonly clock?: TestClock } = {}) =>
      stageOn(t, engine, clock)

    for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
      const how = 'accept-encoding' in headers ? 'with gzip' : 'without gzip'

      test(`the server sends some messages twice and swaps some pairs, and all other messages are intact, ${how}`, async (t) => {
        const { plan, open, post, server, control } = await stage(t)
        await plan({ do: { after: 1, duplicate: true } })
        const doubled = await open(headers)
        for (const text of ['a', 'b']) await post(text)
        await doubled.some(3)
        assert.deepEqual(texts(doubled), ['a', 'b', 'b'])
        doubled.close()
        await plan({ do: { reorder: true } })
        const swapped = await open(headers)
        for (const text of ['c', 'd', 'e', 'f', 'g']) await post(text)
        await swapped.some(4)
        assert.deepEqual(texts(swapped), ['d', 'c', 'f', 'e'])
        await assertMarked({ control }, 2)
        await server.close()
        await swapped.ended
        assert.deepEqual(texts(swapped), ['d', 'c', 'f', 'e', 'g'])
      })

      test(`a connection is cut inside a message, ${how}`, async (t) => {
        const { plan, open, post, logged } = await stage(t)
        await plan({ do: { after: 1, cut: true } })
        const reader = await open(headers)
        await post('a')
        // When the server cuts the connection, the client loses the messages that it has not read yet.
        await reader.some(1)
        await post('b')
        await assert.rejects(reader.ended)
        assert.deepEqual(texts(reader), ['a'])
        await waitUntil(async () => (await logged()).stream.ended !== undefined)
        const { faults, stream } = await logged()
        assert.deepEqual([faults, stream.ended, stream.messages], [['broken'], 'fault', 1])
      })
    }

    test('if gzip data is corrupt, the messages before the corruption can be read', async (t) => {
      const { plan, open, post, control } = await stage(t)
      await plan({ do: { after: 1, gzip: 'corrupt' } })
      const reader = await open({ 'accept-encoding': 'gzip' })
      await post('a')
      await reader.some(1)
      await post('b')
      await assert.rejects(reader.ended, /invalid block type/)
      assert.deepEqual(texts(reader), ['a'])
      await assertMarked({ control }, 1)
    })

    test('a stalled stream sends neither messages nor keep-alives, and the connection stays open', async (t) => {
      const clock = new TestClock()
      const { plan, open, post, asOther, control } = await stage(t, { clock })
      await plan({ calls: 1, do: { after: 1, stall: true } })
      const stalled = await open()
      const healthy = await open({}, asOther)
      await post('a')
      await stalled.some(1)
      await post('b')
      await healthy.some(2)
      for (let seconds = 0; seconds < 30; seconds += 1) clock.advance(1_000)
      await healthy.until(() => healthy.keepAlives > 0)
      assert.deepEqual([texts(stalled), stalled.keepAlives, stalled.hasEnded], [['a'], 0, false])
      await assertMarked({ control }, 1)
    })

    test('a fault leaves out the keep-alives of a stream, and its messages still arrive', async (t) => {
      const clock = new TestClock()
      const { plan, open, post, asOther, control } = await stage(t, { clock })
      await plan({ calls: 1, do: { keep_alives: 'none' } })
      const reader = await open()
      const healthy = await open({}, asOther)
      for (let seconds = 0; seconds < 30; seconds += 1) clock.advance(1_000)
      await healthy.until(() => healthy.keepAlives > 0)
      await post('a')
      await reader.some(1)
      assert.deepEqual([texts(reader), reader.keepAlives], [['a'], 0])
      await assertMarked({ control }, 1)
    })

    test('a stream that is slowed down arrives in small pieces', async (t) => {
      const { plan, open, post, control } = await stage(t)
      await plan({ do: { bytes_per_second: 4_000 } })
      const reader = await open()
      const started = performance.now()
      await post('a')
      await reader.some(1)
      assert.ok(performance.now() - started > 150)
      assert.deepEqual(texts(reader), ['a'])
      await assertMarked({ control }, 1)
    })

    test('a header can add a fault to the stream that the request opens, and to no other stream', async (t) => {
      const { open, post, asOther, control } = await stage(t)
      const cut = await open({ 'aviary-stream-fault': '{after: 1, cut: true}' })
      const healthy = await open({}, asOther)
      await post('a')
      await cut.some(1)
      await post('b')
      await assert.rejects(cut.ended)
      await healthy.some(2)
      assert.deepEqual([texts(cut), texts(healthy)], [['a'], ['a', 'b']])
      const { body } = await control('GET', '/test/requests?kind=stream&fault=aviary-stream-fault')
      assert.equal((body['requests'] as Json[]).length, 1)
      const wrong = await open({ 'aviary-stream-fault': '{stall: true, error: 503}' })
      assert.equal(wrong.status, 400)
      assert.match(String(wrong.headers['aviary-fault-error']), /error: unknown key; known are after, stall/)
    })

    test('a plan with many errors of status 503 on the path of a stream affects requests that open the stream', async (t) => {
      const { control, open, logged } = await stage(t)
      const storm = { name: 'storm', path: PATH, calls: { to: 3 }, do: { error: 'over-capacity' } }
      await control('PUT', '/test/faults', { faults: [storm] })
      for (let call = 1; call <= 3; call += 1) assert.equal((await open()).status, 503)
      assert.equal((await open()).status, 200)
      const { body } = await control('GET', '/test/requests?fault=storm')
      assert.deepEqual(
        (body['requests'] as Json[]).map(({ status, faults }) => [status, faults]),
        Array.from({ length: 3 }, () => [503, ['storm']]),
      )
      assert.deepEqual((await logged()).faults, [])
    })
  })
}

describe('a fault makes the server send each documented message of a disconnect', () => {
  test('disconnects of v1.1 streams, by name', async (t) => {
    const { plan, open, control } = await stageOn(t, 'sqlite')
    const codes: number[] = []
    for (const disconnect of DISCONNECT_NAMES.statuses) {
      await plan({ do: { disconnect } })
      codes.push((await (await open()).last()).disconnect.code)
    }
    await assertMarked({ control }, DISCONNECT_NAMES.statuses.length)
    assert.deepEqual(codes, [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12])
  })

  test('disconnects of filtered streams, after two messages', async (t) => {
    const { url, control, context } = await startInTestMode(t, { settings: { limits: 'off' } })
    const app = await createProjectApp(context)
    await postJson(`${url}/2/tweets/search/stream/rules`, app.asApp, { add: [{ value: 'cat' }] })
    const { id: authorId } = await createOneUser(context)
    for (const disconnect of DISCONNECT_NAMES.posts) {
      const fault = { on: 'streams', do: { after: 1, disconnect } }
      await control('PUT', '/test/faults', { faults: [fault] })
      const reader = await PostReader.open(`${url}/2/tweets/search/stream`, app.asApp)
      await createPost(context, { authorId, text: `cat ${disconnect}`, isLimited: false })
      const [error] = (await reader.last()).errors
      if (disconnect === 'usage-capped') assert.equal(error.title, 'UsageCapExceeded')
      else assert.equal(error.disconnect_type, disconnect)
      assert.equal(reader.lines.length, 2)
    }
  })

  slowTest(
    'disconnects of the compliance stream, each with its own message, in an intact gzip member',
    async (t) => {
      const { url, control, context } = await startInTestMode(t, { settings: { limits: 'off' } })
      await createAccount(context)
      const messages = new Set<string>()
      for (const disconnect of DISCONNECT_NAMES.compliance) {
        await control('PUT', '/test/faults', { faults: [{ on: 'streams', do: { disconnect } }] })
        const consumer = await Consumer.open(url, pathOf(1))
        await consumer.ended
        const [{ error } = { error: undefined }] = consumer.messages as Json[]
        assert.match(error.message, /stream/)
        messages.add(error.message)
      }
      assert.equal(messages.size, DISCONNECT_NAMES.compliance.length)
    },
  )
})
