/**
 * Tests the streams of two nodes that read from a relay of three NATS servers, while a NATS server and the node that
 * publishes are killed (docs/decisions/0140-relay-on-nats.md).
 */
import assert from 'node:assert/strict'
import { describe, type TestContext } from 'node:test'
import type { Config } from '../../src/config.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { streamName } from '../../src/log/relay/stream.ts'
import { LinkProxy } from '../faults/link-proxy.ts'
import { StreamAccount } from '../faults/stream-account.ts'
import { type RunningCli, startCli } from '../support/cli.ts'
import { freshConfig, testRuntime } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { type NatsCluster, startNatsCluster } from '../support/processes/nats-cluster.ts'
import { NEEDS_NATS } from '../support/processes/nats-server.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { createProjectApp } from '../support/streams/rule-suite.ts'
import { createOneUser } from '../support/users.ts'
import { waitUntil } from '../support/wait-until.ts'

const STREAM = '/2/tweets/search/stream'

/** Number of posts that are written together. */
const SOME = 5

interface JobsNode {
  readonly run: RunningCli
  readonly opsUrl: string
}

/** Starts a node that may publish, in a separate process. */
async function startJobs(t: TestContext, { data, database }: Config, relay: string): Promise<JobsNode> {
  const place = ['--data', data, '--database', database, '--pool', '4', '--port', '0', '--ops-port', '0']
  const flags = ['--roles', 'jobs', '--relay', relay, '--limits', 'off', '--log-level', 'fatal']
  const run = startCli(t, ['serve', ...place, ...flags])
  const [, opsUrl = ''] = await run.said(/admin listener at (http:[^)]+)\)/)
  return { run, opsUrl }
}

/** The state of the relay in a response of `/readyz`. */
async function relayOf(opsUrl: string): Promise<string> {
  const { relay } = (await (await fetch(`${opsUrl}/readyz`)).json()) as { readonly relay?: string }
  return relay ?? ''
}

