/** How a server starts: in the process that was started, with the room for new objects that it wants (decision 0029). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SERVER_FLAGS } from '../../bin/server-flags.js'
import { startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'

const ON_LINUX = { skip: process.platform === 'linux' ? false : 'needs /proc' }

/** The command line of a server that has started, under the number of the process that was started. */
async function commandLineOf(t: TestContext, env: Readonly<Record<string, string>>): Promise<string[]> {
  const data = join(await temporaryDirectory(t), 'data')
  const server = startCli(t, ['serve', '--data', data, '--port', '0', '--ops-port', '0'], { env })
  await server.said(/Aviary serves (http:\S+) /)
  const words = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0')
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
  return words
}

test('a server has the room that it wants, in the process that was started', ON_LINUX, async (t) => {
  const words = await commandLineOf(t, {})
  assert.deepEqual(words.slice(1, 1 + SERVER_FLAGS.length), SERVER_FLAGS)
  assert.equal(words.filter((word) => word === 'serve').length, 1)
})

test('a size that somebody has chosen is left alone', ON_LINUX, async (t) => {
  const words = await commandLineOf(t, { NODE_OPTIONS: '--max-semi-space-size=8' })
  assert.ok(!words.some((word) => word.includes('semi-space')))
})
