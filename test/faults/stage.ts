/** Starts three servers, a database that fails over, links between them, and clients in front of a load balancer. */

import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { must } from '../../src/lib/assert.ts'
import type { Runtime } from '../../src/runtime.ts'
import type { Credentials, TestApp } from '../support/api-client.ts'
import { type Hooks, temporaryDirectory, testRuntime } from '../support/engines.ts'
import { type NatsCluster, startNatsCluster } from '../support/processes/nats-cluster.ts'
import { NEEDS_NATS } from '../support/processes/nats-server.ts'
import { createProjectApp } from '../support/streams/rule-suite.ts'
import { createOneUser } from '../support/users.ts'
import { ComplianceAccount } from './compliance-account.ts'
import { DatabasePair } from './database.ts'
import { LinkProxy } from './link-proxy.ts'
import { LiveAccount } from './live-account.ts'
import { FaultNode, inTurn } from './node.ts'
import { StreamAccount } from './stream-account.ts'
import { Deleter, Spender, Writer } from './writers.ts'

const NODES = 3
const WRITERS = 4
/** Number of posts of one app. The limit is 300 posts in three hours. */
const POSTS_PER_APP = 200
/**
 * Posts per second of all writers together. After a fault of five seconds, a stream sends all posts of this
 * time at once. There must be fewer than 50, because a stream omits posts above 50 per second without a
 * notice.
 */
const POSTS_PER_SECOND = 8
const USERS_PER_APP = 3
const SPENDING_USERS = 10
/**
 * Number of users who delete posts. Several users are needed, because a user may post only 300 times in three hours.
 */
const DELETING_USERS = 3
const DELETE_EVERY_MS = 1_000
const STREAMS = ['/labs/1/tweets/stream/filter', '/2/tweets/search/stream'] as const
const KEY = '5f'.repeat(32)

/** The NATS servers of the relay, and the links of each node to all of them. */
export interface NatsLinks {
  readonly cluster: NatsCluster
  readonly links: readonly (readonly LinkProxy[])[]
}

export interface Stage {
  readonly database: DatabasePair
  /** The relay; undefined when NATS is not installed. */
  readonly nats: NatsLinks | undefined
  readonly nodes: readonly FaultNode[]
  /** The links of each node to both database servers. */
  readonly links: readonly (readonly LinkProxy[])[]
  readonly balancer: LinkProxy
  readonly url: string
  readonly app: TestApp
  readonly context: Runtime['context']
  readonly writers: readonly Writer[]
  readonly spender: Spender
  readonly deleter: Deleter
  readonly readers: readonly StreamAccount[]
  readonly compliance: ComplianceAccount
  /** Readers of v1.1 streams: one reads all posts of the writers, the other the posts of {@link firstUser}. */
  readonly live: readonly [LiveAccount, LiveAccount]
  /** The credentials of the first user of the first writer. */
  readonly firstUser: Credentials
}

/** The clients of a stage: readers that resume, readers of v1.1 streams, and clients that write. */
export function clientsOf({ readers, compliance, live, writers, spender, deleter }: Stage) {
  return { readers: [...readers, compliance], live, writers: [...writers, spender, deleter] }
}

/**
 * @param seconds the time for which the writers will write
 * @param drainSeconds the time between SIGTERM to a node and the end of its streams
 */
