/**
 * Tests promise 3 when processes are killed. Servers are killed at random moments during writes and reads,
 * and readers drop their connections at random moments. The number of acknowledged posts decides when a
 * server is killed, so the moments are random but the length of the test is fixed.
 */
import assert from 'node:assert/strict'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { ask, type Credentials } from '../support/api-client.ts'
import { ENGINES, freshConfig, testRuntime } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { KillableServer } from '../support/processes/killable-server.ts'
import { seeded } from '../support/seeded.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { createProjectApp } from '../support/streams/rule-suite.ts'
import { createOneUser } from '../support/users.ts'

/** A stream of Labs and a stream of API v2. The test reads both at the same time. */
const STREAMS = ['/labs/1/tweets/stream/filter', '/2/tweets/search/stream'] as const

const KILLS = 3

/**
 * The minimum number of acknowledged posts between two kills, and the maximum of the random number that is
 * added to it.
 */
const BETWEEN = { least: 20, more: 60 } as const

/** Number of concurrent clients. Each client posts sequentially. */
const LANES = 4

/** Milliseconds before a client retries after a refused or failed request. */
const RETRY_MS = 10

for (const [seed, engine] of ENGINES.entries()) {
  test(`promise 3: when the server is killed, no stream has a gap, and posts are repeated only across a reconnection, on ${engine}`, async (t) => {
    const random = seeded(seed + 11)
    const config = await freshConfig(t, engine)
    const { context } = await testRuntime(t, config)
    const app = await createProjectApp(context)
    const { appId } = app
    for (const product of ['labs-1', '2'] as const) {
      await addRules(context, {
        ...{ appId, product, maxRules: 10, isDryRun: false },
        rules: [{ value: 'cat', tag: undefined }],
      })
    }
    const server = new KillableServer(t, config)
    await server.start()
    const readers = STREAMS.map((path) => new Resuming(server, path, app.asApp, random))
    await Promise.all(readers.map((reader) => reader.begin()))
    const lanes = await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const { id } = await createOneUser(context)
        return new Lane(server, await app.asUser(id), lane)
      }),
    )
    const posted = () => lanes.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
    const reading = Promise.all(readers.map((reader) => reader.run()))
    const writing = Promise.all(lanes.map((lane) => lane.run()))
    const ordeal = async () => {
      for (let kill = 0; kill <= KILLS; kill += 1) {
        if (kill > 0) await server.killAndStart()
        const due = posted() + BETWEEN.least + Math.floor(random() * BETWEEN.more)
        while (posted() < due) await briefly()
        for (let turn = Math.floor(random() * 50); turn > 0; turn -= 1) await new Promise(setImmediate)
      }
      for (const lane of lanes) lane.stop()
      await writing
      const isHeard = ({ acknowledged }: Lane) =>
        acknowledged.every((id) => readers.every((reader) => reader.has(id)))
      while (!lanes.every(isHeard)) await briefly()
      for (const reader of readers) reader.stop()
    }
    await Promise.all([reading, Promise.race([ordeal(), reading])])
    for (const reader of readers) reader.check(lanes)
    const summary = readers.map(
      ({ reconnects, repeats }) => `${reconnects} reconnects with ${repeats} repeats`,
    )
    t.diagnostic(`${posted()} posts, ${summary.join(', ')}`)
  })
}

function briefly(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RETRY_MS))
}

/**
 * A user who posts without a pause. A post without a response may or may not be stored; the user does not
 * send it again.
 */
class Lane {
  readonly #server: KillableServer
  readonly #as: Credentials
  readonly #name: number
  #isStopped = false
  /** Ids of acknowledged posts, in order. */
  readonly acknowledged: string[] = []

  constructor(server: KillableServer, as: Credentials, name: number) {
    this.#server = server
    this.#as = as
    this.#name = name
  }

