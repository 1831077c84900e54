/**
 * Memory of an idle stream connection of a complete Aviary, for an app with a rule. Compares it with a bare
 * chunked response of node:http to the same request with the same head.
 *
 * Every connection is opened once before the heap is compared, so that the comparison excludes the caches of
 * apps (tokens, windows). Resident memory is from the first opening. It includes these caches, because a
 * process never returns memory exactly.
 */
import type { Config } from '../src/config.ts'
import type { Hooks } from '../test/support/engines.ts'
import { testCertificate } from '../test/support/processes/certificates.ts'
import type { ConnectionOptions, methods as clientMethods } from './idle/client-process.ts'
import type { MemoryUse, methods as serverMethods } from './idle/server-process.ts'
import { type Child, startChild } from './lib/child.ts'
import { Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { printTable, printVerdict, progress, whole } from './lib/report.ts'

const SERVER = new URL('./idle/server-process.ts', import.meta.url)
const CLIENT = new URL('./idle/client-process.ts', import.meta.url)

/** Connections opened before the measurement, so that code and caches are loaded. */
const WARM = 100

const PLAIN = { isTls: false, isGzip: false }
const GZIP = { isTls: false, isGzip: true }
const TLS = { isTls: true, isGzip: false }

type Way = Omit<ConnectionOptions, 'port'>

interface Processes {
  readonly server: Child<typeof serverMethods>
  readonly client: Child<typeof clientMethods>
}

/** Bytes per connection. */
interface Taken {
  readonly heap: number
  /** Bytes of buffers outside the heap. */
  readonly external: number
  readonly resident: number
}

export async function bench({ sizes }: BenchOptions): Promise<void> {
  await using places = await Installations.open()
  const ends: (() => unknown)[] = []
  const { certFile, keyFile } = await testCertificate({
    after: (end: () => unknown) => ends.push(end),
  } as unknown as Hooks)
  for (const connections of sizes) {
    progress(`idle: ${connections} connections`)
    const { config } = await places.fresh('sqlite')
    const secure = { ...config, tls_cert: certFile, tls_key: keyFile }
    const { tokens, head } = await prepared(config, connections + WARM)
    const rows = {
      'post streams': await ofAviary(config, PLAIN, tokens),
      'bare chunked answer': await ofBare(config, PLAIN, tokens, head),
      'post streams, gzip': await ofAviary(config, GZIP, tokens),
      'post streams, TLS': await ofAviary(secure, TLS, tokens),
      'bare chunked answer, TLS': await ofBare(secure, TLS, tokens, head),
    }
    printTable(
      `${connections} connections that are sent nothing: bytes of each`,
      Object.entries(rows).map(([way, { heap, external, resident }]) => ({
        way,
        // Memory of closed TLS connections is collected late, so only resident memory is meaningful.
        heap: way.endsWith('TLS') ? '' : whole(heap),
        external: way.endsWith('TLS') ? '' : whole(external),
        'resident, first time': whole(resident),
      })),
    )
    const held = ({ heap, external }: Taken) => heap + external
    const ratio = held(rows['post streams']) / held(rows['bare chunked answer'])
    printVerdict(`heap of an idle connection against a bare one, ${connections}`, ratio, { atMost: 1.5 })
  }
  // The first cleanup function adds another one to the list.
  for (const end of ends) await end()
}

/** Creates apps with their tokens, and reads the response head of a stream. */
async function prepared(
  config: Config,
  count: number,
): Promise<{ readonly tokens: readonly string[]; readonly head: readonly string[] }> {
  return withProcesses(async ({ server, client }) => {
    const port = await server.call('startAviary', config)
    const tokens = await server.call('makeApps', count)
    return { tokens, head: await client.call('open', { ...PLAIN, port }, tokens.slice(0, 1)) }
  })
}

function ofAviary(config: Config, way: Way, tokens: readonly string[]): Promise<Taken> {
  return withProcesses(async (processes) => {
    const port = await processes.server.call('startAviary', config)
    return measured(processes, { ...way, port }, tokens)
  })
}

function ofBare(
  config: Config,
  way: Way,
  tokens: readonly string[],
  head: readonly string[],
): Promise<Taken> {
  return withProcesses(async (processes) => {
    const port = await processes.server.call('startBare', head, config)
    return measured(processes, { ...way, port }, tokens)
  })
}

async function withProcesses<T>(work: (processes: Processes) => Promise<T>): Promise<T> {
  await using server = startChild<typeof serverMethods>(SERVER)
  await using client = startChild<typeof clientMethods>(CLIENT)
  const result = await work({ server, client })
  await client.call('close')
  await server.call('stop')
  return result
}

async function measured(
  { server, client }: Processes,
  asked: ConnectionOptions,
  tokens: readonly string[],
): Promise<Taken> {
  const [warm, others] = [tokens.slice(0, WARM), tokens.slice(WARM)]
  const held: MemoryUse[] = []
  for (let time = 0; time < 2; time += 1) {
    await client.call('open', asked, warm)
    held.push(await server.call('held', warm.length))
    await client.call('open', asked, others)
    held.push(await server.call('held', tokens.length))
    await client.call('close')
    await server.call('held', 0)
  }
  const [empty, first, before, after] = held as [MemoryUse, MemoryUse, MemoryUse, MemoryUse]
  const each = (from: number, to: number) => (to - from) / others.length
  return {
    heap: each(before.heap, after.heap),
    external: each(before.external, after.external),
    resident: each(empty.resident, first.resident),
  }
}
