/** Runs a complete Aviary with accounts for compliance streams, and creates events at a given rate. */
import type { Config } from '../../src/config.ts'
import { createConsoleUser } from '../../src/domain/console/console-account.ts'
import { createStream, streamPath } from '../../src/domain/console/stream.ts'
import { must } from '../../src/lib/assert.ts'
import { systemClock, systemRandom } from '../../src/lib/time/clock.ts'
import { append } from '../../src/log/append.ts'
import type { Event } from '../../src/log/event.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'
import { factsOf, PARTITION } from './events.ts'

/** Credentials and path of a consumer. */
export interface Way {
  readonly path: string
  readonly authorization: string
}

export interface Paced {
  /** Commit time of each event, in milliseconds of a clock shared by all processes. */
  readonly commits: Float64Array
  /** Share of one core that the server used. */
  readonly share: number
}

export interface Memory {
  readonly rss: number
  /** Heap and external memory after a garbage collection. */
  readonly held: number
  /** Connections closed so far because their client did not read. */
  readonly cut: number
}

const CUT = /^aviary_stream_closed_total\{stream="compliance",reason="stalled"\} (\d+)$/m

const PASSWORD = 'correct horse battery staple'

/** Random bytes in a message that must not compress. */
const INCOMPRESSIBLE = 400

let server: Server | undefined
let deleted = 0n

export const methods = {
  /** Starts a server with accounts, each allowed two connections. */
  async start(config: Config, accounts: number): Promise<{ readonly url: string; readonly ways: Way[] }> {
    const started = await startServer(config)
    server = started
    const ways: Way[] = []
    for (let account = 1; account <= accounts; account += 1) {
      const [accountName, email] = [`bench${account}`, `bench${account}@example.org`]
      const stream = { accountName, publisher: 'twitter', label: 'prod' }
      const { context } = started.runtime
      await createConsoleUser(context, { accountName, email, password: PASSWORD, role: 'admin' })
      await createStream(context, stream)
      const authorization = `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}`
      ways.push({ path: streamPath(stream, PARTITION), authorization })
    }
    return { url: started.url, ways }
  },

  /** Deletes posts at a constant rate, each post in its own transaction. */
  async pace(perSecond: number, milliseconds: number): Promise<Paced> {
    const { context } = must(server, 'a server').runtime
    const commits = new Float64Array(Math.round((perSecond * milliseconds) / 1000))
    const cpu = process.cpuUsage()
    await steadily(perSecond, milliseconds, async (index) => {
      deleted += 1n
      const event: Event = { kind: 'post.deleted', ...factsOf(deleted) }
      await context.store.write(async (tx) => append(tx, systemClock.now(), event))
      commits[index] = Number(process.hrtime.bigint()) / 1e6
    })
    const { user, system } = process.cpuUsage(cpu)
    return { commits, share: (user + system) / 1000 / milliseconds }
  },

  /** Appends incompressible events as fast as possible. */
  async fill(count: number): Promise<void> {
    for (let done = 0; done < count; done += 500) await commitTogether(500)
  },

  /** Appends incompressible events at a constant rate, twenty per transaction. */
  flow(perSecond: number, milliseconds: number): Promise<void> {
    return steadily(perSecond / 20, milliseconds, () => commitTogether(20))
  },

  /** @throws when the admin listener does not answer */
  async memory(): Promise<Memory> {
    const answer = await fetch(`${must(server, 'a server').opsUrl}/metrics`)
    const [, cut = '0'] = CUT.exec(await answer.text()) ?? []
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    return { rss, held: heapUsed + external, cut: Number(cut) }
  },
}

async function commitTogether(count: number): Promise<void> {
  await must(server, 'a server').runtime.context.store.write(async (tx) => {
    for (let index = 0; index < count; index += 1) append(tx, systemClock.now(), incompressible())
  })
}

function incompressible(): Event {
  return {
    kind: 'user.state_changed',
    user_id: factsOf(1n).user_id,
    action: 'withhold',
    withheld_in_countries: [systemRandom(INCOMPRESSIBLE).toString('base64')],
    reason: '',
  }
}

/** Runs a task at a constant rate, without waiting for earlier runs. Resolves when all runs have ended. */
async function steadily(
  perSecond: number,
  milliseconds: number,
  task: (index: number) => Promise<void>,
): Promise<void> {
  const count = Math.round((perSecond * milliseconds) / 1000)
  const running: Promise<void>[] = []
  const begun = systemClock.monotonic()
  await new Promise<void>((resolve) => {
    const stop = systemClock.every(1, () => {
      const due = Math.min(count, ((systemClock.monotonic() - begun) * perSecond) / 1000)
      while (running.length < due) running.push(task(running.length))
      if (running.length < count) return
      stop()
      resolve()
    })
  })
  await Promise.all(running)
}

answerCalls(methods, async () => server?.close())
