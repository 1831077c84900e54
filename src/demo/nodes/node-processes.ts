/** The second and further nodes of a demo: processes that use the same database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { devNull } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Config, processEnvironment, SETTINGS, type SettingName, variableOf } from '../../config.ts'
import { sleep, systemClock } from '../../lib/time/clock.ts'
import { nodeFolder } from './node-folder.ts'
import { canListen } from './postgres-cluster.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('../../../bin/aviary.js'))

/** Distance between the ports of two nodes. */
const PORT_STEP = 10

/** Milliseconds between two readiness checks of a node. */
const LOOK_MS = 100
/** Maximum milliseconds of one readiness check. */
const ANSWER_MS = 2_000
/** Milliseconds within which a node must be ready. */
const READY_MS = 60_000

/**
 * Settings of the first node that the other nodes do not get. Other nodes have no client proxy and no further
 * listeners.
 */
const OF_THE_FIRST: ReadonlySet<SettingName> = new Set([
  'data',
  'port',
  'ops_port',
  'proxy_port',
  'upload_port',
  'stream_port',
  'console_port',
])

export interface NodeProcess {
  readonly url: string
  readonly pid: number
  /** Stops the node with SIGTERM; resolves when the process has ended. */
  close(): Promise<void>
}

/**
 * Starts `count` further nodes with the settings of the first node. Resolves when all are ready.
 * @param config the settings of the first node
 * @param onLine a function that receives each line of the output of these nodes, with the number of the node
 * @throws {Error} when a port is in use, a node ends, or a node is not ready within a minute; the other nodes are then
 *   stopped
 */
export async function startNodes(
  config: Config,
  count: number,
  onLine: (line: string) => void,
): Promise<readonly NodeProcess[]> {
  const places: NodePlace[] = []
  for (let number = 2; number <= count + 1; number++) {
    const step = (number - 1) * PORT_STEP
    const place = { number, port: config.port + step, opsPort: config.ops_port + step }
    await requireFree(place)
    places.push({ ...place, data: await nodeFolder(config, number) })
  }
  const started = places.map((place) => startNode(config, place, onLine))
  const results = await Promise.allSettled(started.map(({ ready }) => ready))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed === undefined) return started
  await Promise.all(started.map((node) => node.close()))
  throw failed.reason
}

interface NodePlace {
  /** Number of the node, from 2. */
  readonly number: number
  readonly port: number
  readonly opsPort: number
  readonly data: string
}

/** @throws {Error} for a port that another process uses, because that process would respond instead of the node */
async function requireFree({ port, opsPort }: Pick<NodePlace, 'port' | 'opsPort'>): Promise<void> {
  for (const each of [port, opsPort]) {
    if (await canListen(each)) continue
    throw new Error(`the port ${each} of another node is in use; choose others with --port and --ops-port`)
  }
}

interface StartedNode extends NodeProcess {
  readonly ready: Promise<void>
}

function startNode(
  config: Config,
  { number, port, opsPort, data }: NodePlace,
  onLine: (line: string) => void,
): StartedNode {
  const words = ['serve', '--data', data, '--port', `${port}`, '--ops-port', `${opsPort}`]
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: variables(config),
    // Ctrl-C in a terminal must reach only the demo process, because it stops its nodes in order.
    detached: true,
    // The demo prints the addresses of its nodes, so their standard output is ignored. Nodes write warnings and
    // failures to standard error.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = () => void child.kill('SIGTERM')
  // A second Ctrl-C ends the demo without waiting for its nodes; this handler then stops them.
  process.once('exit', stop)
  const name = `node ${number}`
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line !== '') onLine(`${name}: ${line}`)
  })
  const ended = once(child, 'exit').finally(() => process.off('exit', stop))
  // `ready` reports this rejection. Without a handler it would end this process.
  ended.catch(() => undefined)
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    ready: whenReady(child, `http://localhost:${opsPort}/readyz`, name),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function whenReady(child: ChildProcess, url: string, name: string): Promise<void> {
  const until = systemClock.monotonic() + READY_MS
  let failure: unknown
  child.once('error', (error) => {
    failure = error
  })
  while (systemClock.monotonic() < until) {
    if (failure !== undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${name} has ended; its lines above say why`, { cause: failure })
    }
    if (await answers200(url)) return
    await sleep(systemClock, LOOK_MS)
  }
  throw new Error(`${name} was not ready within ${READY_MS / 1_000} seconds; look at ${url}`)
}

async function answers200(url: string): Promise<boolean> {
  const patience = new AbortController()
  const cancel = systemClock.after(ANSWER_MS, () => patience.abort())
  return fetch(url, { signal: patience.signal })
    .then(
      ({ status }) => status === 200,
      () => false,
    )
    .finally(cancel)
}

/**
 * The settings, written as environment variables. As flags, they would show the password of the database to all users
 * of the machine. The variable for the settings file names an empty file, so that a node does not read the settings
 * file of the first node again.
 */
function variables(config: Config): NodeJS.ProcessEnv {
  const all = Object.keys(SETTINGS) as SettingName[]
  const others = Object.entries(processEnvironment()).filter(([name]) => !name.startsWith('AVIARY_'))
  const own = all.flatMap((name) => {
    const value = config[name]
    const isOwn = OF_THE_FIRST.has(name) || value === undefined || value === ''
    return isOwn ? [] : [[variableOf(name), String(value)]]
  })
  return { ...Object.fromEntries([...others, ...own]), AVIARY_CONFIG: devNull }
}
