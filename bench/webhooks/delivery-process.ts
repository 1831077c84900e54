/**
 * Runs the part of a server that delivers to webhooks, over a database with one webhook for each receiver.
 */

import { envelopeText } from '../../src/api/1.1/account_activity/_envelopes.ts'
import type { Config } from '../../src/config.ts'
import type { Counters } from '../../src/counters/counters.ts'
import { openCounters } from '../../src/counters/open-counters.ts'
import { migrate } from '../../src/db/migrate.ts'
import { databaseAddress } from '../../src/db/open.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import type { Context } from '../../src/domain/context.ts'
import { follow, unfollow } from '../../src/domain/graph/follow.ts'
import { registerWebhook } from '../../src/domain/webhooks/register-webhook.ts'
import { subscribe } from '../../src/domain/webhooks/subscriptions.ts'
import { ENTERPRISE } from '../../src/domain/webhooks/webhook.ts'
import { must } from '../../src/lib/assert.ts'
import { createLogger } from '../../src/lib/log.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { Tail } from '../../src/log/tail.ts'
import { createMetrics } from '../../src/metrics.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { CurrentLog } from '../../src/views/current-log.ts'
import { PostCache } from '../../src/views/post-cache.ts'
import { UserCache } from '../../src/views/user-cache.ts'
import { Webhooks } from '../../src/webhooks/webhooks.ts'
import { createUsers } from '../../test/support/users.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'

interface Running {
  readonly runtime: Runtime
  readonly counters: Counters
  readonly webhooks: Webhooks
  readonly user: User
  readonly friend: User
  readonly receivers: number
  /** Number of received deliveries, and the text of the last one. */
  taken: number
  text: string
}

let running: Running | undefined

/** Number of deliveries for which the current run waits, and the callback. */
let awaited = Number.POSITIVE_INFINITY
let arrive: () => void = () => undefined

export const methods = {
  async start(config: Config, ports: readonly number[], hanging: number): Promise<void> {
    await migrate(databaseAddress(config), Date.now())
    const runtime = await openRuntime(config, { manner: 'server' })
    const { context, store } = runtime
    // A single server needs no coordination of its counters with other servers.
    const counters = await openCounters(context, config.data, createMetrics(), {
      isNew: false,
      previousServerUntil: Number.POSITIVE_INFINITY,
    })
    const tail = await Tail.open(store, systemClock)
    const log = new CurrentLog(store, tail)
    const services = { store, log, users: new UserCache(log, store), posts: new PostCache(log, store) }
    const webhooks = new Webhooks({
      context,
      cluster: runtime.cluster,
      tail,
      log,
      logger: createLogger('error'),
      observer: {
        settled: (outcome) => note(outcome),
        attempted: () => undefined,
        challenged: () => undefined,
      },
      async render(event, to) {
        const text = await envelopeText(services, event, to)
        if (running !== undefined && text !== undefined) running.text = text
        return text
      },
      allow: ['127.0.0.1'],
      challengeMs: 2 ** 40,
    })
    webhooks.start()
    const [user, friend] = await createUsers(context, 2)
    const whom = must(user, 'a user')
    for (const port of [...ports, hanging]) await addWebhook(context, whom, port)
    const receivers = ports.length
    running = {
      runtime,
      counters,
      webhooks,
      user: whom,
      friend: must(friend, 'a user'),
      receivers,
      taken: 0,
      text: '',
    }
    await methods.run(1)
  },

  /** Creates events, and waits until every responsive receiver has received all of them. */
  async run(events: number): Promise<Sample> {
    const { runtime, user, friend, receivers, taken } = must(running, 'the server')
    const cpu = process.cpuUsage()
    const started = performance.now()
    const ends = { follower: user.id, followee: friend.id }
    const operations = events * receivers
    // Events are stored concurrently, because the bench measures delivery and not storage.
    await Promise.all(
      Array.from({ length: events + (events % 2) }, (_, index) =>
        index % 2 === 0 ? follow(runtime.context, ends) : unfollow(runtime.context, ends),
      ),
    )
    const expected = operations + (events % 2) * receivers
    await allTaken(taken + expected)
    const { user: ofUser, system } = process.cpuUsage(cpu)
    return {
      operations: expected,
      milliseconds: performance.now() - started,
      cpuMilliseconds: (ofUser + system) / 1000,
    }
  },

  /** The last body, as it was sent. */
  text(): string {
    return must(running, 'the server').text
  },
}

function note(outcome: string): void {
  if (running === undefined || outcome !== 'delivered') return
  running.taken += 1
  if (running.taken === awaited) arrive()
}

/**
 * Resolves after this many deliveries since the start. The waiter wakes only once, so that wake-ups are not
 * measured.
 */
async function allTaken(count: number): Promise<void> {
  if (must(running, 'the server').taken >= count) return
  await new Promise<void>((resolve) => {
    awaited = count
    arrive = resolve
  })
}

async function addWebhook(context: Context, user: User, port: number): Promise<void> {
  const { appId } = await createApp(context, {
    name: `App ${port}`,
    ownerId: user.id,
    permissions: 'read-write-directmessages',
  })
  const { id: webhookId } = await registerWebhook(context, {
    appId,
    environment: ENTERPRISE,
    url: `http://127.0.0.1:${port}/hook`,
    origin: 'http://localhost:8080',
    limits: { enterprise: 1, inEnvironment: 1, total: 1 },
    challengeDueAt: 2 ** 50,
  })
  await issueToken(context, { appId, userId: user.id })
  await subscribe(context, { webhookId, userId: user.id, max: 1 })
}

answerCalls(methods, async () => {
  await running?.webhooks.close()
  await running?.counters.close()
  await running?.runtime.close()
})
