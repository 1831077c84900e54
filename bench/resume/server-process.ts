/** Runs the compliance stream of a newly started server over an existing log. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../src/config.ts'
import { runStream, type SharingSink, type StreamBody } from '../../src/http/stream-response.ts'
import { must } from '../../src/lib/assert.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { append } from '../../src/log/append.ts'
import { PARTITIONS } from '../../src/log/partition.ts'
import { Tail } from '../../src/log/tail.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { ComplianceHub, type HistoryFigures } from '../../src/streams/compliance/hub.ts'
import { clientOf } from '../../test/support/streams/compliance-log.ts'
import { answerCalls } from '../lib/child.ts'
import { deletion } from './events.ts'

/** Number of events per transaction while the log is filled with past events. */
const TOGETHER = 1_000

/** Milliseconds between batches of new events while consumers resume. */
const BEAT_MS = 50

interface Running {
  readonly runtime: Runtime
  readonly tail: Tail
  readonly hub: ComplianceHub
  readonly server: Server
}

let running: Running | undefined
let connections = 0
let live = 0
let writes = 0

export interface Figures extends HistoryFigures {
  /** Number of socket writes with past events. */
  readonly writes: number
  readonly cpuMilliseconds: number
}

export const methods = {
  /** Fills the log with past events, which stand for one hour. @param events number of events */
  async fill(config: Config, events: number): Promise<void> {
    const runtime = await openRuntime(config, { manner: 'server' })
    for (let done = 0; done < events; done += TOGETHER) await happen(runtime, done, TOGETHER)
    await runtime.close()
  },

  /** Starts the stream. @returns its port, and the head of the log */
  async start(config: Config): Promise<{ readonly port: number; readonly head: bigint }> {
    const runtime = await openRuntime(config, { manner: 'server' })
    const tail = await Tail.open(runtime.store, systemClock)
    const observer = { opened: () => undefined, closed: () => undefined, written: () => undefined }
    const logger = { error: (facts: unknown) => process.stderr.write(`${String(facts)}\n`) }
    const hub = new ComplianceHub({ tail, clock: systemClock, observer, logger })
    const server = createServer((request, response) => {
      const after = BigInt(must(/\?after=(\d+)$/.exec(request.url ?? '')?.[1], 'a position'))
      connections += 1
      const partition = ((connections - 1) % PARTITIONS) + 1
      const start = { partition, after, sendsGaps: true, sendsPositions: false }
      const { body } = must(hub.admit(clientOf(`account${connections}`), start), 'a connection')
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.flushHeaders()
      void runStream(request, response, systemClock, counted(body))
    })
    running = { runtime, tail, hub, server }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as AddressInfo).port, head: tail.head }
  },

  /** Appends deletions until this many connections have caught up. */
  async untilLive(count: number, perSecond: number): Promise<void> {
    const { runtime, tail } = must(running, 'a server')
    const [begun, head] = [systemClock.monotonic(), Number(tail.head)]
    let done = 0
    while (live < count) {
      await new Promise<void>((resolve) => systemClock.after(BEAT_MS, resolve))
      const due = Math.ceil(((systemClock.monotonic() - begun) * perSecond) / 1_000)
      await happen(runtime, head + done, due - done)
      done = due
    }
  },

  /** Head of the log. */
  head(): bigint {
    return must(running, 'a server').tail.head
  },

  figures(): Figures {
    const { user, system } = process.cpuUsage()
    return { ...must(running, 'a server').hub.history, writes, cpuMilliseconds: (user + system) / 1000 }
  },
}

async function happen({ store }: Runtime, from: number, count: number): Promise<void> {
  if (count === 0) return
  await store.write(async (tx) => {
    for (let index = 1; index <= count; index += 1) {
      append(tx, systemClock.now(), deletion(BigInt(from + index)))
    }
  })
}

/** Counts writes before the first live block, and detects the first live block. */
function counted(body: StreamBody): StreamBody {
  return (sink) => {
    let isLive = false
    const counting: SharingSink = {
      get isGone() {
        return sink.isGone
      },
      get watcher() {
        return sink.watcher
      },
      set watcher(watcher) {
        sink.watcher = watcher
      },
      write: (pieces, hurry) => sink.write(pieces, hurry),
      put(pieces, buffer) {
        writes += isLive ? 0 : 1
        return sink.put(pieces, buffer)
      },
      push(run) {
        if (!isLive) live += 1
        isLive = true
        return sink.push(run)
      },
      waitForRoom: (hurry) => sink.waitForRoom(hurry),
      end: (pieces) => sink.end(pieces),
    }
    return body(counting)
  }
}

answerCalls(methods, async () => {
  running?.server.closeAllConnections()
  await running?.hub.close()
  await running?.tail.close()
  await running?.runtime.close()
})
