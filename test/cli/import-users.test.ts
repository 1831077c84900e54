/** Tests `import users` and `export users` with invalid files, killed processes, and a running server. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { ask, createTestApp, parseExactly } from '../support/api-client.ts'
import { cli, cliJson, startCli } from '../support/cli.ts'
import { freshConfig, temporaryDirectory } from '../support/engines.ts'
import { writeLines } from '../support/files/edge-list.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'
import { seeded } from '../support/seeded.ts'
import { startTestServer } from '../support/server.ts'

const FIXTURE = fileURLToPath(new URL('../fixtures/users/users.jsonl', import.meta.url))

const SENTENCE = /^aviary: [^\n]+\n$/

/** Like {@link cliJson}, but runs the command inside this process. */
async function json(...words: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await runMain([...words, '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out) as Record<string, unknown>
}

async function place(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const settings = ['--data', join(directory, 'data')]
  return {
    directory,
    settings,
    importing: (file: string) => ['import', 'users', file, ...settings],
    async exported() {
      const file = join(directory, `export-${systemClock.monotonic()}.jsonl`)
      await json('export', 'users', file, ...settings)
      return (await readFile(file, 'utf8')).trimEnd().split('\n')
    },
    async requireIntact() {
      const { ok, faults } = await json('verify', ...settings)
      assert.deepEqual({ ok, faults }, { ok: true, faults: [] })
    },
  }
}

/** A user object whose id needs 64 bits. */
function line(index: number): string {
  const id = 9_100_000_000_000_000_000n + BigInt(index)
  return `{"id":${id},"id_str":"${id}","screen_name":"u${index}","name":"User ${index}","description":"é ${index}"}`
}

describe('import users', () => {
  test('the results are printed as text and as JSON, and users of the graph keep their edges', async (t) => {
    const { directory, settings, importing, exported, requireIntact } = await place(t)
    const edges = await writeLines(join(directory, 'edges.txt'), ['13 659933', '659933 13', '13 999'])
    await json('import', 'follows', edges, ...settings)
    const { read, imported, skipped, rejected } = await json(...importing(FIXTURE))
    assert.deepEqual([read, imported, skipped, rejected], [25, 25, 0, 0])
    const { out, err } = await cli(t, importing(FIXTURE))
    assert.equal(out, 'Read 25 users: 2 imported, 23 already present, 0 rejected.\n')
    assert.equal(err, '')
    const biz = await json('user', 'show', 'biz', ...settings)
    assert.deepEqual([biz['id'], biz['followers_count'], biz['friends_count']], ['13', 1, 2])
    assert.equal((await exported()).length, 25, '24 people of the file, and 999')
    await requireIntact()
  })

  test('an export has the imported users unchanged', async (t) => {
    const one = await place(t)
    const other = await place(t)
    await json(...one.importing(FIXTURE))
    const file = join(one.directory, 'users.jsonl.gz')
    assert.deepEqual(await json('export', 'users', file, ...one.settings), { exported: 24 })
    assert.equal((await json(...other.importing(file)))['imported'], 24)
    assert.deepEqual(await other.exported(), await one.exported())
    const { code, err } = await runMain(['export', 'users', file, ...one.settings])
    assert.equal(code, 1)
    assert.match(err, /users\.jsonl\.gz exists; give another name, or remove it first/)
  })

  test('files of other formats are refused in one sentence, and nothing is imported', async (t) => {
    const { directory, importing, exported, settings } = await place(t)
    await json('migrate', ...settings)
    const picture = join(directory, 'picture')
    await writeFile(picture, Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 37) % 256)))
    const table = await writeLines(join(directory, 'table.csv'), new Array<string>(1_500).fill('1,jack'))
    const posts = await writeLines(
      join(directory, 'posts.jsonl'),
      new Array<string>(1_500).fill(
        '{"id":1,"created_at":"Wed May 23 06:01:13 +0000 2007","text":"x","user":{"id":2,"screen_name":"a"}}',
      ),
    )
    for (const [file, words] of [
      [picture, /picture: it is not text; give lines, CSV or JSON; nothing was imported/],
      [join(directory, 'none'), /none does not exist; check the path/],
    ] as const) {
      const { code, out, err } = await runMain(importing(file))
      assert.equal(code, 1, file)
      assert.equal(out, '')
      assert.match(err, SENTENCE)
      assert.match(err, words)
    }
    const ids = await runMain(importing(table))
    assert.equal(ids.code, 3)
    assert.match(ids.out, /These are ids, not posts\. "aviary compliance check/)
    const others = await runMain(importing(posts))
    assert.equal(others.code, 1)
    assert.match(
      others.out,
      /none of the first 1000 objects is readable \(.*: v1\.1 post, not one of the users; "aviary import FILE" imports every kind\)/,
    )
    assert.deepEqual(await exported(), [''])
  })

  test('an import that is killed at random moments and repeated has the same result as one complete run', async (t) => {
    const { directory, importing, exported, requireIntact } = await place(t)
    const random = seeded(20_200_812)
    const good = Array.from({ length: 30_000 }, (_, index) => line(index))
    const lines = [...good.slice(0, 9_000), 'what is this', ...good.slice(9_000)]
    const file = join(directory, 'users.jsonl.gz')
    await writeFile(file, gzipSync(`${lines.join('\n')}\n`))
    for (let kill = 0; kill < 3; kill += 1) {
      const run = startCli(t, importing(file))
      await Promise.race([run.ended, sleep(systemClock, 350 + random() * 500)])
      run.kill()
      const { code } = await run.ended
      assert.ok(code === null || code === 0, 'it was killed, or had finished')
    }
    const { read, imported, skipped, rejected, rejects } = await cliJson(t, importing(file))
    assert.equal(read, 30_001)
    assert.equal(Number(imported) + Number(skipped), 30_000)
    assert.equal(rejected, 1)
    assert.equal(await readFile(String(rejects), 'utf8'), 'users.jsonl.gz:9001\tnot JSON\twhat is this\n')
    const stored = (await exported()).map((text) => (JSON.parse(text) as { id_str: string }).id_str)
    assert.deepEqual(
      stored,
      good.map((text) => (JSON.parse(text) as { id_str: string }).id_str),
    )
    await requireIntact()
  })

  test('when a running server reads the events of an import, it updates users that the import renamed, suspended or protected', async (t) => {
    const config = await freshConfig(t, 'sqlite', { limits: 'off' })
    const { url, context } = await startTestServer(t, { config })
    const directory = await temporaryDirectory(t)
    const importing = async (kind: string, ...lines: string[]) => {
      const file = await writeLines(join(directory, kind), lines)
      await json('import', kind, file, '--data', config.data)
    }
    const { asApp } = await createTestApp(context)
    const followers = async (name: string) => {
      const { status, text } = await ask(`${url}/1.1/followers/ids.json?screen_name=${name}`, asApp)
      return status === 200 ? (parseExactly(text) as { ids: bigint[] }).ids : status
    }
    /** Waits for the response, because the server caches users until it reads the events of the import. */
    const becomes = async (name: string, wanted: number | bigint[]) => {
      for (let tries = 0; tries < 100; tries += 1) {
        if (isDeepStrictEqual(await followers(name), wanted)) return
        await sleep(systemClock, 20)
      }
      assert.deepEqual(await followers(name), wanted)
    }
    await importing('follows', '5 7', '6 7')
    await becomes('user_7', [6n, 5n])
    await importing(
      'users',
      '{"id":7,"screen_name":"seven","description":""}',
      '{"id":6,"screen_name":"six","suspended":true}',
    )
    await becomes('seven', [5n])
    await becomes('user_7', 404)
    await importing('users', '{"id":7,"screen_name":"seven","protected":true}')
    await becomes('seven', 401)
  })
})
