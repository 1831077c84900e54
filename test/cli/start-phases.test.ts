/**
 * Tests that a signal in any phase of a start ends the process without a stack trace, and that the next
 * process starts with the same data directory.
 */
import assert from 'node:assert/strict'
import { constants } from 'node:os'
import { join } from 'node:path'
import { cli, startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { portion, slowTest as test } from '../support/part.ts'

const SERVE = ['serve', '--port', '0', '--ops-port', '0', '--log-level', 'debug']

const SIGNALS = ['SIGTERM', 'SIGHUP'] as const

/** Code for each moment of the start. The code calls `reach` at that moment. */
const MOMENTS: Readonly<Record<string, string>> = {
  'at the first statement of the database': before('DatabaseSync.prototype', 'exec', 1),
  'while the server makes the tables': before(
    'DatabaseSync.prototype',
    'exec',
    2,
    '/^\\s*create table/i.test(args[0])',
  ),
  'before the admin listener listens': before('net.Server.prototype', 'listen', 1),
  'before the public listener listens': before('net.Server.prototype', 'listen', 2),
  'when the server prints that it serves': `const { write } = process.stderr
    process.stderr.write = function (text, ...rest) {
      if (String(text).startsWith('Aviary serves')) reach()
      return write.call(this, text, ...rest)
    }`,
}

/**
 * Makes code that calls `reach` before a certain call of a method.
 * @param condition code with `args`, the arguments of a call; only calls that meet the condition are counted
 */
function before(holder: string, method: string, call: number, condition = 'true'): string {
  return `let calls = 0
    const { ${method}: original } = ${holder}
    ${holder}.${method} = function (...args) {
      if (${condition}) calls += 1
      if (calls === ${call}) {
        calls += 1
        reach()
      }
      return original.apply(this, args)
    }`
}

/** Makes the code of a module in which `reach` prints a mark and sends the signal to its own process. */
function preloadOf(code: string, signal: string): string {
  return `import fs from 'node:fs'
    import net from 'node:net'
    import { DatabaseSync } from 'node:sqlite'
    import { isMainThread } from 'node:worker_threads'
    const reach = () => {
      fs.writeSync(2, 'the moment is reached\\n')
      process.kill(process.pid, '${signal}')
    }
    if (isMainThread) { ${code} }`
}

for (const [moment, code] of portion(Object.entries(MOMENTS), 'start')) {
  test(`a signal ${moment} ends the process`, async (t) => {
    const folder = await temporaryDirectory(t)
    for (const signal of SIGNALS) {
      const data = join(folder, signal)
      const source = encodeURIComponent(preloadOf(code, signal))
      const env = { NODE_OPTIONS: `--import data:text/javascript,${source}` }
      const server = startCli(t, [...SERVE, '--data', data], { env })
      const [said] = await server.said(/the moment is reached|Aviary serves/)
      assert.equal(said, 'the moment is reached', signal)
      const { code: exitCode, out, err } = await server.ended
      // The exit code is null if the server has no handler at this moment, so that the signal itself ends the
      // process. SIGHUP has no handler before the server is ready.
      const allowed = [0, null, 128 + constants.signals[signal]]
      assert.ok(allowed.includes(exitCode), `${signal}: ${exitCode}: ${out}${err}`)
      assert.doesNotMatch(out + err, /unhandled|"level":[56]0| at \S+ \(|node:internal/)
      const next = startCli(t, [...SERVE, '--data', data])
      await next.said(/Aviary serves /)
      next.kill('SIGTERM')
      assert.equal((await next.ended).code, 0)
      if (signal === 'SIGHUP') assert.equal((await cli(t, ['verify', '--data', data])).code, 0)
    }
  })
}
