/** The whole of Aviary with accounts of the compliance stream, and things that happen at a rate. */
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

/** How a consumer connects. */
export interface Way {
  readonly path: string
  readonly authorization: string
}

export interface Paced {
  /** When each was committed, in milliseconds on the clock that all processes of the machine share. */
  readonly commits: Float64Array
  /** Of one core. */
  readonly share: number
}

export interface Memory {
  readonly rss: number
  /** The heap and what lies outside it, after a garbage collection. */
  readonly held: number
  /** Connections that were cut so far because nothing was read from them. */
  readonly cut: number
}

const CUT = /^aviary_stream_closed_total\{stream="compliance",reason="stalled"\} (\d+)$/m

const PASSWORD = 'correct horse battery staple'

/** Random bytes of a message that is to stay as large when it is compressed. */
const INCOMPRESSIBLE = 400

let server: Server | undefined
let deleted = 0n

export const methods = {
  /** Starts a server with accounts, each of which may connect twice. */
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

  /** Posts are deleted at a steady rate, each in a transaction of its own. */
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

  /** So many events that cannot be compressed, as fast as they can be committed. */
  async fill(count: number): Promise<void> {
    for (let done = 0; done < count; done += 500) await commitTogether(500)
  },

  /** Such events at a steady rate, twenty in a transaction. */
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

/** Runs a task at a rate, whatever became of those before; resolves when all are over. */
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
