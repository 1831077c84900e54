/**
 * Tests that a server has a larger young generation of V8, and runs in the process that was started (decision
 * 0029).
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { SERVER_FLAGS } from '../../bin/server-flags.js'
import { startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'

const ON_LINUX = { skip: process.platform === 'linux' ? false : 'needs /proc' }

/**
 * The command line and the environment variables of a server. A server that restarts itself with other flags
 * keeps its process id.
 */
async function commandLineOf(
  t: TestContext,
  env: Readonly<Record<string, string>>,
): Promise<{ words: string[]; variables: string[] }> {
  const data = join(await temporaryDirectory(t), 'data')
  const server = startCli(t, ['serve', '--data', data, '--port', '0', '--ops-port', '0'], { env })
  await server.said(/Aviary serves (http:\S+) /)
  const words = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0')
  const variables = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0')
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
  return { words, variables }
}

test('a server has the larger young generation, in the process that was started', ON_LINUX, async (t) => {
  const { words, variables } = await commandLineOf(t, { MALLOC_ARENA_MAX: '3' })
  assert.deepEqual(words.slice(1, 1 + SERVER_FLAGS.length), SERVER_FLAGS)
  assert.equal(words.filter((word) => word === 'serve').length, 1)
  assert.ok(variables.includes('MALLOC_TRIM_THRESHOLD_=131072'))
  // Variables that the user has set stay unchanged.
  assert.ok(variables.includes('MALLOC_ARENA_MAX=3') && !variables.includes('MALLOC_ARENA_MAX=2'))
})

/** Number of allocation sites that V8 pretenures in a process of this command that retains all objects. */
function pretenuredIn(command: string): number {
  const start = new URL('../../bin/start-anew.js', import.meta.url).href
  const code = `import { startWithFlags } from ${JSON.stringify(start)}
    startWithFlags(['${command}'])
    const kept = []
    const make = (index) => ({ index, of: [index] })
    for (let index = 0; index < 3_000_000; index++) kept.push(make(index))`
  const flags = [...ROOM, '--trace-pretenuring-statistics', '--input-type=module', '-e', code]
  const { status, stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  assert.equal(status, 0)
  return stdout.split('=> tenure').length - 1
}

/** Flags that a user may have set. A process that already has these flags does not restart itself. */
const ROOM = ['--min-semi-space-size=8', '--max-semi-space-size=8']

test('decision 0029: V8 pretenures nothing in a server, even if the user has set the size of the young generation', () => {
  assert.ok(pretenuredIn('user') > 0)
  assert.equal(pretenuredIn('serve'), 0)
})

test('a size that the user has set is not changed', ON_LINUX, async (t) => {
  const { words } = await commandLineOf(t, { NODE_OPTIONS: '--max-semi-space-size=8' })
  assert.ok(!words.some((word) => word.includes('semi-space')))
})