async function counterOf({ server }: TestServer, name: string): Promise<number> {
  const text = await (await fetch(`${server.opsUrl}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

class Stage {
  readonly nats: NatsCluster
  readonly jobs: JobsNode[]
  /** Nodes with the role `streams`. */
  readonly nodes: readonly TestServer[]
  /** Indices in `nodes` of the nodes that the clients are connected to. */
  readonly places: number[] = []
  readonly links: LinkProxy[] = []
  readonly clients: StreamAccount[] = []
  /** Ids of all posts, in order. */
  readonly ledger: string[] = []
  readonly #post: (text: string) => Promise<bigint>

  constructor(
    nats: NatsCluster,
    jobs: JobsNode[],
    nodes: readonly TestServer[],
    post: (text: string) => Promise<bigint>,
  ) {
    this.nats = nats
    this.jobs = jobs
    this.nodes = nodes
    this.#post = post
  }

  async write(count: number): Promise<void> {
    for (let each = 0; each < count; each += 1)
      this.ledger.push(String(await this.#post(`cat ${this.ledger.length}`)))
  }

  /** Writes posts until the given work is done. */
  async writeDuring(work: () => Promise<unknown>): Promise<void> {
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    do await this.write(SOME)
    while (!isDone)
    await working
  }

  /** Waits until every client has every post. */
  async heard(): Promise<void> {
    await waitUntil(() => this.ledger.every((id) => this.clients.every((client) => client.has(id))))
  }

  /** Waits until every node reads new events from the relay. */
  async relayed(): Promise<void> {
    const fromRelay = () =>
      Promise.all(this.nodes.map((node) => counterOf(node, 'aviary_log_events_from_relay_total')))
    await waitUntil(async () => {
      const states = await Promise.all(this.nodes.map(({ server }) => relayOf(server.opsUrl)))
      return states.every((state) => state === 'reading')
    })
    const before = await fromRelay()
    await waitUntil(async () => {
      await this.write(1)
      const now = await fromRelay()
      return now.every((count, index) => count > (before[index] ?? 0))
    })
  }

  /** The index in `jobs` of the node that publishes. */
  async holder(): Promise<number> {
    for (;;) {
      for (const [index, { run, opsUrl }] of this.jobs.entries())
        if (!run.isOver && (await relayOf(opsUrl)) === 'publishing') return index
    }
  }
}

async function openStage(t: TestContext): Promise<{ readonly stage: Stage; readonly stream: string }> {
  const nats = await startNatsCluster(t)
  const config = await freshConfig(t, 'postgres', { limits: 'off' })
  const { context } = await testRuntime(t, config)
  const { id: authorId } = await createOneUser(context)
  const jobs = await Promise.all([startJobs(t, config, nats.url), startJobs(t, config, nats.url)])
  const streaming = { config: { ...config, roles: ['streams'], relay: nats.url } } as const
  const nodes = [await startTestServer(t, streaming), await startTestServer(t, streaming)]
  const post = async (text: string) => (await createPost(context, { authorId, text, isLimited: false })).id
  const stage = new Stage(nats, jobs, nodes, post)
  for (const index of nodes.keys()) {
    const app = await createProjectApp(context)
    const rules = [{ value: 'cat', tag: undefined }]
    await addRules(context, { appId: app.appId, product: '2', maxRules: 10, isDryRun: false, rules })
    stage.places.push(index)
    const link = await LinkProxy.open(t, async () => {
      const { hostname, port } = new URL(nodes[stage.places[index] ?? 0]?.url ?? '')
      return { host: hostname.replace('localhost', '127.0.0.1'), port: Number(port) }
    })
    stage.links.push(link)
    const client = new StreamAccount(`http://127.0.0.1:${link.port}`, STREAM, app.asApp)
    stage.clients.push(client)
    await client.begin()
    const running = client.run()
    t.after(() => {
      client.stop()
      return running
    })
  }
  const streams: string[] = []
  await waitUntil(async () => {
    for await (const name of nats.jsm.streams.names()) streams.push(name)
    return streams.length > 0
  })
  return { stage, stream: streams[0] ?? '' }
}

describe('two nodes whose streams read from a relay of three NATS servers', NEEDS_NATS, () => {
  test('no stream has a gap when a NATS server and the node that publishes are killed', async (t) => {
    const { stage, stream } = await openStage(t)
    const { nats, clients } = stage
    assert.match(stream, new RegExp(`^${streamName('[0-9a-f]{32}')}$`))

    await t.test('the relay has three copies, and the streams read it', async () => {
      assert.equal((await nats.jsm.streams.info(stream)).config.num_replicas, 3)
      await stage.relayed()
      await stage.write(50)
      await stage.heard()
    })

    await t.test('the NATS server that leads the JetStream stream is killed', async () => {
      const leader = await nats.leader(stream)
      await stage.writeDuring(() => leader.kill())
      await stage.relayed()
      await stage.heard()
      await stage.writeDuring(() => leader.start())
      await stage.relayed()
      await stage.heard()
    })

    await t.test('the node that publishes is killed, and the other node continues', async () => {
      const holder = await stage.holder()
      await stage.writeDuring(async () => {
        stage.jobs[holder]?.run.kill('SIGKILL')
        await stage.jobs[holder]?.run.ended
        assert.notEqual(await stage.holder(), holder)
      })
      await stage.relayed()
      await stage.heard()
      assert.deepEqual(
        clients.map(({ reconnects }) => reconnects),
        [0, 0],
        'no connection of a client has ended',
      )
    })

    await t.test('each client can resume at a node that it was not connected to', async () => {
      for (const [index, link] of stage.links.entries()) {
        stage.places[index] = 1 - index
        link.cut()
        await stage.write(20)
        link.heal()
      }
      await stage.heard()
      await stage.relayed()
      await stage.heard()
    })

    const problems = clients.flatMap((client) => client.problems([stage.ledger]))
    assert.deepEqual(problems, [])
    assert.deepEqual(
      clients.map(({ repeats }) => repeats),
      [0, 0],
    )
  })
})
