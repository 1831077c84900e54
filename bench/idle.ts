/** What a connection takes in memory that is streamed nothing to, against a bare chunked answer of node:http. */
import { startChild } from './lib/child.ts'
import type { BenchOptions } from './lib/options.ts'
import { printTable, printVerdict, progress, whole } from './lib/report.ts'
import type { methods as clientMethods } from './stream/client-process.ts'
import type { Kind, methods as serverMethods } from './stream/server-process.ts'

const SERVER = new URL('./stream/server-process.ts', import.meta.url)
const CLIENT = new URL('./stream/client-process.ts', import.meta.url)

/** Opened before anything is measured, so that code and caches are there. */
const WARM = 100

export async function bench({ sizes }: BenchOptions): Promise<void> {
  for (const connections of sizes) {
    progress(`idle: ${connections} connections`)
    const [streams, bare] = [
      await bytesOf('post streams', connections),
      await bytesOf('bare writes', connections),
    ]
    printTable(`${connections} connections that are sent nothing: bytes of each`, [
      { way: 'post streams', heap: whole(streams.heap), resident: whole(streams.rss) },
      { way: 'bare chunked answer', heap: whole(bare.heap), resident: whole(bare.rss) },
    ])
    printVerdict(`heap of an idle connection against a bare one, ${connections}`, streams.heap / bare.heap, {
      atMost: 1.5,
    })
  }
}

async function bytesOf(
  kind: Kind,
  connections: number,
): Promise<{ readonly heap: number; readonly rss: number }> {
  await using server = startChild<typeof serverMethods>(SERVER)
  await using client = startChild<typeof clientMethods>(CLIENT)
  const port = await server.call('open', kind, Number.POSITIVE_INFINITY, '')
  await client.call('open', port, WARM, false)
  const before = await server.usage()
  await client.call('open', port, connections, false)
  const after = await server.usage()
  await client.call('close')
  await server.call('close')
  return {
    heap: (after.heapUsed - before.heapUsed) / connections,
    rss: (after.rss - before.rss) / connections,
  }
}