export async function openStage(t: Hooks, seconds: number, drainSeconds = 1): Promise<Stage> {
  const database = await DatabasePair.open(t)
  const nats = NEEDS_NATS.skip === false ? await natsBehindLinks(t) : undefined
  await migrate({ url: database.url, file: '' }, Date.now())
  const { context } = await directRuntime(t, database)
  const app = await createProjectApp(context)
  for (const product of ['labs-1', '2'] as const) {
    const rules = [{ value: 'cat', tag: undefined }]
    await addRules(context, { appId: app.appId, product, maxRules: 10, isDryRun: false, rules })
  }
  const nodes: FaultNode[] = []
  const links: LinkProxy[][] = []
  for (let index = 0; index < NODES; index += 1) {
    const both = [await linkTo(t, database, 0), await linkTo(t, database, 1)]
    links.push(both)
    const place = ['--database', database.urlBehind(both.map(({ port }) => port))]
    const relay = nats === undefined ? [] : ['--relay', relayUrl(nats.links[index] ?? [])]
    nodes.push(await nodeOf(t, index, [...place, ...relay, '--drain-seconds', String(drainSeconds)]))
  }
  const balancer = await LinkProxy.open(t, inTurn(nodes))
  await Promise.all(nodes.map((node) => node.start()))
  const url = `http://127.0.0.1:${balancer.port}`
  const writers: Writer[] = []
  const writing: Credentials[][] = []
  for (let index = 0; index < WRITERS; index += 1) {
    const users = await writingUsers(context, seconds)
    writing.push(users)
    const everyMs = (1_000 * WRITERS) / POSTS_PER_SECOND
    writers.push(new Writer({ url, users, name: String(index), everyMs }))
  }
  const firstUser = must(writing[0]?.[0], 'the first user of the first writer')
  const spender = new Spender(url, await usersOf(context, app, SPENDING_USERS))
  const deleting = await usersOf(context, await createProjectApp(context), DELETING_USERS)
  const readers = STREAMS.map((path) => new StreamAccount(url, path, app.asApp))
  const live = [
    new LiveAccount(
      url,
      '/1.1/statuses/filter.json?track=cat',
      must((await usersOf(context, app, 1))[0], 'a user who reads'),
    ),
    new LiveAccount(url, '/1.1/user.json', firstUser),
  ] as const
  return {
    ...{ database, nats, nodes, links, balancer, url, app, context, writers, spender, readers, live },
    ...{ firstUser, compliance: await ComplianceAccount.open(context, url) },
    deleter: new Deleter(url, deleting, DELETE_EVERY_MS),
  }
}

async function natsBehindLinks(t: Hooks): Promise<NatsLinks> {
  const cluster = await startNatsCluster(t)
  const links: LinkProxy[][] = []
  for (let index = 0; index < NODES; index += 1) {
    const targets = cluster.servers.map(({ port }) => async () => ({ host: '127.0.0.1', port }))
    links.push(await Promise.all(targets.map((target) => LinkProxy.open(t, target))))
  }
  return { cluster, links }
}

function relayUrl(links: readonly LinkProxy[]): string {
  return `nats://${links.map(({ port }) => `127.0.0.1:${port}`).join()}`
}

async function directRuntime(t: Hooks, database: DatabasePair): Promise<Runtime> {
  // The runtime follows failovers like a server, over links that are never cut.
  const ports = [await linkTo(t, database, 0), await linkTo(t, database, 1)].map(({ port }) => port)
  const data = await temporaryDirectory(t)
  const settings = { data, database: database.urlBehind(ports), key: KEY, pool: '4', migrate: 'false' }
  return testRuntime(t, readConfig({ ...settings, log_level: 'silent' }, {}))
}

function linkTo(t: Hooks, database: DatabasePair, place: number): Promise<LinkProxy> {
  return LinkProxy.open(t, async () => database.target(place))
}

async function nodeOf(t: Hooks, index: number, more: readonly string[]): Promise<FaultNode> {
  const data = await temporaryDirectory(t)
  const usual = [
    '--port',
    '0',
    '--ops-port',
    '0',
    '--log-level',
    'fatal',
    '--api-date',
    'latest',
    '--data',
    data,
    '--pool',
    '4',
  ]
  const flags = [...usual, ...more]
  return new FaultNode(t, `node ${index}`, flags, { AVIARY_KEY: KEY })
}

/** Creates the users of a writer, with as many apps as the writer needs for its posts. */
async function writingUsers(context: Runtime['context'], seconds: number): Promise<Credentials[]> {
  const apps = Math.ceil((seconds * POSTS_PER_SECOND) / WRITERS / POSTS_PER_APP)
  const users: Credentials[] = []
  for (let index = 0; index < apps; index += 1)
    users.push(...(await usersOf(context, await createProjectApp(context), USERS_PER_APP)))
  return users
}

async function usersOf(context: Runtime['context'], app: TestApp, count: number): Promise<Credentials[]> {
  const users: Credentials[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await createOneUser(context)
    users.push(await app.asUser(id))
  }
  return users
}
