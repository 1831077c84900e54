/** Three ways of streaming the same messages to many connections, over the same HTTP server. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { messageOf } from '../../src/api/stream/compliance/_events.ts'
import { ComplianceHub, type Log } from '../../src/api/stream/compliance/_hub.ts'
import type { LoggedEvent } from '../../src/events/event.ts'
import { runStream } from '../../src/http/stream-response.ts'
import { must } from '../../src/lib/assert.ts'
import { sleep, systemClock } from '../../src/lib/clock.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'

/** Events that happen together, and milliseconds between two such moments. */
const TOGETHER = 10
const EVERY_MS = 10

const PARTITION = 1

export type Kind = 'shared blocks' | 'zlib stream each' | 'bare writes'

interface Streaming {
  begin(request: IncomingMessage, response: ServerResponse): void
  tell(events: readonly LoggedEvent[]): void
  end(): Promise<void>
}

/** A log that forgets: the hub reads what is newest only. */
class NewestLog implements Log {
  head = 0n
  readonly #events: LoggedEvent[] = []
  #wake: () => void = () => undefined

  append(events: readonly LoggedEvent[]): void {
    this.#events.push(...events)
    this.head += BigInt(events.length)
    this.#wake()
  }

  async readAfter(): Promise<readonly LoggedEvent[]> {
    return this.#events.splice(0)
  }

  async catchUp(): Promise<void> {}

  async *follow(_position: bigint, signal: AbortSignal): AsyncGenerator<readonly LoggedEvent[]> {
    while (!signal.aborted) {
      const batch = await this.readAfter()
      if (batch.length > 0) yield batch
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
          if (this.#events.length > 0) resolve()
        })
      }
    }
  }
}

function sharedBlocks(): Streaming {
  const log = new NewestLog()
  const observer = { opened: () => undefined, closed: () => undefined, written: () => undefined }
  const logger = { error: (error: unknown) => process.stderr.write(`${String(error)}\n`) }
  const hub = new ComplianceHub({ tail: log, clock: systemClock, observer, logger })
  const start = { partition: PARTITION, after: undefined, tellsGaps: false, tellsPositions: false }
  let accounts = 0
  return {
    begin(request, response) {
      accounts += 1
      const { body } = must(hub.admit(`account${accounts}`, start), 'a connection')
      response.writeHead(200, { 'content-encoding': 'gzip', connection: 'close' })
      void runStream(request, response, systemClock, body)
    },
    tell: (events) => log.append(events),
    end: () => hub.close(),
  }
}

function zlibEach(): Streaming {
  const gzips = new Set<Gzip>()
  return {
    begin(_request, response) {
      const gzip = createGzip()
      response.writeHead(200, { 'content-encoding': 'gzip', connection: 'close' })
      response.flushHeaders()
      gzip.pipe(response)
      gzips.add(gzip)
    },
    tell(events) {
      const text = textOf(events)
      for (const gzip of gzips) {
        gzip.write(text)
        gzip.flush(constants.Z_SYNC_FLUSH)
      }
    },
    async end() {
      for (const gzip of gzips) gzip.end()
      gzips.clear()
    },
  }
}

function bareWrites(): Streaming {
  const responses = new Set<ServerResponse>()
  return {
    begin(_request, response) {
      response.writeHead(200, { connection: 'close' })
      response.flushHeaders()
      responses.add(response)
    },
    tell(events) {
      const text = textOf(events)
      for (const response of responses) response.write(text)
    },
    async end() {
      for (const response of responses) response.end()
      responses.clear()
    },
  }
}

function textOf(events: readonly LoggedEvent[]): string {
  return events.map((event) => messageOf(event) ?? '').join('')
}

const KINDS: Readonly<Record<Kind, () => Streaming>> = {
  'shared blocks': sharedBlocks,
  'zlib stream each': zlibEach,
  'bare writes': bareWrites,
}

let position = 0n

function suspensions(count: number): LoggedEvent[] {
  return Array.from({ length: count }, () => {
    position += 1n
    return {
      kind: 'user.state_changed',
      user_id: 1_290_000_000_000_000_000n + position * 7_919n,
      action: 'suspend',
      withheld_in_countries: [],
      reason: '',
      position,
      at: systemClock.now(),
      partition: PARTITION,
    }
  })
}

let server: Server | undefined
let streaming: Streaming | undefined
let begun: { readonly cpu: NodeJS.CpuUsage; readonly at: number } | undefined

export const methods = {
  /** @returns the port */
  async open(kind: Kind): Promise<number> {
    const made = KINDS[kind]()
    streaming = made
    const opened = createServer((request, response) => made.begin(request, response))
    server = opened
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
    return (opened.address() as AddressInfo).port
  },

  /** Tells of events for a while, then ends every stream. @returns how many events there were */
  async tell(milliseconds: number): Promise<number> {
    begun = { cpu: process.cpuUsage(), at: systemClock.monotonic() }
    const rounds = Math.round(milliseconds / EVERY_MS)
    for (let round = 0; round < rounds; round += 1) {
      streaming?.tell(suspensions(TOGETHER))
      const rest = begun.at + (round + 1) * EVERY_MS - systemClock.monotonic()
      await sleep(systemClock, Math.max(0, rest))
    }
    await streaming?.end()
    return rounds * TOGETHER
  },

  /** What it took until now, when all have received everything. */
  async done(deliveries: number): Promise<Sample> {
    const { cpu, at } = must(begun, 'a beginning')
    const milliseconds = systemClock.monotonic() - at
    const { user, system } = process.cpuUsage(cpu)
    const closed = must(server, 'the server')
    await new Promise((resolve) => closed.close(resolve))
    return { operations: deliveries, milliseconds, cpuMilliseconds: (user + system) / 1000 }
  },
}

answerCalls(methods)
