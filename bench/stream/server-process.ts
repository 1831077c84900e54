/** Sends posts to many connections, with the hub of post streams or with bare writes of the same bytes. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runStream } from '../../src/http/stream-response.ts'
import { must } from '../../src/lib/assert.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'
import { openStage, requestOf } from './stage.ts'

export type Kind = 'post streams' | 'bare writes'

/** Number of posts per batch at full speed, and number of batches between two checks of the time. */
const TOGETHER = 20
const TIMES = 10

interface Streaming {
  begin(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Creates posts before the measurement. */
  make(count: number): void
  /** Sends posts to all connections. */
  publish(count: number): Promise<void>
  end(): Promise<void>
}

function postStreams(mostInSecond: number): Streaming {
  const { hub, make, publish } = openStage(mostInSecond)
  let apps = 0n
  return {
    async begin(request, response) {
      apps += 1n
      const admitted = await hub.admit(requestOf(apps))
      if (typeof admitted === 'string') throw new Error(admitted)
      response.writeHead(200)
      response.flushHeaders()
      void runStream(request, response, systemClock, admitted.body)
    },
    make,
    async publish(count) {
      publish(count)
      while (hub.position < hub.log.head) await new Promise(setImmediate)
    },
    end: () => hub.close(),
  }
}

function bareWrites(): Streaming {
  let sent = 0
  return {
    async begin(_request, response) {
      response.writeHead(200)
      response.flushHeaders()
    },
    make: () => undefined,
    async publish(count) {
      for (let index = 0; index < count; index += 1) {
        sent += 1
        const message = Buffer.from(
          must(SAMPLE, 'a sample').replace('0000000', String(sent).padStart(7, '0')),
        )
        for (const response of responses) response.write(message)
      }
    },
    async end() {
      for (const response of responses) response.end()
    },
  }
}

/** A message of a post stream. */
let SAMPLE: string | undefined

let server: Server | undefined
let streaming: Streaming | undefined
const responses = new Set<ServerResponse>()

export const methods = {
  /**
   * @param sample a message, for bare writes
   * @returns the port
   */
  async open(kind: Kind, mostInSecond: number, sample?: string): Promise<number> {
    SAMPLE = sample
    const made = kind === 'post streams' ? postStreams(mostInSecond) : bareWrites()
    streaming = made
    const opened = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      responses.add(response)
      response.on('close', () => responses.delete(response))
      void made.begin(request, response)
    })
    server = opened
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', 4_096, resolve))
    return (opened.address() as AddressInfo).port
  },

  /** Sends posts at full speed for a given time. The creation of posts is not timed. */
  async flood(milliseconds: number): Promise<Sample & { readonly posts: number }> {
    const made = must(streaming, 'a server')
    const connections = responses.size
    const took = { milliseconds: 0, cpuMilliseconds: 0 }
    let posts = 0
    while (took.milliseconds < milliseconds) {
      made.make(TIMES * TOGETHER)
      const begun = { cpu: process.cpuUsage(), at: systemClock.monotonic() }
      for (let time = 0; time < TIMES; time += 1) {
        await made.publish(TOGETHER)
        await drained()
      }
      // The time is read first, because reading the resource use takes as long as many posts.
      took.milliseconds += systemClock.monotonic() - begun.at
      const { user, system } = process.cpuUsage(begun.cpu)
      took.cpuMilliseconds += (user + system) / 1000
      posts += TIMES * TOGETHER
    }
    return { posts, operations: posts * connections, ...took }
  },

  /** Sends single posts at a constant rate for a given time. @returns their number, and the CPU time */
  async pace(perSecond: number, milliseconds: number): Promise<Sample> {
    const begun = { cpu: process.cpuUsage(), at: systemClock.monotonic() }
    let posts = 0
    for (;;) {
      const passed = systemClock.monotonic() - begun.at
      if (passed >= milliseconds) break
      const due = Math.floor((passed * perSecond) / 1000) + 1
      if (posts < due) {
        streaming?.make(1)
        await streaming?.publish(1)
        posts += 1
      } else await sleep(systemClock, 1)
    }
    const { user, system } = process.cpuUsage(begun.cpu)
    return {
      operations: posts,
      milliseconds: systemClock.monotonic() - begun.at,
      cpuMilliseconds: (user + system) / 1000,
    }
  },

  async close(): Promise<void> {
    await streaming?.end()
    const closed = must(server, 'the server')
    closed.closeAllConnections()
    await new Promise((resolve) => closed.close(resolve))
  },
}

/** Waits until the operating system has accepted all data. */
async function drained(): Promise<void> {
  for (const response of responses) {
    while (response.writableLength > 0 && !response.destroyed) await new Promise(setImmediate)
  }
}

answerCalls(methods)
