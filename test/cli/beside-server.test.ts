/**
 * Tests commands that run while a server runs. The server continues to respond, and shows the changes that
 * the commands make.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { parseExactly } from '../support/api-client.ts'
import { cli, cliJson, startCli } from '../support/cli.ts'
import { testDatabase } from '../support/databases/databases.ts'
import { ENGINES, temporaryDirectory } from '../support/engines.ts'
import { edgeLines, FIRST_FOLLOWEE, linesIn, writeLines } from '../support/files/edge-list.ts'
import { slowTest as test } from '../support/part.ts'

interface IdPage {
  readonly ids: readonly bigint[]
  readonly next_cursor_str: string
}

async function server(t: TestContext, settings: readonly string[]) {
  const listening = ['--port', '0', '--ops-port', '0', '--limits', 'off', '--log-level', 'fatal']
  const running = startCli(t, ['serve', ...settings, ...listening])
  const [, url] = await running.said(/Aviary serves (http:\S+) /)
  await cliJson(t, ['user', 'create', 'ada', ...settings])
  const app = await cliJson(t, ['app', 'create', 'An app', '--owner', 'ada', ...settings])
  const headers = { authorization: `Bearer ${String(app['bearer_token'])}` }
  return { running, get: (path: string) => fetch(`${url}${path}`, { headers }) }
}

for (const engine of ENGINES) {
  test(`an import while a server runs: the server responds, and lists every follower afterwards (${engine})`, async (t) => {
    const directory = await temporaryDirectory(t)
    const database = engine === 'postgres' ? ['--database', await testDatabase(t)] : []
    const settings = ['--data', join(directory, 'data'), ...database]
    const { running, get } = await server(t, settings)
    const lines = edgeLines(8_000)
    const file = await writeLines(join(directory, 'edges.txt'), lines)
    const run = startCli(t, ['import', 'follows', file, ...settings, '--json'])
    let answers = 0
    while (!run.isOver) {
      const answer = await get('/1.1/followers/ids.json?screen_name=ada')
      assert.equal(answer.status, 200)
      assert.deepEqual((parseExactly(await answer.text()) as IdPage).ids, [])
      answers += 1
    }
    assert.ok(answers >= 5, 'the server answered while the import ran')
    const { code, out, err } = await run.ended
    assert.equal(code, 0, err)
    const { read, imported, skipped, rejected } = JSON.parse(out)
    assert.deepEqual([read, imported, skipped, rejected], [8_000, 8_000, 0, 0])

    const expected = lines.flatMap((line) =>
      line.endsWith(` ${FIRST_FOLLOWEE}`) ? [BigInt(line.split(' ')[0] ?? '')] : [],
    )
    const paged: bigint[] = []
    for (let cursor = '-1'; cursor !== '0'; ) {
      const path = `/1.1/followers/ids.json?user_id=${FIRST_FOLLOWEE}&count=80&cursor=${cursor}`
      const answer = await get(path)
      assert.equal(answer.status, 200)
      const page = parseExactly(await answer.text()) as IdPage
      paged.push(...page.ids)
      cursor = page.next_cursor_str
    }
    assert.deepEqual(paged, expected.toReversed(), 'all of them, newest first')

    const exported = join(directory, 'export.txt')
    await cliJson(t, ['export', 'follows', exported, ...settings])
    assert.deepEqual(await linesIn(exported), lines)
    const { code: verified } = await cli(t, ['verify', ...settings])
    assert.equal(verified, 0, 'verify may run beside a server')
    running.kill('SIGTERM')
    assert.equal((await running.ended).code, 0, 'it stops in order')
  })
}
