/**
 * Ways of streaming equal messages to many connections over the same HTTP server. Each way gets batches of
 * events, flushes once per batch, and resolves when a batch was written to every connection.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { messageOf } from '../../src/formats/compliance/events.ts'
import { type ChunkRun, chunkRun } from '../../src/http/chunk-run.ts'
import { runStream } from '../../src/http/stream-response.ts'
import { must } from '../../src/lib/assert.ts'
import { gzipPiece } from '../../src/lib/files/gzip-member.ts'
import { type Clock, systemClock } from '../../src/lib/time/clock.ts'
import type { LoggedEvent } from '../../src/log/event.ts'
import { ComplianceHub } from '../../src/streams/compliance/hub.ts'
import { clientOf } from '../../test/support/streams/compliance-log.ts'
import { NewestLog } from '../lib/newest-log.ts'
import { PARTITION } from './events.ts'

export const KINDS = ['shared blocks', 'zlib stream each', 'bare writes', 'bare loop'] as const

export type Kind = (typeof KINDS)[number]

export interface Streaming {
  begin(request: IncomingMessage, response: ServerResponse): void
  /** Sends events to all connections. */
  publish(events: readonly LoggedEvent[]): Promise<void>
  end(): Promise<void>
}

export const STREAMINGS: Readonly<Record<Kind, () => Streaming>> = {
  'shared blocks': sharedBlocks,
  'zlib stream each': zlibEach,
  'bare writes': bareWrites,
  'bare loop': bareLoop,
}

/**
 * A clock without waits of a second or less: a partition sends a batch immediately, and does not wait for
 * more events.
 */
const RESTLESS: Clock = {
  ...systemClock,
  after(ms, task) {
    if (ms > 1_000) return systemClock.after(ms, task)
    const soon = setImmediate(task)
    return () => clearImmediate(soon)
  },
}

/** Streams as Aviary does, with compressed blocks that all connections share. */
function sharedBlocks(): Streaming {
  const log = new NewestLog()
  const sent = new Countdown()
  const observer = { opened: () => undefined, closed: () => undefined, written: () => sent.one() }
  const logger = { error: (error: unknown) => process.stderr.write(`${String(error)}\n`) }
  const hub = new ComplianceHub({ tail: log, clock: RESTLESS, observer, logger })
  const start = { partition: PARTITION, after: undefined, sendsGaps: false, sendsPositions: false }
  let connections = 0
  return {
    begin(request, response) {
      connections += 1
      const { body } = must(hub.admit(clientOf(`account${connections}`), start), 'a connection')
      response.writeHead(200, { 'content-encoding': 'gzip', connection: 'close' })
      response.flushHeaders()
      void runStream(request, response, systemClock, body)
    },
    publish(events) {
      const done = sent.from(connections)
      log.append(events)
      return done
    },
    end: () => hub.close(),
  }
}

/** Streams with one zlib stream per connection, at the default level and with a sync flush per batch. */
function zlibEach(): Streaming {
  const gzips: Gzip[] = []
  const deflated = new Countdown()
  const one = () => deflated.one()
  return {
    begin(_request, response) {
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
      response.writeHead(200, { 'content-encoding': 'gzip', connection: 'close' })
      response.flushHeaders()
      gzip.pipe(response)
      gzips.push(gzip)
    },
    async publish(events) {
      const text = Buffer.from(textOf(events))
      const done = deflated.from(gzips.length)
      for (const gzip of gzips) gzip.write(text, one)
      await done
    },
    async end() {
      for (const gzip of gzips.splice(0)) gzip.end()
    },
  }
}

/** Streams uncompressed messages. */
function bareWrites(): Streaming {
  const responses: ServerResponse[] = []
  return {
    begin(_request, response) {
      response.writeHead(200, { connection: 'close' })
      response.flushHeaders()
      responses.push(response)
    },
    async publish(events) {
      const text = Buffer.from(textOf(events))
      for (const response of responses) response.write(text)
      for (const response of responses) if (response.writableNeedDrain) await once(response, 'drain')
    },
    async end() {
      for (const response of responses.splice(0)) response.end()
    },
  }
}

/** Streams at the minimum cost in Node: frames a compressed batch once, and writes it once to each socket. */
function bareLoop(): Streaming {
  const responses: ServerResponse[] = []
  const write = ({ framed }: ChunkRun) => {
    for (const { socket } of responses) socket?.write(framed)
  }
  return {
    begin(_request, response) {
      response.writeHead(200, { connection: 'close' })
      response.flushHeaders()
      responses.push(response)
    },
    async publish(events) {
      write(chunkRun([gzipPiece(textOf(events)).bytes]))
      for (const { socket } of responses) if (socket?.writableNeedDrain === true) await once(socket, 'drain')
    },
    async end() {
      for (const response of responses.splice(0)) response.end()
    },
  }
}

function textOf(events: readonly LoggedEvent[]): string {
  return events.map((event) => messageOf(event) ?? '').join('')
}

/** A promise that resolves after a number of calls. */
class Countdown {
  #left = 0
  #resolve: () => void = () => undefined

  from(count: number): Promise<void> {
    this.#left = count
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  one(): void {
    this.#left -= 1
    if (this.#left === 0) this.#resolve()
  }
}
