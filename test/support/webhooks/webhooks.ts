/** Runs the webhook part of a server with test data, and creates the users that it needs. */

import { envelopeText } from '../../../src/api/1.1/account_activity/_envelopes.ts'
import type { Config } from '../../../src/config.ts'
import { query } from '../../../src/db/query.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { type CreatedApp, createApp } from '../../../src/domain/apps/create-app.ts'
import { issueToken } from '../../../src/domain/apps/tokens.ts'
import { registerWebhook } from '../../../src/domain/webhooks/register-webhook.ts'
import { subscribe } from '../../../src/domain/webhooks/subscriptions.ts'
import { ENTERPRISE, type Webhook } from '../../../src/domain/webhooks/webhook.ts'
import { must } from '../../../src/lib/assert.ts'
import { createLogger } from '../../../src/lib/log.ts'
import { sleep, systemClock } from '../../../src/lib/time/clock.ts'
import { Tail } from '../../../src/log/tail.ts'
import type { Runtime } from '../../../src/runtime.ts'
import { CurrentLog } from '../../../src/views/current-log.ts'
import { PostCache } from '../../../src/views/post-cache.ts'
import { UserCache } from '../../../src/views/user-cache.ts'
import { Webhooks, type WebhooksOptions } from '../../../src/webhooks/webhooks.ts'
import { type Hooks, testRuntime } from '../engines.ts'
import type { TestClock } from '../test-clock.ts'
import { createUsers } from '../users.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

const HOUR_MS = 3_600_000

/** The results of deliveries and of single attempts, in the order of time. */
export interface ObservedDeliveries {
  readonly settled: string[]
  readonly attempted: string[]
}

/** The webhook part of a process. */
export interface WebhookBench {
  readonly runtime: Runtime
  readonly clock: TestClock
  readonly tail: Tail
  readonly webhooks: Webhooks
  readonly observed: ObservedDeliveries
  /** Stops the webhook part as a clean shutdown does. */
  close(): Promise<void>
}

/** Starts the webhook part of a server. It is closed at the end of the test. */
export async function startWebhooks(
  t: Hooks,
  config: Config,
  clock: TestClock,
  options: Partial<WebhooksOptions> = {},
): Promise<WebhookBench> {
  let closing: Promise<void> | undefined
  let stop: () => Promise<void> = async () => undefined
  const close = () => {
    closing ??= stop()
    return closing
  }
  // This hook is registered here, because hooks run in the order of registration, and the webhook part must
  // stop before the runtime closes.
  t.after(() => close())
  const runtime = await testRuntime(t, config, clock)
  const { context, store } = runtime
  const { cluster } = runtime
  const tail = await Tail.open(store, clock, { cluster })
  const log = new CurrentLog(store, tail)
  const users = new UserCache(log, store)
  const posts = new PostCache(log, store)
  const observed: ObservedDeliveries = { settled: [], attempted: [] }
  const webhooks = new Webhooks({
    context,
    cluster,
    tail,
    log,
    logger: createLogger('silent'),
    observer: {
      settled: (outcome) => observed.settled.push(outcome),
      attempted: (outcome) => observed.attempted.push(outcome),
      challenged: () => undefined,
    },
    render: (event, to) => envelopeText({ store, log, users, posts }, event, to),
    allow: ['127.0.0.1'],
    challengeMs: HOUR_MS,
    ...options,
  })
  stop = async () => {
    await webhooks.close()
    log.close()
    await tail.close()
  }
  webhooks.start()
  // Waits for the first saved position of the reader, because earlier events are not delivered.
  await settled(async () => (await store.first(placeOfReader, {})) !== undefined)
  return { runtime, clock, tail, webhooks, observed, close }
}

/** An app with a webhook that is subscribed to a user. */
export interface Subscribed {
  readonly app: CreatedApp
  readonly webhook: Webhook
  readonly receiver: Receiver
  readonly user: User
  /** The user's token, which permits deliveries. */
  readonly token: string
}

/** @param user the user whose events the webhook gets; default: the owner of the app, who is a new user */
export async function subscribeReceiver(
  t: Hooks,
  {
    runtime: { context },
    webhooks,
  }: Pick<WebhookBench, 'runtime'> & { readonly webhooks: Pick<Webhooks, 'nextChallenge'> },
  user?: User,
  receiver?: Receiver,
): Promise<Subscribed> {
  const [owner] = await createUsers(context, 1)
  const whom = user ?? must(owner, 'a user')
  const app = await createApp(context, {
    name: 'Listening app',
    ownerId: must(owner, 'a user').id,
    permissions: 'read-write-directmessages',
  })
  const where = receiver ?? (await startReceiver(t))
  where.secret = app.consumerSecret
  const webhook = await registerWebhook(context, {
    appId: app.appId,
    environment: ENTERPRISE,
    url: where.url,
    origin: 'https://api.example.org',
    limits: { enterprise: 3, inEnvironment: 1, total: 20 },
    challengeDueAt: webhooks.nextChallenge(),
  })
  const { accessToken } = await issueToken(context, { appId: app.appId, userId: whom.id })
  await subscribe(context, { webhookId: webhook.id, userId: whom.id, max: 50 })
  return { app, webhook, receiver: where, user: whom, token: accessToken }
}

const placeOfReader = query()((k) =>
  k.selectFrom('consumers').select('position').where('name', '=', 'webhooks'),
)

/** Resolves when `count` failed attempts are stored. */
export async function attemptsMade(
  { runtime: { store } }: { readonly runtime: Pick<Runtime, 'store'> },
  count: number,
): Promise<void> {
  await settled(async () => (await store.rows(attemptRows, {})).length >= count)
}

const attemptRows = query()((k) => k.selectFrom('webhook_attempts').select('made_at'))

/** Number of rounds of the event loop after which {@link settled} pauses. */
const QUICK_ROUNDS = 50

/**
 * Lets all pending work run until `isThere` returns true. Pauses if this takes long, because other processes
 * need the processor.
 */
export async function settled(isThere: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; !(await isThere()); round += 1) {
    await (round < QUICK_ROUNDS ? new Promise(setImmediate) : sleep(systemClock, 1))
  }
}
