/** `aviary demo`, which `npm start` runs: starts a server with a generated network and prints commands to try. */
import { Command } from 'commander'
import {
  type Config,
  processEnvironment,
  type ReadSettings,
  SETTINGS,
  type SettingName,
} from '../../config.ts'
import { Activity } from '../../demo/activity.ts'
import { type LoadedNetwork, loadNetwork } from '../../demo/load.ts'
import { castOf, loadPosts, WATCHES } from '../../demo/load-posts.ts'
import { DEMO_USERS, networkSize } from '../../demo/network.ts'
import { type DemoNodes, openDemoNodes } from '../../demo/nodes/demo-nodes.ts'
import type { NodeProcess } from '../../demo/nodes/node-processes.ts'
import {
  clientSnippet,
  curlLine,
  exportLine,
  type Pasted,
  streamLines,
  tokenLine,
  twarcLine,
  tweepySnippet,
} from '../../demo/paste.ts'
import type { Cast } from '../../demo/plan-posts.ts'
import { uniformOf } from '../../demo/random.ts'
import { type Credentials, credentialsOf } from '../../demo/visitor.ts'
import { loadLanguages } from '../../domain/posts/text/language.ts'
import type { ProxyAddress } from '../../http/proxy/client-proxy.ts'
import { returnMemoryWhenIdle } from '../../lib/heap/return-memory.ts'
import { publicUrlOf } from '../../lib/server-address.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { openRuntime } from '../../runtime.ts'
import type { Server } from '../../server.ts'
import { openTracing } from '../../telemetry/open-tracing.ts'
import { trustLines } from '../client-hints/trust.ts'
import { firstLink } from '../console-link.ts'
import { canLoadBeside, loadBeside } from '../demo/load-beside.ts'
import type { Output, Streams } from '../output.ts'
import { PROMPT } from '../progress.ts'
import { action, type Invocation, UsageError, withSettings } from '../run.ts'
import { endAtSignal } from '../signals.ts'
import { untilStopped } from '../until-stopped.ts'

interface Options extends Record<string, unknown> {
  readonly nodes?: string
  readonly activity: boolean
  readonly seed?: string
}

/** The first port after the ports of the other listeners. */
const PROXY_PORT = 8082

const MAX_SEED = 2 ** 32 - 1

export function demoCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('demo').description(
    'Run a server over a small generated network, with credentials to try it.',
  )
  command.option(
    '--seed <N>',
    'Seed of the network; the same seed makes the same network everywhere (default: 1)',
  )
  command.option('--no-activity', 'Do not generate new posts, likes and reposts while the server runs')
  command.option(
    '--nodes <N>',
    'Number of nodes, 1 to 9, on one PostgreSQL: --database, or else one in the data directory (default: 1)',
  )
  return withSettings(command, Object.keys(SETTINGS) as SettingName[]).action(
    action<Options, []>(streams, exit, async ({ config, ...invocation }, options) => {
      const seed = seedOf(options.seed ?? '1')
      const count = nodesOf(options.nodes ?? '1')
      const isActive = options.activity
      if (count === 1)
        return run({ ...invocation, config, seed, isActive, nodes: undefined, onServing: () => undefined })
      if (config.port === 0 || config.ops_port === 0)
        throw new UsageError('--nodes needs ports: leave out --port 0 and --ops-port 0')
      // By default, Node runs no `exit` handler after a signal, and PostgreSQL would keep running.
      const removeHandlers = endAtSignal()
      const nodes = await openDemoNodes(config, count, (line) => invocation.output.note(line))
      try {
        return await run({
          ...invocation,
          config: nodes.config,
          seed,
          isActive,
          nodes,
          onServing: removeHandlers,
        })
      } finally {
        await nodes.close()
      }
    }),
  )
}

interface Demo extends Pick<Invocation, 'config' | 'sources' | 'output' | 'streams'> {
  readonly seed: number
  /** True to create posts while the server runs. */
  readonly isActive: boolean
  /** The other nodes of the demo; undefined for a demo with one node. */
  readonly nodes: DemoNodes | undefined
  /** Called when the signal handlers of the server are installed. */
  onServing(): void
}

async function run({
  config,
  sources,
  output,
  streams,
  seed,
  isActive,
  nodes,
  onServing,
}: Demo): Promise<number> {
  const { demo, startServer } = await prepared(config, seed, output)
  const chosen = forNewcomers(config, sources)
  const server = await startServer(chosen, {
    sources,
    openTracing: (logger) => openTracing(processEnvironment(), logger),
  })
  const link = await firstLink(server.runtime.context, server.place, demo.visitor.id)
  const others = await startOthers(nodes, chosen).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  const stopActivity = isActive ? startActivity(server, demo.cast) : () => undefined
  // The signal handlers are installed before the output, because the output says that Ctrl-C stops the server.
  const stopped = untilStopped(server, streams)
  onServing()
  returnMemoryWhenIdle(systemClock)
  const { credentials, top } = demo
  const pasted = { url: publicUrlOf(server.place), credentials, screenName: top.screenName }
  streams.out.write(welcome(pasted, demo, { proxy: server.proxy, link }))
  if (others.length > 0) streams.out.write(aboutNodes(server, others, config))
  for (const line of trustLines(server.ownTls)) output.note(line)
  if (demo.isNew) output.note(`(The data is in ${locationOf(config)}; remove it to start over.)`)
  const code = await stopped
  stopActivity()
  await server.close()
  return code
}

async function startOthers(nodes: DemoNodes | undefined, first: Config): Promise<readonly NodeProcess[]> {
  return nodes === undefined ? [] : nodes.startOthers(first)
}

