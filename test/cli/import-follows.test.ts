/**
 * Tests `import follows` and `export follows` with invalid files, full disks, killed processes and concurrent
 * imports.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Engine } from '../../src/db/query.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { cli, cliJson, startCli } from '../support/cli.ts'
import { testDatabase } from '../support/databases/databases.ts'
import { ENGINES, temporaryDirectory } from '../support/engines.ts'
import { edgeLines, linesIn, writeLines } from '../support/files/edge-list.ts'
import { slowTest as test } from '../support/part.ts'
import { seeded } from '../support/seeded.ts'

async function place(t: TestContext, engine: Engine = 'sqlite') {
  const directory = await temporaryDirectory(t)
  const database = engine === 'postgres' ? ['--database', await testDatabase(t)] : []
  const settings = ['--data', join(directory, 'data'), ...database]
  let exports = 0
  return {
    directory,
    settings,
    importing: (file: string) => ['import', 'follows', file, ...settings],
    async exported() {
      exports += 1
      const file = join(directory, `export-${exports}.txt`)
      await cliJson(t, ['export', 'follows', file, ...settings])
      return linesIn(file)
    },
    async requireIntact() {
      const { ok, faults } = await cliJson(t, ['verify', ...settings])
      assert.deepEqual({ ok, faults }, { ok: true, faults: [] })
    },
  }
}

function countsOf({ read, imported, skipped, rejected }: Readonly<Record<string, unknown>>) {
  return { read, imported, skipped, rejected }
}

const SENTENCE = /^aviary: [^\n]+\n$/

describe('an invalid edge list', () => {
  test('a binary file is refused in one sentence and nothing is imported', async (t) => {
    const { directory, importing, exported } = await place(t)
    const file = join(directory, 'picture.txt')
    await writeFile(file, Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 37) % 256)))
    const { code, out, err } = await cli(t, importing(file))
    assert.equal(code, 1)
    assert.equal(out, '')
    assert.match(err, SENTENCE)
    assert.match(err, /picture\.txt: it is not text; .*; nothing was imported/)
    assert.deepEqual(await exported(), [])
  })

  test('lines with the wrong columns are refused with an example, and nothing is imported', async (t) => {
    const { directory, importing, exported } = await place(t)
    const rows = Array.from({ length: 1_500 }, (_, index) => `user ${index},${index + 1},2020-08-12`)
    const file = await writeLines(join(directory, 'table.csv'), rows)
    const { code, out } = await cli(t, importing(file))
    assert.equal(code, 1)
    assert.match(
      out,
      /none of the first 1000 objects is readable \(this one is .*: not two numeric ids in the columns/,
    )
    assert.deepEqual(await exported(), [])
  })

  test('invalid lines among valid lines, such as ids beyond 64 bits, go into the reject file with number and reason', async (t) => {
    const { directory, importing, exported } = await place(t)
    const wrong = ['9223372036854775808 7', '7 99999999999999999999', '0 7', '7', '7 b']
    const lines = ['9223372036854775807 7', ...wrong, '7 9223372036854775806']
    const file = await writeLines(join(directory, 'edges.txt'), lines)
    const report = await cliJson(t, importing(file))
    const { rejects, first_edge } = report
    assert.deepEqual(first_edge, { follower: '9223372036854775807', followee: '7' })
    assert.deepEqual(countsOf(report), { read: 7, imported: 2, skipped: 0, rejected: 5 })
    const rows = (await readFile(String(rejects), 'utf8')).trimEnd().split('\n')
    const beyond = 'an id is 0 or beyond 64 bits'
    const columns = 'not two numeric ids in the columns of follower and followee'
    const node0 = 'node 0 is no id; move all ids with --id-offset 1'
    const reasons = [beyond, columns, node0, columns, columns]
    assert.deepEqual(
      rows,
      wrong.map((line, index) => `edges.txt:${index + 2}\t${reasons[index]}\t${line}`),
    )
    assert.deepEqual(await exported(), ['9223372036854775807 7', '7 9223372036854775806'])
  })

  test('of a truncated gzip file, the readable part is imported and the truncation reported; the complete file adds the rest', async (t) => {
    const { directory, importing, exported, requireIntact } = await place(t)
    const lines = edgeLines(15_000)
    const whole = gzipSync(`${lines.join('\n')}\n`)
    const file = join(directory, 'edges.txt.gz')
    await writeFile(file, whole.subarray(0, Math.floor(whole.length * 0.7)))
    const { code, out } = await cli(t, importing(file))
    assert.equal(code, 1)
    const [, count] = /^Read (\d+) follows/.exec(out) ?? []
    assert.match(out, /edges\.txt\.gz: its gzip data is corrupt or truncated .*; get the complete file/)
    const stored = await exported()
    assert.deepEqual(stored, lines.slice(0, Number(count)))
    assert.ok(stored.length > 5_000, 'a good part came before the fault')
    await writeFile(file, whole)
    const report = countsOf(await cliJson(t, importing(file)))
    const imported = lines.length - stored.length
    assert.deepEqual(report, { read: 15_000, imported, skipped: stored.length, rejected: 0 })
    assert.deepEqual(await exported(), lines)
    await requireIntact()
  })
})

describe('an interrupted import', () => {
  test('a full disk ends the import with a message; after more space is free it continues, and no edge is missing', async (t) => {
    const { directory, importing, exported, requireIntact } = await place(t)
    const lines = edgeLines(40_000)
    const file = await writeLines(join(directory, 'edges.txt'), lines)
    // No file may become larger than 3.5 MB (in blocks of 512 bytes). This size is enough for some batches of
    // the import, but not for all.
    const limited = { under: ['sh', '-c', 'ulimit -f 7000; exec "$0" "$@"'] }
    const { code, out, err } = await cli(t, importing(file), limited)
    assert.equal(code, 1)
    assert.equal(out, '')
    assert.match(err, /^aviary: .*(no room left|no disk space is left|disk refused)[^\n]*\n$/)
    await requireIntact()
    const before = await exported()
    assert.deepEqual(before, lines.slice(0, before.length))
    const { code: again, out: summary } = await cli(t, importing(file))
    assert.equal(again, 0)
    assert.match(summary, /^Read 40000 follows: 40000 imported, 0 already present, 0 rejected\.$/m)
    assert.deepEqual(await exported(), lines)
    await requireIntact()
  })

  for (const [engine, count, kills] of [
    ['sqlite', 40_000, 2],
    ['postgres', 24_000, 2],
  ] as const) {
    test(`an import that is killed at random moments and repeated has the same result as one complete run (${engine})`, async (t) => {
      const { directory, importing, exported, requireIntact } = await place(t, engine)
      const random = seeded(20_200_812)
      const good = edgeLines(count)
      const lines = [...good.slice(0, 15_000), 'what is this', ...good.slice(15_000)]
      const file = await writeLines(join(directory, 'edges.txt'), lines)
      for (let kill = 0; kill < kills; kill++) {
        const run = startCli(t, importing(file))
        await Promise.race([run.ended, sleep(systemClock, 350 + random() * 700)])
        run.kill()
        const { code } = await run.ended
        assert.ok(code === null || code === 0, 'it was killed, or had finished')
      }
      const { read, imported, skipped, rejected, rejects } = await cliJson(t, importing(file))
      assert.equal(read, count + 1)
      assert.equal(Number(imported) + Number(skipped), count)
      assert.equal(rejected, 1)
      assert.equal(
        await readFile(String(rejects), 'utf8'),
        'edges.txt:15001\tnot two numeric ids in the columns of follower and followee\twhat is this\n',
      )
      assert.deepEqual(await exported(), good)
      await requireIntact()
    })
  }
})

describe('concurrent imports', () => {
  test('if concurrent imports read the same file, one may be refused, and every edge is stored once', async (t) => {
    const { directory, importing, exported, requireIntact } = await place(t)
    const lines = edgeLines(15_000)
    const file = await writeLines(join(directory, 'edges.txt'), lines)
    const both = await Promise.all([cli(t, importing(file)), cli(t, importing(file))])
    const failed = both.filter(({ code }) => code !== 0)
    assert.ok(failed.length < 2, 'at least one of them completes')
    for (const { code, err } of failed) {
      assert.equal(code, 1)
      assert.equal(
        err,
        'aviary: another import of the same file is running; wait until it has finished, its batches are stored\n',
      )
    }
    assert.deepEqual(await exported(), lines)
    await requireIntact()
  })

  for (const engine of ENGINES) {
    test(`concurrent imports of overlapping files both complete (${engine})`, async (t) => {
      const { directory, importing, exported, settings, requireIntact } = await place(t, engine)
      await cliJson(t, ['migrate', ...settings])
      const first = edgeLines(12_000)
      const second = edgeLines(12_000, 6_000)
      const files = await Promise.all([
        writeLines(join(directory, 'first.txt'), first),
        writeLines(join(directory, 'second.txt'), second),
      ])
      const reports = await Promise.all(files.map((file) => cliJson(t, importing(file))))
      for (const { read, rejected } of reports)
        assert.deepEqual({ read, rejected }, { read: 12_000, rejected: 0 })
      const imported = reports.reduce((sum, report) => sum + Number(report['imported']), 0)
      const skipped = reports.reduce((sum, report) => sum + Number(report['skipped']), 0)
      assert.deepEqual({ imported, skipped }, { imported: 18_000, skipped: 6_000 })
      assert.deepEqual((await exported()).sort(), [...new Set([...first, ...second])].sort())
      await requireIntact()
    })
  }
})

describe('import and export', () => {
  for (const engine of ENGINES) {
    test(`an export has the edges in the order of the imported file, and a second import changes nothing (${engine})`, async (t) => {
      const one = await place(t, engine)
      const other = await place(t, engine === 'sqlite' ? 'postgres' : 'sqlite')
      const lines = edgeLines(12_000)
      const file = await writeLines(join(one.directory, 'edges.txt'), lines)
      await cliJson(t, one.importing(file))
      const packed = join(one.directory, 'edges.gz')
      assert.deepEqual(await cliJson(t, ['export', 'follows', packed, ...one.settings]), { exported: 12_000 })
      await cliJson(t, other.importing(packed))
      assert.deepEqual(await other.exported(), lines)
      const again = countsOf(await cliJson(t, other.importing(packed)))
      assert.deepEqual(again, {
        read: 12_000,
        imported: 0,
        skipped: 12_000,
        rejected: 0,
      })
      assert.deepEqual(await other.exported(), lines)
    })
  }

  test('an export does not overwrite a file', async (t) => {
    const { directory, settings } = await place(t)
    await cliJson(t, ['migrate', ...settings])
    const file = await writeLines(join(directory, 'mine.txt'), ['mine'])
    const { code, err } = await cli(t, ['export', 'follows', file, ...settings])
    assert.equal(code, 1)
    assert.match(err, /mine\.txt exists; give another name, or remove it first/)
    assert.deepEqual(await linesIn(file), ['mine'])
  })

  const noProc = process.platform === 'linux' ? false : 'only Linux reports the peak memory of a process'
  test('memory use does not grow with the size of the file', { skip: noProc }, async (t) => {
    const { directory, importing } = await place(t)
    const file = join(directory, 'edges.txt.gz')
    // The lines have about 280 MB. A process that kept all lines would exceed the limit of 300 MiB below.
    const edges = edgeLines(20_000)
    // Random numbers keep the compression ratio below its limit.
    const random = seeded(7)
    const comments = () => `# ${random()}${'x'.repeat(980)}\n`.repeat(14)
    await writeFile(file, gzipSync(edges.map((edge) => `${edge}\n${comments()}`).join(''), { level: 1 }))
    const run = startCli(t, importing(file))
    let kib = 0
    while (!run.isOver) {
      const status = await readFile(`/proc/${run.pid}/status`, 'utf8').catch(() => '')
      kib = Math.max(kib, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0))
      await Promise.race([run.ended, sleep(systemClock, 20)])
    }
    const { code, out } = await run.ended
    assert.equal(code, 0)
    assert.match(out, /^Read 20000 follows: 20000 imported/)
    assert.ok(kib > 40 * 1024, 'it was measured')
    assert.ok(kib < 300 * 1024, `${kib} KiB`)
  })
})
