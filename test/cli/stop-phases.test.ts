/**
 * Tests that a second signal in any phase of a stop ends the server with 128 plus the number of the signal,
 * and that the next server starts with the same data directory.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { cli, startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { requestText, Wire } from '../support/http/wire.ts'
import { portion, slowTest as test } from '../support/part.ts'

const FLAGS = ['--port', '0', '--ops-port', '0', '--log-level', 'debug', '--drain-seconds', '1']

/**
 * The phases of src/server-stop.ts in order, except the phase of traces. The tests send a signal after each
 * phase, and also inside the last two phases.
 */
const PHASES = [
  ...['drain', 'streams', 'requests', 'connections', 'desk', 'webhooks', 'search', 'verification'],
  ...['jobs', 'log', 'counters', 'media', 'database'],
] as const
const LAST = 'operations'

/**
 * Milliseconds between the two signals. The time is longer than the time in which a second signal counts as
 * an echo of the first signal.
 */
const LATER_MS = 600

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

for (const [index, phase] of portion([...PHASES, LAST].entries(), 'stop')) {
  const second = SIGNALS[index % SIGNALS.length] ?? 'SIGTERM'
  test(`the server ends if ${second} arrives after the phase "${phase}" of a stop, and the next server starts`, async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    // The process pauses at the end of the phase, and continues when the second signal is pending.
    const preload = `import fs from 'node:fs'
      const { writeSync } = fs
      let isHeld = false
      fs.writeSync = function (fd, text, ...rest) {
        const written = writeSync.call(this, fd, text, ...rest)
        if (!isHeld && String(text).includes('"phase":"${phase}"')) {
          isHeld = true
          process.kill(process.pid, 'SIGSTOP')
        }
        return written
      }`
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}` }
    const server = startCli(t, ['serve', '--data', data, ...FLAGS], { env })
    await server.said(/Aviary serves /)
    server.kill('SIGTERM')
    await server.printed(new RegExp(`"phase":"${phase}"`))
    await wait(LATER_MS)
    server.kill(second)
    server.kill('SIGCONT')
    const { code, out, err } = await server.ended
    // The last phases may end before the event loop handles the signal. In this case the stop is complete,
    // and the exit code may be 0. If the signal arrives after the handlers are removed and before the process
    // ends, the exit code is null.
    const isComplete = out.includes(`"phase":"${LAST}","outcome":"done"`)
    const byTheSignal = 128 + constants.signals[second]
    const allowed = isComplete ? [0, byTheSignal, null] : [byTheSignal]
    assert.ok(allowed.includes(code), `${code}: ${out}${err}`)
    if (phase === LAST) assert.ok(isComplete, out)
    assert.doesNotMatch(out + err, /unhandled|"level":[56]0/)

    await startsNext(t, data)
    if (phase === 'database') assert.equal((await cli(t, ['verify', '--data', data])).code, 0)
  })
}

/** Asserts that the next server starts, and stops through all phases. */
async function startsNext(t: TestContext, data: string): Promise<void> {
  const next = startCli(t, ['serve', '--data', data, ...FLAGS])
  await next.said(/Aviary serves /)
  next.kill('SIGTERM')
  // A second signal immediately after the first signal is an echo, so the stop continues.
  next.kill('SIGHUP')
  const after = await next.ended
  assert.equal(after.code, 0)
  const ended = [...after.out.matchAll(/"phase":"(\w+)","outcome":"done"/g)].map(([, name]) => name)
  assert.deepEqual(ended, [...PHASES, LAST])
}

const WITHOUT_DRAIN = FLAGS.slice(0, -2)

/**
 * Asserts that a second signal ends a server while a phase waits.
 * @param waiting the phase that waits
 * @param before the phase before it, which has ended
 */
async function endsIn(
  server: ReturnType<typeof startCli>,
  waiting: string,
  before: string,
  second: (typeof SIGNALS)[number],
): Promise<void> {
  server.kill('SIGTERM')
  await server.printed(new RegExp(`"phase":"${before}","outcome":"done"`))
  await wait(LATER_MS)
  server.kill(second)
  const { code, out, err } = await server.ended
  assert.equal(code, 128 + constants.signals[second], out + err)
  assert.ok(!out.includes(`"phase":"${waiting}"`), out)
  assert.doesNotMatch(out + err, /unhandled|"level":[56]0/)
}

for (const second of ['SIGTERM', 'SIGHUP'] as const) {
  test(`${second} ends the server while the last phase waits for a request to the admin listener`, async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const server = startCli(t, ['serve', '--data', data, ...WITHOUT_DRAIN])
    const [, opsUrl = ''] = await server.said(/admin listener at (http:\S+)\)/)
    const wire = await Wire.open(opsUrl)
    const token = readFileSync(join(data, 'operator.token'), 'utf8').trim()
    // The rest of the request's body never arrives.
    const headers = [
      ['authorization', `Bearer ${token}`],
      ['content-type', 'application/json'],
      ['content-length', '10'],
      ['expect', '100-continue'],
    ] as const
    wire.send(requestText('POST /moderation HTTP/1.1', headers))
    assert.equal((await wire.answer()).status, 100)
    wire.send('{')
    await endsIn(server, LAST, 'database', second)
    await startsNext(t, data)
  })
}

test('SIGINT ends the server while the phase of traces waits for a collector that does not respond', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const collector = createServer().listen(0, '127.0.0.1')
  await once(collector, 'listening')
  t.after(() => collector.close())
  const { port } = collector.address() as AddressInfo
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
  const server = startCli(t, ['serve', '--data', data, ...WITHOUT_DRAIN], { env })
  const [, url = ''] = await server.said(/Aviary serves (http:\S+) /)
  await (await fetch(`${url}/2/tweets/20`)).text()
  await endsIn(server, 'traces', 'database', 'SIGINT')
  await startsNext(t, data)
})
