/** Tests `aviary import FILE…`: containers, mixed files, dry runs, reject files, reports and exit codes. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { cli, cliJson, startCli } from '../support/cli.ts'
import { migratedConfig, temporaryDirectory } from '../support/engines.ts'
import { zipBytes } from '../support/files/zip-bytes.ts'
import { byPart, slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

const CASES = fileURLToPath(new URL('../fixtures/import', import.meta.url))

interface Counts {
  readonly imported: number
  readonly skipped: number
  readonly rejected: number
  readonly faults: readonly { readonly place: string; readonly reason: string }[]
  readonly files: readonly { readonly name: string; readonly forms: Readonly<Record<string, number>> }[]
  readonly kinds: Readonly<Record<string, { readonly imported: number; readonly skipped: number }>>
  readonly rejects?: string
  readonly archives?: readonly unknown[]
  readonly warnings: readonly unknown[]
}

/** @param isNew true for data without a database; by default the database has all tables */
async function place(t: TestContext, isNew = false) {
  const directory = await temporaryDirectory(t)
  const data = isNew ? join(directory, 'data') : (await migratedConfig(t, 'sqlite')).data
  const run = (...words: string[]) => runMain(['import', ...words, '--data', data])
  return {
    directory,
    data,
    run,
    async write(name: string, content: string | Buffer) {
      await writeFile(join(directory, name), content)
      return join(directory, name)
    },
    async json(...words: string[]) {
      const { code, out, err } = await run(...words, '--json')
      return { code, err, report: JSON.parse(out || 'null') as Counts }
    },
  }
}

function post(id: number, text = `post ${id}`) {
  const id_str = String(490_828_800_000_000_000n + BigInt(id))
  return JSON.stringify({
    created_at: 'Sun Jul 20 12:00:00 +0000 2014',
    id_str,
    text,
    user: { id: 1000 + id, id_str: String(1000 + id), screen_name: `a${id}`, name: `A ${id}` },
  })
}

const USER = '{"id":7,"id_str":"7","screen_name":"seven","description":""}'

