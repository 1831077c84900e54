/** Tests `import posts`, `import archive` and `export posts`. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { caseFile } from '../support/cases.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

const POSTS = fileURLToPath(new URL('../fixtures/posts/recorded.jsonl.gz', import.meta.url))
const V2 = fileURLToPath(new URL('../fixtures/posts/v2.jsonl', import.meta.url))
const ARCHIVE = fileURLToPath(new URL('../fixtures/archive/newer-2022', import.meta.url))

function countsOf({ read, imported, skipped, rejected }: Record<string, unknown>) {
  return { read, imported, skipped, rejected }
}

async function place(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const settings = ['--data', join(directory, 'data')]
  return {
    directory,
    run: (...words: string[]) => runMain([...words, ...settings]),
    async json(...words: string[]) {
      const { code, out, err } = await runMain([...words, ...settings, '--json'])
      assert.equal(code, 0, err)
      return JSON.parse(out) as Record<string, unknown>
    },
  }
}

describe('spec/server.md#export: import posts and export posts', () => {
  slowTest('they print their results as text and as JSON', async (t) => {
    const { directory, run, json } = await place(t)
    const { code, out } = await run('import', 'posts', POSTS)
    assert.equal(code, 0)
    assert.match(
      out,
      /^Read 51 posts: 51 imported, 0 already present, 0 rejected\.\nRepaired or dropped \d+ invalid values/,
    )
    assert.match(
      out,
      /\n {2}\d+ of entities: not recorded \(first in recorded\.jsonl\.gz:\d+(?:, recorded\.jsonl\.gz:\d+)*\)\n/,
    )
    assert.deepEqual(countsOf(await json('import', 'posts', V2)), {
      read: 2,
      imported: 2,
      skipped: 0,
      rejected: 0,
    })
    const file = join(directory, 'posts.jsonl.gz')
    const { exported } = await json('export', 'posts', file)
    assert.equal(
      gunzipSync(await readFile(file))
        .toString()
        .trimEnd()
        .split('\n').length,
      exported,
    )
    assert.match((await run('export', 'posts', file)).err, /exists; give another name/)
    assert.deepEqual(countsOf(await json('import', 'posts', file)), {
      read: exported,
      imported: 0,
      skipped: exported,
      rejected: 0,
    })
    assert.equal((await json('verify'))['ok'], true)
  })

  slowTest('import posts fails with a message when the file contains no posts', async (t) => {
    const { directory, run } = await place(t)
    const file = join(directory, 'users.jsonl')
    await writeFile(file, '{"id":1,"screen_name":"ann"}\n')
    const { code, out } = await run('import', 'posts', file)
    assert.equal(code, 3)
    const reason =
      /0 imported, 0 already present, 1 rejected\.\nRejected posts, by reason:\n {2}1: .+ \(first in users\.jsonl:1\)\n/
    assert.match(out, reason)
    assert.match(out, /\nAll rejected posts, with reasons: .+\.tsv/)
    // A dry run writes no reject file, so its report is the only place of the reasons.
    const dry = await run('import', 'posts', file, '--dry-run')
    assert.equal(dry.code, 3)
    assert.match(dry.out, reason)
    assert.ok(!dry.out.includes('.tsv'))
  })

  slowTest(
    'import posts --live accepts a rate; --rate without --live and invalid rates are refused',
    async (t) => {
      const { run, json } = await place(t)
      assert.deepEqual(countsOf(await json('import', 'posts', V2, '--live', '--rate', '1000')), {
        read: 2,
        imported: 2,
        skipped: 0,
        rejected: 0,
      })
      for (const words of [
        ['--rate', '5'],
        ['--live', '--rate', '0'],
        ['--live', '--rate', 'x'],
        ['--live', '--rate', '1e9'],
      ]) {
        const { code, err } = await run('import', 'posts', V2, ...words)
        assert.equal(code, 2)
        assert.match(err, /--rate (needs --live|takes a number from 0.01 to 10000)/)
      }
    },
  )
})

describe('spec/server.md#export: export posts --format', () => {
  slowTest(
    'spec/exports.md#formats: v1 (formerly named v1.1) is the default, and other formats are chosen by name',
    async (t) => {
      const { directory, run, json } = await place(t)
      await run('import', 'posts', V2)
      const linesOf = async (name: string, ...flags: string[]) => {
        const file = join(directory, name)
        await json('export', 'posts', ...flags, file)
        const text = (await readFile(file, 'utf8')).trimEnd()
        return text.split('\n').map((line) => Object.keys(JSON.parse(line) as object))
      }
      assert.ok((await linesOf('usual.jsonl')).every((keys) => keys.includes('full_text')))
      assert.deepEqual(await linesOf('named.jsonl', '--format', 'v1'), await linesOf('again.jsonl'))
      const old = await run('export', 'posts', '--format', 'v1.1', join(directory, 'old.jsonl'))
      const notice =
        'aviary: the format "v1.1" is now "v1"; the old name will be removed in the next version\n'
      assert.deepEqual([old.code, old.err], [0, notice])
      for (const keys of await linesOf('v2.jsonl', '--format', 'v2'))
        assert.deepEqual(keys, ['data', 'includes'])
      const wrong = join(directory, 'wrong')
      const { code, err } = await run('export', 'posts', '--format', 'xml', wrong)
      const message = 'aviary: --format takes v1, v2, v2-flat, csv, parquet, ids, not "xml"\n'
      assert.deepEqual([code, err], [2, message])
      assert.equal(existsSync(wrong), false)
    },
  )
})

describe('spec/server.md#import: import archive', () => {
  slowTest('prints the results of each kind', async (t) => {
    const { run, json } = await place(t)
    const report = await json('import', 'archive', ARCHIVE)
    const kinds = ['posts', 'following', 'followers', 'likes', 'messages', 'media', 'pictures']
    assert.deepEqual(Object.keys(report), [...kinds, 'held_back', 'not_kept', 'notices'])
    const faults = ['the picture 1500000000000000004-Not_there.jpg is not in the archive']
    assert.deepEqual(report['pictures'], { read: 2, imported: 1, skipped: 0, rejected: 1, faults })
    assert.deepEqual(report['posts'], { read: 3, imported: 3, skipped: 0, rejected: 0, held_back: 0 })
    const { out } = await run('import', 'archive', ARCHIVE)
    assert.match(out, /^Read 3 posts: 0 imported, 3 already present, 0 rejected\.\nRead 2 following: /)
    assert.match(out, /\nRead 2 pictures of messages: 0 imported, 2 already present, 0 rejected\.\n/)
    const { code, err } = await run('import', 'archive', POSTS)
    assert.equal(code, 1)
    assert.match(err, /is not a zip file or a tar file, or is corrupt; name the archive/)
    assert.equal((await json('verify'))['ok'], true)
  })

  slowTest('--dry-run gives the same report, and writes nothing', async (t) => {
    const { run, json } = await place(t)
    const dry = await json('import', 'archive', ARCHIVE, '--dry-run')
    assert.notEqual((await run('user', 'show', 'mrled')).code, 0, 'no data yet')
    assert.deepEqual(await json('import', 'archive', ARCHIVE, '--dry-run'), dry)
    assert.deepEqual(await json('import', 'archive', ARCHIVE), dry)
    const again = await json('import', 'archive', ARCHIVE, '--dry-run')
    assert.deepEqual(again['posts'], { read: 3, imported: 0, skipped: 3, rejected: 0, held_back: 0 })
    const { code, out } = await run('import', ARCHIVE, '--dry-run')
    assert.equal(code, 0)
    assert.match(out, /Read 3 posts: 0 imported, 3 already present, 0 rejected/)
  })

  slowTest(
    'spec/archives.md#private-parts: private parts are named and counted; --circle-era skip holds back posts that may be for a circle',
    async (t) => {
      const { directory, run, json } = await place(t)
      const archive = join(directory, 'archive')
      await mkdir(archive)
      const file = (kind: string, elements: readonly object[]) =>
        writeFile(join(archive, `${kind}.js`), `window.YTD.${kind}.part0 = ${JSON.stringify(elements)}`)
      const post = (id: string) => ({ tweet: { id_str: id, full_text: id } })
      // The second id is from January 2023.
      const [circle, doubtful] = ['1790000000000000002', '1610000000000000001']
      await file('account', [{ account: { accountId: '5', username: 'ann' } }])
      await file('tweets', [post(circle), post(doubtful)])
      await file('saved_search', [{ savedSearch: { savedSearchId: '7' } }])
      await file('ip_audit', [{ ipAudit: {} }, { ipAudit: {} }])
      const ids = join(directory, 'ids')
      await writeFile(ids, circle)
      const first = await json(
        'import',
        'archive',
        '--protected',
        '--circle-era',
        'skip',
        '--circle-ids',
        ids,
        archive,
      )
      assert.deepEqual(first, {
        posts: { read: 2, imported: 0, skipped: 0, rejected: 0, held_back: 2 },
        held_back: { 'ip-audit': 2 },
        not_kept: { 'saved-search': 1 },
        notices: [],
      })
      const { out } = await run('import', 'archive', '--circle-ids', ids, archive)
      const lines = out.split('\n')
      assert.deepEqual(lines.slice(0, 5), [
        'Read 2 posts: 1 imported, 0 already present, 0 rejected, 1 held back.',
        'Held back because it is private; nothing of it is stored:',
        '  2 of ip-audit',
        'Not imported because this server has no place for it:',
        '  1 of saved-search',
      ])
      const wrong = await run('import', 'archive', '--circle-era', 'some', archive)
      assert.deepEqual([wrong.code, /Allowed choices are import, skip/.test(wrong.err)], [2, true])
    },
  )

  slowTest('spec/archives.md#generations: --root chooses one of several archives in a folder', async (t) => {
    const { directory, run, json } = await place(t)
    const folder = join(directory, 'two')
    for (const [name, accountId] of [
      ['one', '5'],
      ['other', '6'],
    ] as const) {
      await mkdir(join(folder, name), { recursive: true })
      const write = (kind: string, element: object) =>
        writeFile(join(folder, name, `${kind}.js`), `window.YTD.${kind}.part0 = ${JSON.stringify([element])}`)
      await write('account', { account: { accountId, username: name } })
      await write('tweets', { tweet: { id_str: `149000000000000000${accountId}`, full_text: name } })
    }
    const undecided = await run('import', 'archive', folder)
    assert.equal(undecided.code, 1)
    assert.match(
      undecided.err,
      /are archives of different accounts; import each with its own command, or all with "aviary import"/,
    )
    const { posts } = await json('import', 'archive', folder, '--root', 'other')
    assert.equal((posts as { readonly imported: number }).imported, 1)
  })
})

describe('spec/archives.md#generations: archives of public bug reports', () => {
  const expected: readonly (readonly [string, number, Readonly<Record<string, number>>])[] = [
    ['02-archive-community', 2, {}],
    ['03-archive-untold', 1, {}],
    ['06-archive-windows.zip', 1, {}],
    ['07-archive-two-folders.zip', 1, {}],
    ['08-archive-media', 1, {}],
    ['25-archive-semicolon', 1, {}],
  ]
  for (const [name, imported, notKept] of expected) {
    slowTest(name, async (t) => {
      const { json } = await place(t)
      const report = await json('import', 'archive', caseFile(name))
      const posts = report['posts'] as Record<string, number>
      assert.deepEqual([posts['imported'], posts['rejected'], report['not_kept']], [imported, 0, notKept])
    })
  }
})
