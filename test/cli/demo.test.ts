/** Tests `aviary demo` as a new user would: starts the demo and runs the commands that it prints. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/root.ts'
import { cli, cliJson, type RunningCli, startCli } from '../support/cli.ts'
import { type Hooks, temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

const FREE_PORTS = ['--port', '0', '--ops-port', '0', '--proxy-port', '0', '--log-level', 'error']

interface Demo {
  readonly run: RunningCli
  readonly out: string
  /** The value of a name in the list of credentials. */
  listed(name: string): string
}

async function startDemo(t: Hooks, settings: readonly string[]): Promise<Demo> {
  const run = startCli(t, ['demo', ...settings, ...FREE_PORTS])
  const [out] = await run.printed(/^[\s\S]*\nStop with Ctrl-C\.\n/)
  const listed = (name: string) => new RegExp(`^  ${name} +(.*)$`, 'm').exec(out)?.[1] ?? ''
  return { run, out, listed }
}

/** Stops the demo. @returns the text on its standard error */
async function stop({ run }: Demo): Promise<string> {
  run.kill('SIGINT')
  const { code, err } = await run.ended
  assert.equal(code, 0)
  return err
}

/** Runs a text in a shell in the checkout, and returns its output. */
async function paste(text: string | undefined): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', text ?? 'exit 1'], { cwd: ROOT })
  return stdout
}

/** The ids of all followers, read with plain requests. */
async function followersOf(url: string, screenName: string, bearer: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = '-1'; cursor !== '0'; ) {
    const query = new URLSearchParams({ screen_name: screenName, cursor, stringify_ids: 'true' })
    const response = await fetch(`${url}/1.1/followers/ids.json?${query}`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    assert.equal(response.status, 200)
    const page = (await response.json()) as { ids: string[]; next_cursor_str: string }
    ids.push(...page.ids)
    cursor = page.next_cursor_str
  }
  return ids
}

describe('spec/server.md#demo: aviary demo', () => {
  test('prints lines that work when they are pasted, and the same credentials at every start', async (t) => {
    const settings = ['--data', join(await temporaryDirectory(t), 'data'), '--limits', 'off']
    const first = await startDemo(t, settings)
    const [, url = ''] = /^Aviary serves (\S+)$/m.exec(first.out) ?? []
    const [, name = '', count = ''] = /@(\w+) has ([\d,]+) followers/.exec(first.out) ?? []
    assert.ok(Number(count.replaceAll(',', '')) > 15_000)
    const followers = await followersOf(url, name, first.listed('bearer token'))
    assert.ok(followers.length > 15_000)
    assert.equal(new Set(followers).size, followers.length)

    const pasted = await paste(/^curl .*$/m.exec(first.out)?.[0])
    assert.deepEqual((JSON.parse(pasted) as { ids: string[] }).ids, followers.slice(0, 5))
    const snippet = await paste(/^node [\s\S]*?\n'$/m.exec(first.out)?.[0])
    assert.equal(snippet, `${followers.length} followers, from ${followers.at(0)} to ${followers.at(-1)}\n`)
    const progress = /^\d+ % of [\d,]+ users and follows, /m
    assert.match(await stop(first), progress, 'a first start without a terminal shows progress')
    const { ok, faults } = await cliJson(t, ['verify', ...settings.slice(0, 2)])
    assert.deepEqual({ ok, faults }, { ok: true, faults: [] })

    const second = await startDemo(t, settings)
    const without = ({ out }: Demo) => out.replace(/localhost:\d+/g, 'localhost').replace(/link#\S+/, 'link')
    assert.equal(without(second), without(first))
    assert.doesNotMatch(await stop(second), progress)
    const other = await cli(t, ['demo', ...settings, ...FREE_PORTS, '--seed', '2'])
    assert.equal(other.code, 1)
    assert.match(other.err, /^aviary: the data contains the demo network of seed 1; use --seed 1, .*\n$/)
  })

  test('refuses an invalid seed', async () => {
    for (const seed of ['', 'one', '-1', '4294967296', '1.5']) {
      const { code, err } = await runMain(['demo', `--seed=${seed}`])
      assert.equal(code, 2)
      assert.match(err, /^aviary: --seed takes a whole number from 0 to 4294967295/)
    }
  })
})