describe('spec/data-files.md#import: aviary import FILE…', () => {
  test('files from public bug reports are imported', async (t) => {
    const files = [
      ['11-glued.json', 2],
      ['13-surrogate-bytes.json', 1],
      ['07-archive-two-folders.zip', 1],
      ['10-search-page.json', 2],
      ['14-users-list.json', 2],
      ['06-archive-windows.zip', 1],
    ] as const
    // Tests of the importers import the last three in the fast part.
    for (const [file, imported] of files.slice(0, byPart(3, files.length))) {
      const { json } = await place(t)
      const { code, report } = await json(join(CASES, file))
      assert.deepEqual([code, report.imported, report.rejected], [0, imported, 0], file)
      assert.equal(report.archives?.length ?? 0, file.includes('archive') ? 1 : 0, file)
    }
  })

  test('a file may have values of several kinds, and an option selects one kind', async (t) => {
    const { write, json, run } = await place(t)
    const file = await write('mixed.json', `${post(1)}\n${USER}\n\n${post(2)}\n{"unknown":1}\n`)
    const alone = await json('posts', file)
    assert.deepEqual([alone.report.imported, alone.report.rejected], [2, 2])
    const { code, report } = await json(file)
    assert.equal(code, 0)
    assert.deepEqual(report.files[0]?.forms, { 'v1.1 post': 2, 'v1.1 user': 1, 'not recognised': 1 })
    assert.deepEqual([report.kinds['posts']?.skipped, report.kinds['users']?.imported], [2, 1])
    const rejects = await readFile(String(report.rejects), 'utf8')
    assert.match(rejects, /^mixed\.json:5\tno known form of object: .*\t\{"unknown":1\}\n$/)
    const { err, out } = await run(file)
    assert.equal(err, 'mixed.json: v1.1 post\n')
    assert.match(out, /\n {2}mixed\.json: v1\.1 post: 2, v1\.1 user: 1, not recognised: 1\n/)
    assert.equal((await json(file, '--strict')).code, 3)
  })

  test('case 23: a rejected object is one row of the reject file, even if the object contains line ends', async (t) => {
    const { json } = await place(t)
    const { code, report } = await json(join(CASES, '23-rejected-list.json'))
    assert.equal(code, 3)
    const rows = (await readFile(String(report.rejects), 'utf8')).trimEnd().split('\n')
    assert.deepEqual(
      rows.map((row) => row.split('\t').map((cell, index) => (index === 0 ? cell : cell.length <= 500))),
      [
        ['23-rejected-list.json:2', true, true],
        ['23-rejected-list.json:11', true, true],
      ],
    )
  })

  test('spec/file-recognition.md#containers: every kind of container is read, even inside other containers, in folders, and by patterns', async (t) => {
    const { directory, write, json } = await place(t)
    const tar = Buffer.from(
      await packTar([
        { header: { name: 'a/1.json', size: Buffer.byteLength(post(1)) }, body: post(1) },
        { header: { name: 'a/2.json.gz', size: gzipSync(post(2)).length }, body: gzipSync(post(2)) },
      ]),
    )
    const zip = zipBytes([
      { name: 'in\\month.tar', content: tar },
      { name: 'three.jsonl', content: Buffer.from(post(3)) },
      { name: '../up.jsonl', content: Buffer.from(post(4)) },
    ])
    await mkdir(join(directory, 'folder', 'sub'), { recursive: true })
    await write(
      'folder/b.zip',
      Buffer.concat([Buffer.from('bytes before '), zip, Buffer.from(' and behind')]),
    )
    await write('folder/sub/c.zst', zstdCompressSync(`${post(5)}\n`))
    await write('folder/d.utf16', Buffer.from(`\ufeff${post(6)}\n`, 'utf16le'))
    await write('folder/picture.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0', 'latin1'))
    const { code, report } = await json(join(directory, 'folder'))
    assert.deepEqual([code, report.imported, report.rejected], [0, 6, 0], JSON.stringify(report.faults))
    assert.deepEqual(report.warnings, [
      { place: join(directory, 'folder', 'picture.png'), reason: 'a media file was skipped' },
    ])
    const again = await json(join(directory, 'folder', '*.utf16'), join(directory, 'folder', 'sub'))
    assert.deepEqual([again.code, again.report.skipped], [0, 2])
    assert.equal(existsSync(join(directory, 'up.jsonl')), false)
  })

  test('spec/file-recognition.md#containers: a zip file is found after other bytes, in another container and in standard input', async (t) => {
    const { data, directory, write, json } = await place(t)
    const zipOf = (id: number) => zipBytes([{ name: `${id}.jsonl`, content: post(id) }])
    const program = Buffer.alloc(300_000, Buffer.from('\x7fELF\0\x01\x02\x03', 'latin1'))
    const script = Buffer.from('#!/bin/sh\necho unpack me\n'.repeat(1_000))
    const inTar = Buffer.concat([program, zipOf(1), Buffer.from(' and behind')])
    const tar = await packTar([
      { header: { name: 'a/program', size: inTar.length }, body: inTar },
      { header: { name: 'b.jsonl', size: Buffer.byteLength(post(2)) }, body: post(2) },
    ])
    const inZip = zipBytes([
      { name: 'in.zip', content: Buffer.concat([script, zipOf(3)]) },
      // Text that contains the first bytes of a zip file is not a zip file.
      { name: 'text.jsonl', content: `${post(4, 'PK\x03\x04')}\nPK\x03\x04\n${post(5)}` },
    ])
    const inGzip = gzipSync(Buffer.concat([script, zipOf(6)]))
    const files = [
      await write('a.tar', Buffer.from(tar)),
      await write('b.zip', inZip),
      await write('c.gz', inGzip),
    ]
    const { code, report } = await json(...files)
    assert.deepEqual([code, report.imported, report.faults], [0, 6, []])
    assert.deepEqual(report.rejected, 1)
    // Standard input needs a process for each file.
    for (const [index, before] of byPart([], [program, script]).entries()) {
      const file = await write(
        `piped-${index}`,
        Buffer.concat([before, zipOf(7 + index), before.subarray(0, 99)]),
      )
      const under = ['sh', '-c', 'cat "$0" | "$@"', file]
      const words = ['import', '-', '--data', data]
      assert.equal((await cliJson(t, words, { under, env: { TMPDIR: directory } }))['imported'], 1)
    }
    const left = await readdir(directory)
    assert.deepEqual(
      left.filter((name) => name.startsWith('aviary-')),
      [],
    )
  })

  slowTest(
    'spec/file-recognition.md#containers: bytes in which no zip file is found are not copied, and the message names the input',
    async (t) => {
      const { data, write } = await place(t)
      const random = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 2_654_435_761) >>> 24))
      const late = Buffer.concat([random, zipBytes([{ name: '1.jsonl', content: post(1) }])])
      const under = ['sh', '-c', 'cat "$0" | "$@"', await write('late', late)]
      const { code, err } = await cli(t, ['import', '-', '--data', data], {
        under,
        env: { TMPDIR: '/nowhere' },
      })
      assert.equal(code, 1)
      assert.match(err, /standard input: it is not text; give lines, CSV or JSON/)
    },
  )

  test('spec/file-recognition.md#containers: the beginning of a truncated file is imported, and other files are read', async (t) => {
    const { write, json } = await place(t)
    const count = byPart(1_500, 3_000)
    const lines = Array.from({ length: count }, (_, index) => post(index + 1)).join('\n')
    const whole = gzipSync(lines, { level: 1 })
    const cut = await write('cut.json.gz', whole.subarray(0, Math.floor(whole.length / 2)))
    const { code, report } = await json(cut, await write('other.json', post(9_999)))
    assert.equal(code, 1)
    assert.match(report.faults[0]?.reason ?? '', /truncated/)
    assert.ok(report.imported > count / 6 && report.imported < count, String(report.imported))
    assert.equal(report.files[1]?.forms['v1.1 post'], 1)
  })

  test('spec/file-recognition.md#encodings: a bad byte rejects its line, or is decoded with the given encoding', async (t) => {
    const { write, json } = await place(t)
    const bad = Buffer.concat([Buffer.from(`${post(1)}\n`), Buffer.from(post(2, 'caf\u00e9'), 'latin1')])
    const file = await write('latin.json', bad)
    assert.deepEqual([(await json(file)).report.rejected], [1])
    const { report } = await json(file, '--encoding', 'windows-1252')
    assert.deepEqual([report.imported, report.skipped, report.rejected], [1, 1, 0])
  })

  test('--dry-run prints the same numbers and ends with the same exit code, and writes nothing', async (t) => {
    const { data, write, json, directory } = await place(t, true)
    const file = await write('a.json', `${post(1)}\n${USER}\n${post(1)}\n{}\n`)
    const dry = await json(file, '--dry-run', '--strict')
    assert.equal(existsSync(data), false)
    const rejects = join(directory, 'rejects.tsv')
    const real = await json(file, '--strict', '--rejects', rejects)
    assert.deepEqual([dry.code, real.code], [3, 3])
    for (const name of ['imported', 'skipped', 'rejected', 'kinds'] as const)
      assert.deepEqual(dry.report[name], real.report[name], name)
    const later = await json(file, '--dry-run')
    assert.deepEqual([later.report.imported, later.report.skipped], [0, 3])
    assert.match((await json(file, '--rejects', rejects)).err, /rejects\.tsv exists; give another name/)
  })

  test('files of ids, files of archives and files of other formats are named, with advice', async (t) => {
    const { write, run } = await place(t)
    const ids = await run(await write('ids.txt', '490828800000000001\n490828800000000002\n'))
    assert.equal(ids.code, 3)
    assert.match(ids.out, /These are ids, not posts/)
    for (const [name, content, words] of [
      ['tweets.js', 'window.YTD.tweets.part0 = [ {"tweet":{}} ]', /give the whole archive/],
      ['a.gml', 'graph [\n directed 1\n]', /a GML graph; write its edges/],
      ['a.xz', Buffer.from('\xfd7zXZ\0rest', 'latin1'), /unxz/],
      ['a.py', "[{'id': 1}]", /json\.dumps/],
    ] as const) {
      const { code, err } = await run(await write(name, content))
      assert.equal(code, 1, name)
      assert.match(err.split('\n').at(-2) ?? '', words)
    }
    const usage = await run(await write('a.json', post(1)), '--report', 'report.txt')
    assert.deepEqual([usage.code, /\.html or \.json/.test(usage.err)], [2, true])
  })

  test('spec/data-files.md#report: --report writes a page or data with days, languages and accounts', async (t) => {
    const { directory, write, json } = await place(t)
    const file = await write('a\nb.json', `${post(1)}\n${post(2)}\n`)
    const page = join(directory, 'report.html')
    assert.equal((await json(file, '--report', page, '--dry-run')).code, 0)
    assert.match(await readFile(page, 'utf8'), /a\\u000ab\.json/)
    await json(file, '--report', join(directory, 'report.json'))
    const { posts } = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8')) as {
      posts: { days: unknown; accounts: readonly unknown[] }
    }
    assert.deepEqual(posts.days, [['2014-07-20', 2]])
    assert.deepEqual(posts.accounts[0], { id: '1001', name: 'a1', posts: 1 })
  })

  slowTest(
    'an import of a folder that is killed at random moments and repeated has the result of one run',
    async (t) => {
      const { directory, data, write } = await place(t)
      await mkdir(join(directory, 'folder'))
      const count = byPart(500, 6_000)
      const bad = '{"what":"is this"}'
      for (let file = 0; file < 4; file += 1) {
        const lines = Array.from({ length: count }, (_, index) => post(file * count + index + 1))
        lines.splice(count / 2, 0, bad)
        await write(`folder/${file}.json.gz`, gzipSync(lines.join('\n')))
      }
      const words = ['import', join(directory, 'folder'), '--data', data]
      for (let kill = 0; kill < 4; kill += 1) {
        const run = startCli(t, words)
        await Promise.race([run.ended, sleep(systemClock, 700 + kill * 350)])
        run.kill()
        await run.ended
      }
      const report = (await cliJson(t, words)) as unknown as Counts
      assert.equal(report.imported + report.skipped, 4 * count)
      assert.equal(report.rejected, 4)
      const rows = (await readFile(String(report.rejects), 'utf8')).trimEnd().split('\n')
      assert.deepEqual(
        rows.map((row) => row.split('\t')[0]),
        [0, 1, 2, 3].map((file) => `${join(directory, 'folder')}/${file}.json.gz:${count / 2 + 1}`),
      )
    },
  )
})
