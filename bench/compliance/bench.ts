/**
 * One partition of the compliance stream to many connections: blocks that are compressed once and shared, against a zlib
 * stream for each connection and against plain writes, on the same HTTP server. 1,000 events a second.
 */
import { type Child, startChild } from '../lib/child.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, printTable, printVerdict, progress } from '../lib/report.ts'
import { cpuOf, interleave, ratesOf, type Sample } from '../lib/statistics.ts'
import type { methods as clientMethods } from './client-process.ts'
import type { Kind, methods as serverMethods } from './server-process.ts'

const KINDS: readonly Kind[] = ['shared blocks', 'zlib stream each', 'bare writes']

export async function bench({ sizes, rounds, seconds, profile }: BenchOptions): Promise<void> {
  await using client = startChild<typeof clientMethods>(new URL('./client-process.ts', import.meta.url))
  for (const connections of sizes) {
    progress(`compliance: ${connections} connections`)
    const bytes = new Map<Kind, number>()
    const contender = (kind: Kind) => async () => {
      await using server = startChild<typeof serverMethods>(new URL('./server-process.ts', import.meta.url), {
        profile,
      })
      return await measure(server, client, kind, connections, seconds * 1000, bytes)
    }
    const contenders = Object.fromEntries(KINDS.map((kind) => [kind, contender(kind)])) as Record<
      Kind,
      () => Promise<Sample>
    >
    const samples = await interleave(contenders, rounds, 0)
    const core = (kind: Kind) => 1000 / cpuOf(samples[kind]).median
    printTable(
      `${connections} connections (median, and least to most of the rounds)`,
      KINDS.map((kind) => ({
        way: kind,
        'deliveries/s': count(ratesOf(samples[kind])),
        'deliveries a second of processor time': Math.round(core(kind)).toLocaleString('en'),
        'bytes a delivery': (bytes.get(kind) ?? 0).toFixed(1),
      })),
    )
    if (connections >= 80) {
      printVerdict(
        `shared blocks against a zlib stream each, by processor time, ${connections} connections`,
        core('shared blocks') / core('zlib stream each'),
        { atLeast: 10 },
      )
    }
    if (connections >= 800) {
      printVerdict(
        `shared blocks against bare writes, by processor time, ${connections} connections`,
        core('shared blocks') / core('bare writes'),
        { atLeast: 1 },
      )
    }
  }
}

async function measure(
  server: Child<typeof serverMethods>,
  client: Child<typeof clientMethods>,
  kind: Kind,
  connections: number,
  milliseconds: number,
  bytes: Map<Kind, number>,
): Promise<Sample> {
  const port = await server.call('open', kind)
  await client.call('open', port, connections)
  const events = await server.call('tell', milliseconds)
  const received = await client.call('ended')
  bytes.set(kind, received / (events * connections))
  return server.call('done', events * connections)
}