/**
 * Changes the defaults of four settings for demos. Most log lines are off, because they would disturb the
 * commands that the user copies. The database is verified in the background, because the demo can generate
 * its content again. The client proxy runs, because the best-known clients need it. Pages are public, because
 * the users are invented.
 */
function forNewcomers(config: Config, sources: ReadSettings['sources']): Config {
  const isChosen = (name: SettingName) => sources[name].kind !== 'default'
  return {
    ...config,
    ...(isChosen('log_level') ? {} : { log_level: 'warn' }),
    ...(isChosen('verify_at_start') ? {} : { verify_at_start: 'background' }),
    ...(isChosen('proxy_port') ? {} : { proxy_port: PROXY_PORT }),
    ...(isChosen('public_pages') ? {} : { public_pages: 'unlisted' }),
  }
}

function nodesOf(text: string): number {
  if (/^[1-9]$/.test(text)) return Number(text)
  throw new UsageError(`--nodes takes a whole number from 1 to 9, not ${JSON.stringify(text)}`)
}

function aboutNodes({ url, opsUrl }: Server, others: readonly NodeProcess[], { data }: Config): string {
  const lines = others.map((node) => `  ${node.url}  (process ${node.pid})`)
  return `
These nodes serve the same network; each reads and writes, and streams of one bring the posts of all:

  ${url}  (process ${process.pid})
${lines.join('\n')}

Stop one with "kill PROCESS", and use the others. List them with their load, with the address and the token of the admin listener:

curl -H "authorization: Bearer $(cat ${data}/operator.token)" ${opsUrl}/nodes
`
}

function seedOf(text: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (seed <= MAX_SEED) return seed
  throw new UsageError(`--seed takes a whole number from 0 to ${MAX_SEED}, not ${JSON.stringify(text)}`)
}

/** Unit of the progress bar. */
const ROWS = 'users and follows'

interface Prepared extends LoadedNetwork {
  readonly credentials: Credentials
  readonly cast: Cast
}

async function withBar<T>(
  output: Output,
  total: number,
  unit: string,
  work: (onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  const bar = output.progress(total, unit, PROMPT)
  try {
    return await work((done) => bar.to(done))
  } finally {
    bar.end()
  }
}

/** Creates activity while the server runs. @returns a function that stops the activity */
function startActivity({ runtime: { context }, logger }: Server, cast: Cast): () => void {
  const chance = Buffer.from(context.random(4)).readUInt32LE()
  return new Activity(context, cast, uniformOf(chance)).start(logger)
}

/** Generates the missing part of the network, and also imports the module of the server. */
async function prepared(config: Config, seed: number, output: Output) {
  const isFirst = canLoadBeside(config)
  const total = networkSize(DEMO_USERS)
  const beside = isFirst && withBar(output, total, ROWS, (onRows) => loadBeside({ config, seed }, onRows))
  // This import is dynamic, because loading the module would double the start time of other commands.
  const { startServer } = await import('../../server.ts')
  // The first start creates posts, which need the language detection.
  if (isFirst) await loadLanguages()
  const isLoaded = await beside
  const demo = await loaded(config, seed, output)
  return { startServer, demo: { ...demo, isNew: demo.isNew || isLoaded } }
}

async function loaded(config: Config, seed: number, output: Output): Promise<Prepared> {
  const { context, close } = await openRuntime(config, { manner: 'command' })
  try {
    const network = await withBar(output, networkSize(DEMO_USERS), ROWS, (onRows) =>
      loadNetwork(context, { seed, data: config.data, onRows }),
    )
    const cast = castOf(seed, DEMO_USERS, network.visitor.screenName)
    await withBar(output, WATCHES, 'quarters of a day with posts', (onWatches) =>
      loadPosts(context, seed, cast, { onWatches }),
    )
    return { ...network, cast, credentials: await credentialsOf(context, network.visitor) }
  } finally {
    await close()
  }
}

function locationOf({ database, data }: Config): string {
  return database === '' ? data : `the database, and its key in ${data}`
}

function pythonClients(pasted: Pasted, proxy: ProxyAddress): string {
  return `Save and list followers with twarc2 and tweepy (pip install twarc tweepy), in another terminal:

${exportLine(proxy)}
${tokenLine(pasted.credentials)}
${twarcLine(pasted.screenName)}
${tweepySnippet(pasted.screenName)}

`
}

interface Entries {
  readonly proxy: Server['proxy']
  /** A link that signs in to the console; undefined when a console user has another way to sign in. */
  readonly link: string | undefined
}

function welcome(pasted: Pasted, { top }: Prepared, { proxy, link }: Entries): string {
  const { url, credentials } = pasted
  const { bearerToken, consumerKey, consumerSecret, clientId, accessToken, accessTokenSecret, password } =
    credentials
  const count = (number: number) => number.toLocaleString('en')
  return `Aviary serves ${url}
A generated network of ${count(DEMO_USERS)} people; @${top.screenName} has ${count(top.followersCount)} followers. Credentials to try it:

  user                  @${credentials.screenName}, ${password === undefined ? 'with the password from the first start' : `password ${password}`}
  bearer token          ${bearerToken}
  consumer key          ${consumerKey}
  consumer secret       ${consumerSecret}
  OAuth 2.0 client id   ${clientId}
  access token          ${accessToken}
  access token secret   ${accessTokenSecret}

${link === undefined ? '' : `Open the console in a browser; this link signs in once, within 24 hours:\n\n${link}\n\n`}${proxy === undefined ? '' : pythonClients(pasted, proxy)}List the newest followers; paste this into another terminal:

${curlLine(pasted)}

List all followers with a client library; a checkout contains it, any other directory needs "npm install twitter-api-v2" first:

${clientSnippet(pasted)}

Stream new posts; the first command adds a rule, the second one stays open:

${streamLines(pasted)}

Stop with Ctrl-C.
`
}
