/** Checks the delays and resume positions with which examples/compliance-consumer reconnects to a scripted server. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip, type Gzip } from 'node:zlib'

type Answer = (response: ServerResponse, gzip: () => Gzip, heard: Followed) => void

interface Followed {
  /** Resume position of each request. */
  readonly asked: (string | null)[]
  readonly pauses: number[]
  readonly taken: [string, object[]][]
  readonly said: string[]
  readonly headers: IncomingMessage['headers'][]
}

/** Longer than any pause of a busy machine. */
const LONG_MS = 60_000

/** Runs the example on a partition against a server that sends these responses, without real delays. */
async function followed(t: TestContext, answers: readonly Answer[], silence = LONG_MS): Promise<Followed> {
  const heard: Followed = { asked: [], pauses: [], taken: [], said: [], headers: [] }
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    assert.deepEqual([query.get('partition'), query.get('positions')], ['4', 'true'])
    heard.headers.push(request.headers)
    heard.asked.push(query.get('resume_after'))
    const gzip = () => {
      const stream = createGzip({ flush: 2 })
      response.writeHead(200, { 'content-encoding': 'gzip', 'aviary-position': '10' })
      stream.pipe(response)
      return stream
    }
    answers[heard.asked.length - 1]?.(response, gzip, heard)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  const stop = new AbortController()
  const { follow } = await import(
    new URL('../../examples/compliance-consumer/stream.js', import.meta.url).href
  )
  await follow({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stream.json`,
    authorization: 'Basic eDp5',
    partition: 4,
    after: undefined,
    take: async (position: string, messages: object[]) => {
      heard.taken.push([position, messages])
    },
    log: (text: string) => heard.said.push(text),
    signal: stop.signal,
    silence,
    sleep: async (ms: number) => {
      heard.pauses.push(ms)
      if (heard.pauses.length === answers.length) stop.abort()
    },
  })
  return heard
}

const refuse =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end(JSON.stringify({ error: { message: 'No.', sent: '' } }))
  }

const line = (message: object) => `${JSON.stringify(message)}\r\n`

test('spec/compliance-stream.md#client-reconnection: the client waits as long as the server says, otherwise a minute after 429 and 5 s after other errors, doubled each time', async (t) => {
  const { pauses, said, headers } = await followed(t, [
    refuse(429, { 'retry-after': '7' }),
    refuse(429),
    refuse(429),
    refuse(503),
    refuse(503),
    refuse(503, { 'retry-after': '2' }),
    refuse(401),
  ])
  assert.deepEqual(pauses, [7_000, 120_000, 240_000, 5_000, 10_000, 2_000, 40_000])
  assert.equal(said[1], 'partition 4: 429 No.; again in 120 s')
  assert.equal(headers[0]?.authorization, 'Basic eDp5')
  assert.equal(headers[0]?.['accept-encoding'], 'gzip')
})

test('after the end of a stream, the client immediately requests the events after its last position', async (t) => {
  const { asked, taken, pauses, said } = await followed(t, [
    (_, gzip) => {
      const stream = gzip()
      stream.write(line({ drop: 1 }) + line({ undrop: 1 }) + line({ position: '12' }) + line({ drop: 2 }))
      stream.end('\r\n{"posi')
    },
    (_, gzip) => {
      const stream = gzip()
      stream.write(line({ gap: { from: '13', to: '20', reason: 'retention' } }) + line({ position: '21' }))
      stream.end(line({ error: { message: 'X is closing for operational reasons.' } }))
    },
    async (response, gzip, { taken }) => {
      gzip().write(line({ position: '22' }))
      while (taken.at(-1)?.[0] !== '22') await sleep(2)
      response.destroy()
    },
  ])
  assert.deepEqual(asked, [null, '12', '21'])
  assert.deepEqual(taken, [
    ['10', []],
    ['12', [{ drop: 1 }, { undrop: 1 }]],
    ['21', [{ gap: { from: '13', to: '20', reason: 'retention' } }]],
    ['22', []],
  ])
  assert.deepEqual(pauses, [0, 0, 0])
  assert.equal(said[1], 'partition 4: X is closing for operational reasons.; again at once')
})

test('the client closes a silent connection, and retries a failed connection after growing delays', async (t) => {
  const silent: Answer = (_, gzip) => gzip().write('\r\n')
  const broken: Answer = (response) => response.destroy()
  const { pauses, said } = await followed(t, [silent, broken, broken], 100)
  assert.deepEqual(pauses, [0, 250, 500])
  assert.match(String(said[0]), /nothing came for 0\.1 s/)
})
