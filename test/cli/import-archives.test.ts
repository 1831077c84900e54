/**
 * Tests that `aviary import` treats personal archives like other files: exit codes, reject files, reports,
 * dry runs, and the behaviour after the process was killed (decision 0164).
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { write2023 } from '../support/archive/generated.ts'
import { writeArchive } from '../support/archive/write-archive.ts'
import { cliJson, startCli } from '../support/cli.ts'
import { ENGINES, freshConfig, migratedConfig, temporaryDirectory } from '../support/engines.ts'
import { tarBytes } from '../support/files/tar-bytes.ts'
import { byPart, slowOnPostgres, slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

const OWNER = 1400000001n

interface Counts {
  readonly read: number
  readonly imported: number
  readonly skipped: number
  readonly repaired: number
  readonly rejected: number
}

interface Report extends Counts {
  readonly faults: readonly { readonly place: string; readonly reason: string }[]
  readonly files: readonly (Counts & { readonly name: string; readonly held_back: number })[]
  readonly kinds: Readonly<Record<string, Counts>>
  readonly rejects?: string
  readonly more_archives?: number
  readonly archives?: readonly {
    readonly name: string
    readonly files: readonly (Counts & { readonly name: string })[]
  }[]
  readonly posts?: {
    readonly posts: number
    readonly days: readonly (readonly [string, number])[]
    readonly accounts: readonly { readonly id: string; readonly posts: number }[]
  }
}

const post = (number: number, text = `post ${number}`) => ({
  tweet: {
    id_str: String(1_790_000_000_000_000_000n + BigInt(number)),
    full_text: text,
  },
})
const BAD = { tweet: { id_str: 'x', full_text: 'without an id' } }
const ODD = { tweet: { ...post(3).tweet, favorite_count: 'many' } }
const LISTS = { tweets: [post(1), BAD, post(2), ODD], follower: [{ follower: { accountId: '77' } }] }

const RECORDED = JSON.stringify({
  ...{ created_at: 'Sun Jul 20 12:00:00 +0000 2014', id_str: '490828800000000001', text: 'recorded' },
  user: { id: 1001, id_str: '1001', screen_name: 'a1', name: 'A' },
})

/** @param isNew true for data without a database; by default the database has all tables */
async function place(t: TestContext, isNew = false) {
  const directory = await temporaryDirectory(t)
  const data = isNew ? join(directory, 'data') : (await migratedConfig(t, 'sqlite')).data
  return {
    directory,
    data,
    run: (...words: string[]) => runMain(['import', ...words, '--data', data]),
    async json(...words: string[]) {
      const { code, out, err } = await runMain(['import', ...words, '--data', data, '--json'])
      return { code, err, report: JSON.parse(out || 'null') as Report }
    },
    /** Writes the lists as an archive in a folder. */
    archive: (lists: Readonly<Record<string, readonly unknown[]>>, name = 'archive') =>
      writeArchive(join(directory, name), OWNER, lists),
  }
}

