/**
 * Runs filtered streams as in production. `createPost` stores posts, which are durable before they are
 * sent. The streams read the posts from the log and send them to connections. Each connection belongs to a
 * separate app, whose rule matches every post.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../src/config.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import type { Context } from '../../src/domain/context.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { runStream } from '../../src/http/stream-response.ts'
import { must } from '../../src/lib/assert.ts'
import { sleep, systemClock, systemRandom } from '../../src/lib/time/clock.ts'
import { Tail } from '../../src/log/tail.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { PostHub } from '../../src/streams/posts/hub.ts'
import { CurrentLog } from '../../src/views/current-log.ts'
import { PostCache } from '../../src/views/post-cache.ts'
import { UserCache } from '../../src/views/user-cache.ts'
import { answerCalls } from '../lib/child.ts'
import { authorsOf } from '../post/authors.ts'
import { fineNow } from './fine-clock.ts'
import { requestOf } from './stage.ts'

const AUTHORS = 64

const TEXT =
  'The quick brown fox jumps over the lazy dog, and everybody who follows the fox hears of it at once, wherever they are'

/** The rule is a word of the text. */
const RULE = 'fox'

interface Running {
  readonly runtime: Runtime
  readonly authors: readonly bigint[]
  readonly tail: Tail
  readonly log: CurrentLog
  readonly hub: PostHub
  readonly server: Server
}

let running: Running | undefined
let written = 0

export const methods = {
  /** @param connections expected number of connections @returns the port */
  async open(config: Config, connections: number): Promise<number> {
    const runtime = await openRuntime(config, { manner: 'server' })
    const { context, store } = runtime
    const authors = await authorsOf(context, AUTHORS)
    const apps = await appsOf(context, must(authors[0], 'an author'), connections)
    const tail = await Tail.open(store, systemClock)
    const log = new CurrentLog(store, tail)
    const hub = new PostHub({
      store,
      log: tail,
      graph: { store, users: new UserCache(log, store), posts: new PostCache(log, store) },
      clock: systemClock,
      random: systemRandom,
      observer: { opened: () => undefined, closed: () => undefined, written: () => undefined },
      logger: { error: (facts: unknown) => process.stderr.write(`${String(facts)}\n`) },
      scale: Number.POSITIVE_INFINITY,
    })
    const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
      const admitted = await hub.admit(requestOf(must(apps.pop(), 'an app')))
      if (typeof admitted === 'string') throw new Error(admitted)
      response.writeHead(200)
      response.flushHeaders()
      void runStream(request, response, systemClock, admitted.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve))
    running = { runtime, authors, tail, log, hub, server }
    return (server.address() as AddressInfo).port
  },

  /** Writes posts at full speed with `atOnce` writers. @returns posts per second */
  async saturate(atOnce: number, milliseconds: number): Promise<number> {
    const begun = systemClock.monotonic()
    const before = written
    const one = async () => {
      while (systemClock.monotonic() - begun < milliseconds) await post(systemClock.now())
    }
    await Promise.all(Array.from({ length: atOnce }, one))
    const passed = systemClock.monotonic() - begun
    await delivered()
    return ((written - before) * 1000) / passed
  },

  /**
   * Writes posts at planned random times (a Poisson process), without waiting for earlier posts.
   * @returns milliseconds from the planned time of each post to its durable write
   */
  async arrive(perSecond: number, milliseconds: number): Promise<number[]> {
    const plan: number[] = []
    for (let at = 0; at < milliseconds; at += (-Math.log(1 - Math.random()) * 1000) / perSecond) plan.push(at)
    const begun = fineNow()
    const posts: Promise<number>[] = []
    while (posts.length < plan.length) {
      const now = fineNow() - begun
      for (let due = plan[posts.length]; due !== undefined && due <= now; due = plan[posts.length]) {
        posts.push(post(begun + due))
      }
      await sleep(systemClock, 1)
    }
    const durable = await Promise.all(posts)
    await delivered()
    return durable
  },

  async close(): Promise<void> {
    const { runtime, tail, log, hub, server } = must(running, 'a server')
    await hub.close()
    log.close()
    await tail.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await runtime.close()
  },
}

/** Creates as many apps as connections, each with the rule. */
async function appsOf(context: Context, ownerId: bigint, count: number): Promise<bigint[]> {
  const apps: bigint[] = []
  for (let index = 0; index < count; index += 1) {
    const { appId } = await createApp(context, { name: `bench${index}`, ownerId, permissions: 'read' })
    const rules = [{ value: RULE, tag: 'all' }]
    await addRules(context, { appId, product: 'labs-1', rules, maxRules: 10, isDryRun: false })
    apps.push(appId)
  }
  return apps
}

/**
 * @param planned planned time, which the text contains
 * @returns milliseconds from the planned time to the durable write
 */
async function post(planned: number): Promise<number> {
  const { runtime, authors } = must(running, 'a server')
  written += 1
  const text = `${TEXT} ${written} planned ${Math.round(planned * 1000)}`
  const authorId = must(authors[written % authors.length], 'an author')
  await createPost(runtime.context, { authorId, text, isLimited: false })
  return fineNow() - planned
}

/** Waits until every post was sent to the connections. */
async function delivered(): Promise<void> {
  const { tail, hub } = must(running, 'a server')
  await tail.catchUp()
  while (hub.position < tail.head) await new Promise(setImmediate)
}

answerCalls(methods)
