/**
 * Runs the recipe of docs/testing/testcontainers.md without a container engine. The entrypoint runs as a
 * process of the packed package, and clients reach it by an address that is not loopback.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { installPackage } from '../../test/package/installed.ts'
import { compileCache } from '../../test/support/compile-cache.ts'
import { slowTest as test } from '../../test/support/part.ts'
import type { TestServerLine } from '../support/test-server.ts'

const RECIPE = new URL('../../docs/testing/testcontainers.md', import.meta.url)

/** The fenced blocks by language. */
async function blocks(): Promise<ReadonlyMap<string, string>> {
  const matches = (await readFile(RECIPE, 'utf8')).matchAll(/```(\w+)\n([\s\S]*?)```/g)
  return new Map(Array.from(matches, ([, language = '', code = '']) => [language, code]))
}

function entrypointOf(dockerfile: string): string[] {
  const [, json = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? []
  return JSON.parse(json) as string[]
}

/** Values of options such as `--port`, in order. */
function portsOf(words: readonly string[]): string[] {
  return words.filter((_, at) => /^--(ops-)?port$/.test(words[at - 1] ?? ''))
}

/**
 * Runs the entrypoint with free ports, because other processes of this machine may use the ports of the
 * recipe.
 */
function runEntrypoint(t: TestContext, words: readonly string[]) {
  const { command, remove } = installPackage()
  t.after(remove)
  const free = words.map((word, at) => (/^--(ops-)?port$/.test(words[at - 1] ?? '') ? '0' : word))
  // A container engine provides no standard input, and stops the first process with SIGTERM.
  const env = { PATH: dirname(process.execPath), ...compileCache() }
  const child = spawn(command, free, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  t.after(() => child.kill('SIGKILL'))
  return child
}

/** An address of this machine that is not loopback, as clients of a container use. */
function outerAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

test('the recipe for testcontainers works', async (t) => {
  const code = await blocks()
  const dockerfile = code.get('dockerfile') ?? ''
  const [command, ...words] = entrypointOf(dockerfile)
  assert.equal(command, 'aviary')
  assert.deepEqual(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1]?.split(' '), portsOf(words))

  const child = runEntrypoint(t, words)
  const output = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = String((await output.next()).value)
  const world = JSON.parse(line) as TestServerLine

  await t.test('the recipe waits for the first line of standard output', () => {
    const patterns = [
      /forLogMessage\(\/(.*)\/\)/.exec(code.get('ts') ?? '')?.[1],
      /wait_for_logs\(container, r'(.*)'\)/.exec(code.get('python') ?? '')?.[1],
      /forLogMessage\("\(\?s\)(.*)", 1\)/.exec(code.get('java') ?? '')?.[1]?.replaceAll(/\\(["\\])/g, '$1'),
    ]
    for (const pattern of patterns) assert.match(line, new RegExp(pattern ?? 'no pattern in the recipe', 's'))
  })

  await t.test('clients outside of the container use HTTP and the test controls', async (t) => {
    const address = outerAddress()
    if (address === undefined) return t.skip('this machine has no address besides loopback')
    const outside = (url: string) => `http://${address}:${new URL(url).port}`
    const [api, admin] = [outside(world.url), outside(world.admin_url)]
    const headers = { authorization: `Bearer ${world.app.bearer_token}` }
    const user = await fetch(`${api}/2/users/${world.user.id}`, { headers })
    assert.equal(user.status, 200)
    const authorization = `Bearer ${world.test_token}`
    const reset = await fetch(`${admin}/test/reset`, { method: 'POST', headers: { authorization } })
    assert.deepEqual(await reset.json(), { reset: true })
    assert.equal((await fetch(`${admin}/readyz`)).status, 200)
  })

  await t.test('SIGTERM ends the process, which has printed one line', async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.equal((await output.next()).done, true)
  })
})
