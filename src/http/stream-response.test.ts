import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { Hooks } from '../../test/support/engines.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { must } from '../lib/assert.ts'
import { ChunkBuffer, chunkRun } from './chunk-run.ts'
import {
  runStream,
  type SharingSink,
  STREAM_END_MS,
  STREAM_STALLED_MS,
  type StreamBody,
  type WriteResult,
} from './stream-response.ts'

/** More bytes than the buffers on both sides of a connection can hold. */
const MUCH = Buffer.alloc(16 * 1024 * 1024)

/** A server that sends one body, and the response that the client receives. */
async function stage(t: Hooks, body: StreamBody) {
  const clock = new TestClock()
  const done = Promise.withResolvers<void>()
  done.promise.catch(() => undefined)
  const server = createServer((message: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200)
    response.flushHeaders()
    runStream(message, response, clock, body).then(done.resolve, done.reject)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const asked = request({ port, host: '127.0.0.1', agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { clock, answer, done: done.promise }
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function textOf(answer: IncomingMessage): Promise<string> {
  return String(await bytesOf(answer))
}

/** Asserts that the bytes are copies of the line. The lines are compared in place, because texts of this length fill the memory. */
function assertRepeats(bytes: Buffer, line: Buffer, count: number): void {
  assert.equal(bytes.length, line.length * count)
  for (let at = 0; at < bytes.length; at += line.length)
    assert.ok(bytes.compare(line, 0, line.length, at, at + line.length) === 0, `the line at ${at} is wrong`)
}

describe('a streamed response', () => {
  test('is written chunk by chunk and ended', async (t) => {
    const { answer, done } = await stage(t, async (sink) => {
      assert.equal(await sink.write([Buffer.from('a'), Buffer.from('b')]), 'room')
      await sink.end([Buffer.from('c')])
    })
    assert.equal(await textOf(answer), 'abc')
    await done
  })

  test('that fails is cut off, so that the client does not treat the response as complete, and the caller gets the error', async (t) => {
    const { answer, done } = await stage(t, async (sink) => {
      await sink.write([Buffer.from('a')])
      throw new Error('test')
    })
    await assert.rejects(textOf(answer), /aborted/)
    await assert.rejects(done, /test/)
  })

  test('is also cut off if its body returns without calling end', async (t) => {
    const { answer } = await stage(t, async () => undefined)
    await assert.rejects(textOf(answer), /aborted/)
  })

  test('detects during waits and writes that the client has disconnected', async (t) => {
    const heard: WriteResult[] = []
    const { answer, done } = await stage(t, async (sink) => {
      heard.push(await sink.write([MUCH]))
      assert.ok(sink.isGone)
      heard.push(await sink.write([MUCH]))
      await sink.end([])
    })
    answer.destroy()
    await done
    assert.deepEqual(heard, ['gone', 'gone'])
  })

  test('waits until the client has read enough, for a limited time', async (t) => {
    const { promise: waiting, resolve: isWaiting } = Promise.withResolvers<void>()
    const { clock, done, answer } = await stage(t, async (sink) => {
      const written = sink.write([MUCH])
      isWaiting()
      assert.equal(await written, 'stalled')
    })
    await waiting
    clock.advance(STREAM_STALLED_MS - 1)
    clock.advance(1)
    await done
    answer.destroy()
  })

  test('writes framed chunks and other pieces in the order of the calls', async (t) => {
    const { answer, done } = await stage(t, async (sink) => {
      // The promises settle before Node has sent the data.
      await new Promise(setImmediate)
      assert.equal(await sink.write([Buffer.from('a')]), 'room')
      assert.ok(sink.push(chunkRun([Buffer.from('b'), Buffer.from('c')])))
      assert.equal(await sink.write([Buffer.from('d')]), 'room')
      assert.equal(await sink.waitForRoom(), 'room')
      await sink.end([])
    })
    assert.equal(await textOf(answer), 'abcd')
    await done
  })

  test('chunks that are framed in one shared buffer reach every client unchanged, even slow clients', async (t) => {
    const workbench = new ChunkBuffer()
    const letters = ['a', 'b', 'c']
    const begun = letters.map(() => Promise.withResolvers<SharingSink>())
    const stages = await Promise.all(
      begun.map(({ resolve }) =>
        stage(t, async (sink) => {
          resolve(sink)
          await new Promise<void>((done) => {
            sink.watcher = { wake: done }
          })
          await sink.end([])
        }),
      ),
    )
    const sinks = await Promise.all(begun.map(({ promise }) => promise))
    // The clients do not read yet, so data waits in this process while the buffer is reused.
    const full = sinks.map(() => false)
    const counts = sinks.map(() => 0)
    const bodies = letters.map((letter) => Buffer.alloc(20_000, letter))
    const tail = Buffer.from('\n')
    while (full.includes(false)) {
      for (const [index, sink] of sinks.entries()) {
        if (full[index]) continue
        const body = must(bodies[index], 'a body')
        full[index] = !sink.put([{ body, tail }], workbench)
        counts[index] = (counts[index] ?? 0) + 1
      }
    }
    for (const sink of sinks) sink.watcher?.wake()
    for (const [index, { answer, done }] of stages.entries()) {
      const line = Buffer.concat([must(bodies[index], 'a body'), tail])
      assertRepeats(await bytesOf(answer), line, counts[index] ?? 0)
      await done
    }
  })

  test('reports when framed chunks filled the buffer, and when the buffer has room again', async (t) => {
    const { answer, done } = await stage(t, async (sink) => {
      assert.ok(!sink.push(chunkRun([MUCH])))
      assert.equal(await sink.waitForRoom(), 'room')
      assert.ok(sink.push(chunkRun([Buffer.from('b')])))
      await sink.end([])
    })
    assert.equal((await bytesOf(answer)).length, MUCH.length + 1)
    await done
  })

  test('a wait ends immediately if there is already room', async (t) => {
    const { answer, done } = await stage(t, async (sink) => {
      // The size is greater than the maximum of pending bytes in Node, and smaller than the buffers of the system.
      while (sink.push(chunkRun([Buffer.alloc(32 * 1024)])));
      await new Promise(setImmediate)
      assert.equal(await sink.waitForRoom(), 'room')
      await sink.end([])
    })
    await textOf(answer)
    await done
  })

  test('also has the timeout after framed chunks, and detects that the client has disconnected', async (t) => {
    const heard: WriteResult[] = []
    const turns = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const { clock, answer, done } = await stage(t, async (sink) => {
      sink.push(chunkRun([MUCH]))
      const waiting = sink.waitForRoom()
      turns[0].resolve()
      heard.push(await waiting)
      const again = sink.waitForRoom()
      turns[1].resolve()
      heard.push(await again)
      assert.ok(!sink.push(chunkRun([MUCH])))
      heard.push(await sink.waitForRoom())
      await sink.end([])
    })
    await turns[0].promise
    clock.advance(STREAM_STALLED_MS)
    await turns[1].promise
    answer.destroy()
    await done
    assert.deepEqual(heard, ['stalled', 'gone', 'gone'])
  })

  test('an aborted signal ends the wait', async (t) => {
    const hurry = new AbortController()
    const { done, answer } = await stage(t, async (sink) => {
      const written = sink.write([MUCH], hurry.signal)
      hurry.abort()
      assert.equal(await written, 'interrupted')
      assert.equal(await sink.write([MUCH], hurry.signal), 'interrupted')
    })
    await done
    answer.destroy()
  })

  test('a client that does not read the last pieces is disconnected', async (t) => {
    const { promise: ending, resolve: isEnding } = Promise.withResolvers<void>()
    const { clock, done, answer } = await stage(t, async (sink) => {
      const ended = sink.end([MUCH])
      isEnding()
      await ended
    })
    await ending
    clock.advance(STREAM_END_MS)
    await done
    await assert.rejects(bytesOf(answer), /aborted/)
  })
})