describe('decision 0164: personal archives are treated like other files', () => {
  test('an import of archives reports numbers, kinds and files, writes rejects and obeys --strict as for other files', async (t) => {
    const { directory, json, archive } = await place(t)
    const folder = await archive(LISTS)
    const file = join(directory, 'recorded.json')
    await writeFile(file, `${RECORDED}\n{"what":"is this"}\n`)
    const rejects = join(directory, 'rejects.tsv')
    const { code, report } = await json(folder, file, '--strict', '--rejects', rejects)
    assert.equal(code, 3)
    assert.deepEqual([report.imported, report.rejected, report.repaired], [5, 2, 1])
    assert.deepEqual(report.kinds['posts'], { read: 5, imported: 4, skipped: 0, repaired: 1, rejected: 1 })
    assert.deepEqual(report.kinds['follows'], { read: 1, imported: 1, skipped: 0, repaired: 0, rejected: 0 })
    assert.equal(report.kinds['unknown']?.rejected, 1)
    assert.deepEqual(
      report.files.map(({ name, imported, rejected }) => [name, imported, rejected]),
      [
        [folder, 4, 1],
        [file, 1, 1],
      ],
    )
    assert.deepEqual(
      report.archives?.[0]?.files.map(({ name, read, rejected }) => [name, read, rejected]),
      [
        ['archive/data/tweets.js', 4, 1],
        ['archive/data/follower.js', 1, 0],
      ],
    )
    assert.equal(report.rejects, rejects)
    const rows = (await readFile(rejects, 'utf8')).trimEnd().split('\n')
    assert.deepEqual(
      rows.map((row) => row.split('\t')[0]),
      ['archive/data/tweets.js:2', `${file}:2`],
    )
    assert.equal((await json(folder)).code, 0, 'without --strict')
  })

  test('rejected rows are reported with their place in the file, even for lists that are read from the end', async (t) => {
    const { directory, json, archive } = await place(t)
    const folder = await archive({
      follower: [{ follower: {} }, { follower: { accountId: '77' } }, { follower: { accountId: '78' } }],
      like: [{ like: { tweetId: '1790000000000000001' } }, { like: { tweetId: 'x' } }, { like: {} }],
    })
    const rejects = join(directory, 'rejects.tsv')
    await json(folder, '--rejects', rejects)
    const rows = (await readFile(rejects, 'utf8')).trimEnd().split('\n')
    assert.deepEqual(rows.map((row) => row.split('\t')[0]).toSorted(), [
      'archive/data/follower.js:1',
      'archive/data/like.js:2',
      'archive/data/like.js:3',
    ])
  })

  test('spec/odd-values.md#import-exit-codes: the exit code is 3 if nothing is imported, even for a dry run', async (t) => {
    const { json, archive, data } = await place(t, true)
    const folder = await archive({ tweets: [BAD, BAD] })
    assert.equal((await json(folder, '--dry-run')).code, 3)
    assert.equal(existsSync(data), false)
    assert.equal((await json(folder)).code, 3)
    assert.equal((await json('archive', folder)).code, 3)
    assert.equal((await json(await archive({}, 'empty'))).code, 0, 'an account alone')
  })

  test('the exit code is 1 for a corrupt file of an archive, even if the data of the file is held back, and all other files are imported', async (t) => {
    const { json, run, archive } = await place(t)
    for (const name of byPart(['ip-audit'], ['follower', 'ip-audit'])) {
      const folder = await archive({ tweets: [post(1)], follower: [], 'ip-audit': [] }, name)
      await writeFile(join(folder, `data/${name}.js`), `window.YTD.${name.replace('-', '_')}.part0 = [ {"`)
      const dry = await json(folder, '--dry-run')
      const { code, report } = await json(folder)
      assert.deepEqual([dry.code, code], [1, 1], name)
      assert.deepEqual(dry.report.faults, report.faults)
      assert.deepEqual(
        report.faults.map((fault) => fault.place),
        [`${name}/data/${name}.js`],
      )
      assert.equal(report.imported + report.skipped, 1)
      const { code: alone, out } = await run('archive', folder)
      assert.equal(alone, 1)
      assert.match(
        out,
        new RegExp(`Not read to the end:\n  ${name}/data/${name}\\.js: it ends in the middle`),
      )
    }
  })

  test('an archive that cannot be imported does not end the import of the next file', async (t) => {
    const { directory, json, archive } = await place(t)
    const folder = await archive({ account: [{ account: { accountId: '5' } }] })
    const file = join(directory, 'recorded.json')
    await writeFile(file, RECORDED)
    const { code, report } = await json(folder, file)
    assert.equal(code, 1)
    assert.equal(report.kinds['posts']?.imported, 1)
    assert.match(report.faults[0]?.reason ?? '', /no accountId, or no username/)
  })

  test('spec/data-files.md#report: the page and the data show posts of archives in charts, and all columns for each kind', async (t) => {
    const { directory, json, archive } = await place(t)
    const folder = await archive(LISTS)
    const [page, file] = [join(directory, 'report.html'), join(directory, 'report.json')]
    await json(folder, '--report', page, '--dry-run')
    await json(folder, '--report', file)
    const { posts } = JSON.parse(await readFile(file, 'utf8')) as Report
    assert.deepEqual(posts?.days, [['2024-05-13', 3]])
    assert.deepEqual(
      posts?.accounts.map(({ id, posts: count }) => [id, count]),
      [[String(OWNER), 3]],
    )
    const text = (await readFile(page, 'utf8')).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    assert.match(text, /By kind Kind Read Imported Already present Repaired Rejected posts 4 3 0 1 1 /)
    assert.match(text, /Files of the archive File Read .* archive\/data\/tweets\.js 4 3 0 1 1 0/)
    assert.match(text, /Posts by day 3 posts in the files/)
  })

  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`import archive has the options, the report and the exit codes of import FILE, on ${engine}`, async (t) => {
      const { directory, archive } = await place(t)
      // With new data, each command migrates, which takes longer than the command.
      const config = await byPart(migratedConfig, freshConfig)(t, engine)
      const settings = [
        ...['--data', config.data, '--json'],
        ...(config.database === '' ? [] : ['--database', config.database]),
      ]
      const run = (...words: string[]) => runMain(['import', ...words, ...settings])
      const folder = await archive(LISTS)
      const rejects = join(directory, 'rejects.tsv')
      const reports = ['file', 'archive'].map((name) => join(directory, `${name}.json`))
      const [ofFile = '', ofArchive = ''] = reports
      const strict = ['--strict', '--rejects', rejects]
      const dry = await run(folder, '--dry-run', ...strict, '--report', ofFile)
      const dryArchive = await run('archive', folder, '--dry-run', ...strict, '--report', ofArchive)
      assert.deepEqual([dry.code, dryArchive.code, existsSync(rejects)], [3, 3, false])
      const [one, other] = await Promise.all(reports.map((path) => readFile(path, 'utf8')))
      assert.equal(other, one)

      const page = join(directory, 'report.html')
      const { code, out } = await run('archive', folder, ...strict, '--report', page)
      assert.equal(code, 3)
      const { posts } = JSON.parse(out) as { readonly posts: Counts & { readonly rejects?: string } }
      assert.deepEqual([posts.imported, posts.rejected, posts.rejects], [3, 1, rejects])
      assert.match(await readFile(rejects, 'utf8'), /^archive\/data\/tweets\.js:2\t[^\t]+\t[^\n]+\n$/)
      assert.match(await readFile(page, 'utf8'), /Files of the archive/)
      for (const words of [[folder], ['archive', folder]]) {
        const { code, err } = await run(...words, '--rejects', rejects)
        assert.equal(code, 1, words.join(' '))
        assert.match(err, /rejects\.tsv exists; give another name/)
        assert.equal((await run(...words, '--report', 'report.txt')).code, 2)
        assert.equal((await run(...words)).code, 0, 'without --strict')
      }
    })
  }

  slowTest(
    'spec/data-files.md#report: 100 of many archives have a report, and the number of the others is shown',
    async (t) => {
      const { json, directory } = await place(t)
      const folder = join(directory, 'many')
      for (let index = 0; index < 102; index += 1) {
        const id = BigInt(index + 1)
        await writeArchive(join(folder, `archive-${index}`), id, { tweets: [post(index)] })
      }
      const page = join(directory, 'report.html')
      const { code, report } = await json(folder, '--dry-run', '--report', page)
      assert.deepEqual([code, report.imported, report.archives?.length], [0, 102, 100])
      assert.equal(report.more_archives, 2)
      assert.match(
        await readFile(page, 'utf8'),
        /2 more personal archives have no section; their counts are in the sums above/,
      )
    },
  )

  slowTest(
    'two imports of one archive at once: at least one completes, and every post is there once',
    async (t) => {
      const { directory, data, archive } = await place(t)
      const count = byPart(1_000, 5_000)
      const tweets = Array.from({ length: count }, (_, index) => post(index + 1))
      const words = ['import', await archive({ tweets }), '--data', data, '--json']
      const runs = await Promise.all([startCli(t, words).ended, startCli(t, words).ended])
      assert.ok(
        runs.some(({ code }) => code === 0),
        runs.map(({ err }) => err).join(),
      )
      for (const { code, err } of runs)
        if (code !== 0) assert.match(err, /another import of the same file is running/)
      const ids = join(directory, 'ids.txt')
      await cliJson(t, ['export', 'posts', ids, '--format', 'ids', '--data', data])
      assert.equal((await readFile(ids, 'utf8')).trimEnd().split('\n').length, count)
    },
  )

  slowTest(
    'an import that ends by a signal leaves neither copies of private files nor a part of its report',
    async (t) => {
      const { directory, data, archive } = await place(t)
      const tweets = Array.from({ length: 3_000 }, (_, index) => post(index + 1))
      const folder = await archive({ tweets })
      const names = ['account.js', 'tweets.js']
      const members = names.map(
        async (name) => [`data/${name}`, await readFile(join(folder, 'data', name))] as const,
      )
      const tar = join(directory, 'archive.tar')
      await writeFile(tar, tarBytes(await Promise.all(members)))
      const [temporary, reports] = [join(directory, 'temporary'), join(directory, 'reports')]
      await mkdir(temporary)
      await mkdir(reports)
      const copies = async () =>
        (await readdir(temporary)).filter((name) => name.startsWith('aviary-copies-'))
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        const words = ['import', tar, '--data', data, '--report', join(reports, 'report.html')]
        const run = startCli(t, words, { env: { TMPDIR: temporary } })
        while (!run.isOver && (await copies()).length === 0) await new Promise(setImmediate)
        run.kill(signal)
        const { code } = await run.ended
        assert.ok(code === 128 + constants.signals[signal] || code === 0, `${signal}: ${code}`)
        assert.deepEqual(await copies(), [], signal)
        assert.deepEqual(await readdir(reports), code === 0 ? ['report.html'] : [], signal)
      }
    },
  )

  test('names with line ends are printed in one line in reports and in the reject file', async (t) => {
    const { directory, json, archive } = await place(t)
    const folder = await archive({ tweets: [post(1), BAD] }, 'two\nlines')
    await writeFile(join(folder, 'data/ip-audit.js'), 'window.YTD.ip_audit.part0 = [ {')
    const rejects = join(directory, 'rejects.tsv')
    const { report } = await json(folder, '--rejects', rejects)
    assert.equal(report.faults[0]?.place, 'two\\u000alines/data/ip-audit.js')
    assert.equal(/\n/.test(report.faults[0]?.reason ?? '\n'), false)
    assert.deepEqual((await readFile(rejects, 'utf8')).split('\t')[0], 'two\\u000alines/data/tweets.js:2')
  })

  slowTest(
    'an import that is killed at random moments and repeated has the rows, reports and charts of one run',
    async (t) => {
      const { directory, data } = await place(t)
      await mkdir(join(directory, 'folder'))
      const count = byPart(400, 4_000)
      const owner = { id: OWNER, screenName: 'ann_later' }
      const posts = await write2023(join(directory, 'folder/archive'), owner, count, 5)
      const part = join(directory, 'folder/archive/data/tweets-part1.js')
      const list = await readFile(part, 'utf8')
      await writeFile(part, list.replace('= [', `= [ ${JSON.stringify(BAD)},`))
      await writeFile(join(directory, 'folder/recorded.json'), `${RECORDED}\n{"what":"is this"}\n`)
      const rejects = join(directory, 'rejects.tsv')
      const report = join(directory, 'report.json')
      const words = ['import', join(directory, 'folder'), '--data', data, '--rejects', rejects]
      for (let kill = 0; kill < 5; kill += 1) {
        const run = startCli(t, words)
        await Promise.race([run.ended, sleep(systemClock, 600 + kill * 300)])
        run.kill()
        // The import was complete before the kill, so the test ends.
        if ((await run.ended).code === 0) return t.diagnostic('an import ended before its kill')
      }
      const last = (await cliJson(t, [...words, '--report', report])) as unknown as Report
      const { imported = 0, skipped = 0 } = last.kinds['posts'] ?? {}
      // After a kill between the end of the archive and its record, the next run reads the archive again.
      assert.deepEqual([imported + skipped, last.rejected], [posts.length + 1, 2])
      assert.equal(last.archives?.length, 1)
      const rows = (await readFile(rejects, 'utf8')).trimEnd().split('\n')
      assert.deepEqual(
        rows.map((row) => row.split('\t')[0]),
        ['archive/data/tweets-part1.js:1', `${join(directory, 'folder')}/recorded.json:2`],
      )
      const { posts: statistics } = JSON.parse(await readFile(report, 'utf8')) as Report
      assert.equal(statistics?.posts, posts.length + 1, 'also the items that an earlier run stored')
    },
  )
})