  async run(): Promise<void> {
    for (let count = 0; !this.#isStopped; count += 1) {
      const url = `${this.#server.url}/1.1/statuses/update.json?status=cat%20${this.#name}%20${count}`
      const answer = await ask(url, this.#as, 'POST').catch(() => undefined)
      const id = answer?.status === 200 ? /^\{.*?"id_str":"(\d+)"/.exec(answer.text)?.[1] : undefined
      if (id === undefined) await briefly()
      else this.acknowledged.push(id)
    }
  }

  stop(): void {
    this.#isStopped = true
  }
}

interface Heard {
  readonly id: string
  readonly position: bigint
}

/** A client that resumes after every end of its connection. The client itself also disconnects sometimes. */
class Resuming {
  readonly #server: KillableServer
  readonly #path: string
  readonly #as: Credentials
  readonly #random: () => number
  /** The messages that arrived on each connection. */
  readonly #connections: Heard[][] = []
  readonly #ids = new Set<string>()
  #position = ''
  #reader: PostReader | undefined
  readonly #stopping = Promise.withResolvers<void>()
  #isStopped = false

  constructor(server: KillableServer, path: string, as: Credentials, random: () => number) {
    this.#server = server
    this.#path = path
    this.#as = as
    this.#random = random
  }

  get reconnects(): number {
    return this.#connections.length - 1
  }

  get repeats(): number {
    return this.#connections.flat().length - this.#ids.size
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Connects for the first time. The client must receive all later posts. */
  async begin(): Promise<void> {
    const reader = await this.#open()
    assert.equal(reader?.status, 200)
    this.#reader = reader
    this.#position = String(reader?.headers['aviary-position'])
  }

  /** Reads until it is stopped, over any number of connections. */
  async run(): Promise<void> {
    for (;;) {
      if (this.#reader !== undefined) await this.#hear(this.#reader)
      if (this.#isStopped) return
      this.#reader = await this.#open()
      if (this.#reader === undefined) await briefly()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#stopping.resolve()
  }

  /**
   * Asserts that all acknowledged posts were received, in the order of the log and of each client. A post that
   * arrives again on a later connection must have the same position.
   */
  check(lanes: readonly Lane[]): void {
    const firsts = new Map<string, bigint>()
    for (const heard of this.#connections) {
      const positions = heard.map(({ position }) => position)
      assert.ok(isRising(positions), `${this.#path}: within a connection each post arrives once, in order`)
      for (const { id, position } of heard) {
        assert.equal(firsts.get(id) ?? position, position, `${this.#path}: a repeat has its old position`)
        firsts.set(id, position)
      }
    }
    assert.ok(isRising([...firsts.values()]), `${this.#path}: nothing comes late`)
    for (const { acknowledged } of lanes) {
      const positions = acknowledged.map((id) => firsts.get(id))
      assert.ok(!positions.includes(undefined), `${this.#path}: nothing is missing`)
      assert.ok(isRising(positions as bigint[]), `${this.#path}: in the order of posting`)
    }
  }

  async #open(): Promise<PostReader | undefined> {
    const resume = this.#position === '' ? '' : `&resume_after=${this.#position}`
    const url = `${this.#server.url}${this.#path}?positions=true${resume}`
    const reader = await PostReader.open(url, this.#as).catch(() => undefined)
    if (reader === undefined || reader.status === 200) return reader
    reader.close()
    // 429 is allowed, because the server may not have noticed the end of the last connection. Any other
    // status is an error.
    assert.equal(reader.status, 429)
    return undefined
  }

  async #hear(reader: PostReader): Promise<void> {
    const heard: Heard[] = []
    this.#connections.push(heard)
    const max = 1 + Math.floor(this.#random() * 120)
    const isEnough = () => {
      for (const line of reader.lines.slice(heard.length)) this.#take(line, heard)
      return heard.length >= max
    }
    const ended = reader.until(isEnough).catch(() => isEnough())
    await Promise.race([ended, this.#stopping.promise])
    if (this.#random() < 0.5) reader.reset()
    else reader.close()
  }

  #take(line: { data?: { id: string }; position?: string }, heard: Heard[]): void {
    assert.ok(line.data !== undefined && line.position !== undefined, JSON.stringify(line))
    heard.push({ id: line.data.id, position: BigInt(line.position) })
    this.#ids.add(line.data.id)
    this.#position = line.position
  }
}

function isRising(values: readonly bigint[]): boolean {
  return values.every((value, index) => index === 0 || value > (values[index - 1] as bigint))
}
