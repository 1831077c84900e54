/**
 * `/test/requests` of the admin listener shows the request log of test mode (docs/testing/request-log.md).
 *
 *   GET    /test/requests?path=/2/tweets/*&status=429     entries as JSON
 *   DELETE /test/requests                                 removes all entries
 *   GET    /test/requests/live                            entries as they come: a line of JSON each, or server-sent events
 *   GET    /test/requests.har                             as an HTTP Archive
 */
import { PassThrough, Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { programVersion } from '../../lib/package/program-version.ts'
import { entryJson } from '../../request-log/entry-json.ts'
import { harPieces } from '../../request-log/har.ts'
import type { TestControls } from '../../testing/controls.ts'
import { ControlRefused } from '../../testing/refused.ts'
import { MAX_ENTRIES, type RequestLog } from '../../testing/requests/log.ts'
import { type EntryQuery, readQuery, select } from '../../testing/requests/query.ts'

/** Maximum number of live readers at the same time. */
export const MAX_LIVE_READERS = 16

/** Maximum number of bytes that are buffered for a live reader. A slower reader is disconnected. */
export const MAX_LIVE_BYTES: number = 2 ** 20

type Sent = FastifyRequest<{ Querystring: Record<string, string | string[]> }>

const WHOLE_LOG = { byDefault: MAX_ENTRIES, max: MAX_ENTRIES } as const

export function addRequests(app: FastifyInstance, { requests }: Pick<TestControls, 'requests'>): void {
  app.get('/test/requests', async ({ query }: Sent) => {
    const found = select(requests.entries(), readQuery(query))
    const { size, bytes, dropped } = requests
    return { requests: found.map(entryJson), size, bytes, dropped }
  })
  app.delete('/test/requests', async () => {
    const removed = requests.size
    requests.clear()
    return { removed }
  })
  app.get('/test/requests.har', async ({ query }: Sent, reply) => {
    const found = select(requests.entries(), readQuery(query, WHOLE_LOG))
    reply.type('application/json; charset=utf-8')
    return Readable.from(harPieces(found, programVersion()))
  })
  const readers = new Set<PassThrough>()
  app.get('/test/requests/live', async (request: Sent, reply) => {
    const query = readQuery(request.query)
    if (readers.size >= MAX_LIVE_READERS) {
      throw new ControlRefused(`there are ${MAX_LIVE_READERS} live readers already; close one`, 'conflict')
    }
    const isEvents = request.headers.accept?.includes('text/event-stream') === true
    const reader = openReader(requests, query, isEvents)
    readers.add(reader)
    reader.on('close', () => readers.delete(reader))
    return reply.type(isEvents ? 'text/event-stream' : 'application/x-ndjson').send(reader)
  })
  // A response without an end would block the shutdown of the server.
  app.addHook('preClose', async () => {
    for (const reader of readers) reader.destroy()
  })
}

/** Writes each entry when its response begins. The entry of a stream is written again when the stream ends. */
function openReader(requests: RequestLog, { matches }: EntryQuery, isEvents: boolean): PassThrough {
  const reader = new PassThrough({ highWaterMark: MAX_LIVE_BYTES })
  // The first line contains no entry. With this line, the client receives the headers immediately.
  reader.write(isEvents ? ':\n\n' : '\n')
  const unfollow = requests.follow((entry) => {
    if (!matches(entry)) return
    const json = JSON.stringify(entryJson(entry))
    reader.write(isEvents ? `id: ${entry.id}\ndata: ${json}\n\n` : `${json}\n`)
    if (reader.readableLength + reader.writableLength > MAX_LIVE_BYTES) reader.destroy()
  })
  reader.on('close', unfollow)
  return reader
}
