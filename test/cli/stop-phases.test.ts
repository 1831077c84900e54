/** A second signal in each phase of a stop ends the server with 128 plus its number, and the next one starts over the same data. */
import assert from 'node:assert/strict'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cli, startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'

const FLAGS = ['--port', '0', '--ops-port', '0', '--log-level', 'debug', '--drain-seconds', '1']

/** The phases of src/server-stop.ts in order, without traces. A signal arrives after each but the last one. */
const PHASES = [
  ...['drain', 'streams', 'requests', 'connections', 'desk', 'webhooks', 'search', 'verification'],
  ...['jobs', 'log', 'counters', 'media', 'database'],
] as const
const LAST = 'operations'

/** Longer than the time in which a second signal counts as the first one. */
const LATER_MS = 600

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

for (const [index, phase] of PHASES.entries()) {
  const second = SIGNALS[index % SIGNALS.length] ?? 'SIGTERM'
  test(`${second} after the phase "${phase}" of a stop`, async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    // The process stops itself at the end of the phase, and continues when the second signal waits for it.
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
    // The last phases may end before the event loop has the signal; the stop is complete then.
    const isComplete = out.includes(`"phase":"${LAST}","outcome":"done"`)
    assert.equal(code, isComplete ? 0 : 128 + constants.signals[second], out + err)
    assert.doesNotMatch(out + err, /unhandled|"level":[56]0/)

    const next = startCli(t, ['serve', '--data', data, ...FLAGS])
    await next.said(/Aviary serves /)
    next.kill('SIGTERM')
    // A second signal at once is an echo of the first one: the stop goes on.
    next.kill('SIGHUP')
    const after = await next.ended
    assert.equal(after.code, 0)
    const ended = [...after.out.matchAll(/"phase":"(\w+)","outcome":"done"/g)].map(([, name]) => name)
    assert.deepEqual(ended, [...PHASES, LAST])
    if (phase === 'database') assert.equal((await cli(t, ['verify', '--data', data])).code, 0)
  })
}
