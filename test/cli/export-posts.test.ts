/** Tests `export posts`: the flags that select posts, and the target of the output. */
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { startCli } from '../support/cli.ts'
import { migratedConfig, temporaryDirectory } from '../support/engines.ts'
import { edgeLines, linesIn, writeLines } from '../support/files/edge-list.ts'
import { byPart, slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

const DAY_MS = 86_400_000
const SNOWFLAKE_EPOCH_MS = 1_288_834_974_657n

function snowflake(at: number, more = 0): string {
  return String(((BigInt(at) - SNOWFLAKE_EPOCH_MS) << 22n) + BigInt(more))
}

function v11Date(at: number): string {
  const [, day, month, date, year, time] =
    /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(at).toUTCString()) ?? []
  return `${day} ${date} ${month} ${time} +0000 ${year}`.replace(/^(\w+) (\w+) (\d+)/, '$1 $2 $3')
}

const START = Date.UTC(2020, 7, 12)
const ANN = { id: 11, screen_name: 'ann' }
const BEN = { id: 12, screen_name: 'ben', protected: true }
/** Three posts from the time when ids contained no time. */
const OLD = [2007, 2008, 2009].map((year, at) => ({
  id: `${1_000_000 + at}`,
  at: Date.UTC(year, 0, 1),
  user: ANN,
}))
/** Four posts from consecutive days. The author of the last post is protected. */
const NEW = [0, 1, 2, 3].map((day) => ({
  id: snowflake(START + day * DAY_MS, 5),
  at: START + day * DAY_MS,
  user: day === 3 ? BEN : ANN,
}))
/** Every second case in the fast part, otherwise all. */
const someOf = <Case>(cases: readonly Case[]): readonly Case[] =>
  cases.filter((_, index) => index % 2 === 0 || !byPart(true, false))

const TEXTS = ['a cat', 'a dog', 'a cat and a dog', 'a cat']

describe('export posts', () => {
  test('spec/exports.md#selection: selects by rule, time, id and author, and includes protected authors on request', async (t) => {
    const directory = await temporaryDirectory(t)
    const settings = ['--data', (await migratedConfig(t, 'sqlite')).data]
    const run = (...words: string[]) => runMain([...words, ...settings])
    const posts = [...OLD, ...NEW].map(({ id, at, user }, index) => ({
      ...{ id_str: id, created_at: v11Date(at), user },
      full_text: TEXTS[index - OLD.length] ?? 'old',
    }))
    const file = join(directory, 'posts.jsonl')
    await writeFile(file, posts.map((post) => JSON.stringify(post)).join('\n'))
    const imported = await run('import', 'posts', file)
    assert.match(imported.out, /^Read 7 posts: 7 imported/)

    const ids = async (...flags: string[]) => {
      const { code, out, err } = await run('export', 'posts', '-', '--format', 'ids', ...flags)
      assert.equal(code, 0, err)
      const found = out.split('\n').filter((line) => line !== '')
      return { found, err }
    }
    const all = posts.map(({ id_str }) => id_str)
    const { found, err } = await ids()
    assert.deepEqual(found, all.slice(0, 6))
    assert.equal(
      err,
      'Wrote 6 posts to standard output.\nLeft out 1 posts of protected users; --include-protected adds them.\n',
    )
    assert.deepEqual((await ids('--include-protected')).found, all)
    const cases: readonly [flags: string[], from: number, to: number][] = [
      [['--since', '2008-01-01'], 1, 7],
      [['--since', '2008-01-01T00:00:01Z', '--until', '2020-08-13'], 2, 4],
      [['--until', '2008-12-31'], 0, 2],
      [['--since', '2020-08-13T02:00:00+02:00'], 4, 7],
      [['--since', all[3] ?? '', '--until', all[5] ?? ''], 3, 5],
      [['--author', 'ANN'], 0, 6],
      [['--author', '@ben'], 6, 7],
      [['--author', '12', '--since', '2030-01-01'], 7, 7],
      [['--query', 'dog'], 4, 6],
      [['--query', 'cat dog', '--author', '11'], 5, 6],
    ]
    // Every second case has each option, with times and with ids. Each command takes as long as a short test.
    for (const [flags, from, to] of someOf(cases)) {
      assert.deepEqual(
        (await ids('--include-protected', ...flags)).found,
        all.slice(from, to),
        flags.join(' '),
      )
    }

    const refusals: readonly [flags: string[], message: RegExp][] = [
      [['--query', 'cat (dog'], /^aviary: --query: missing '\)' at '<EOF>' \(at position 9\)\n$/],
      [['--query', 'colour:red'], /invalid operator 'colour'.* \(at position 1\)/],
      [['--since', 'yesterday'], /--since takes a day such as 2020-08-12, .*, not "yesterday"/],
      [['--since', '2020'], /not "2020"/],
      [['--since', '2021-01-01', '--until', '2020-01-01'], /--since must be before --until/],
      [['--author', 'nobody'], /--author: there is no user "nobody"/],
      [['--author', 'ben'], /the posts of ben are protected; add --include-protected/],
      [['--note-tweet'], /--note-tweet needs --format v2-flat/],
    ]
    for (const [flags, message] of someOf(refusals)) {
      const { code, err: text, out } = await run('export', 'posts', join(directory, 'refused'), ...flags)
      assert.equal(code, 2, flags.join(' '))
      assert.match(text, message)
      assert.equal(out, '')
    }
    const files = await readdir(directory)
    assert.deepEqual(files, ['posts.jsonl'])

    const plain = await run('export', 'posts', '-', '--format', 'csv')
    const written = async (name: string) => {
      const path = join(directory, name)
      assert.equal((await run('export', 'posts', path, '--format', 'csv')).code, 0)
      return readFile(path)
    }
    assert.equal((await written('plain.csv')).toString(), plain.out)
    assert.equal(gunzipSync(await written('small.csv.gz')).toString(), plain.out)
    assert.equal(zstdDecompressSync(await written('small.csv.zst')).toString(), plain.out)
  })
})

describe('export', () => {
  slowTest(
    'spec/exports.md#writing: a killed export leaves no file with its name, and the next export is complete',
    async (t) => {
      const directory = await temporaryDirectory(t)
      const settings = ['--data', (await migratedConfig(t, 'sqlite')).data]
      const lines = edgeLines(20_000)
      const edges = await writeLines(join(directory, 'edges.txt'), lines)
      assert.equal((await runMain(['import', 'follows', edges, ...settings])).code, 0)
      const target = join(directory, 'out', 'follows.txt')
      await mkdir(join(directory, 'out'))
      const left = () => readdir(join(directory, 'out'))
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        const run = startCli(t, ['export', 'follows', target, ...settings])
        while (!run.isOver && (await left()).length === 0) await new Promise(setImmediate)
        run.kill(signal)
        await run.ended
        const names = await left()
        if (names.includes('follows.txt')) assert.deepEqual(await linesIn(target), lines, 'it had finished')
        else assert.deepEqual(names, signal === 'SIGKILL' ? ['.follows.txt.partial'] : [])
        await rm(target, { force: true })
        await rm(join(directory, 'out', '.follows.txt.partial'), { force: true })
      }
      const { code, out } = await runMain(['export', 'follows', target, ...settings])
      assert.equal(code, 0)
      assert.equal(out, `Wrote 20000 edges to ${target}.\n`)
      assert.deepEqual(await left(), ['follows.txt'])
      assert.deepEqual(await linesIn(target), lines)
    },
  )

  test('spec/exports.md#writing: a dry run has the report and the exit code, and writes nothing', async (t) => {
    const directory = await temporaryDirectory(t)
    const settings = ['--data', (await migratedConfig(t, 'sqlite')).data]
    const posts = [ANN, ANN, BEN].map((user, at) => ({
      ...{ id_str: snowflake(START, at), created_at: v11Date(START), user, full_text: `post \\n ${at}` },
    }))
    const file = join(directory, 'posts.jsonl')
    await writeFile(file, posts.map((post) => JSON.stringify(post)).join('\n'))
    assert.equal((await runMain(['import', 'posts', file, ...settings])).code, 0)
    const [target, out] = [join(directory, 'out', 'posts.csv'), join(directory, 'out')]
    await mkdir(out)
    const exported = (...words: string[]) =>
      runMain(['export', 'posts', ...words, '--format', 'csv', ...settings])
    const dry = await exported(target, '--dry-run', '--json')
    assert.deepEqual(await readdir(out), [])
    const real = await exported(target, '--json')
    assert.deepEqual([dry.code, dry.out], [real.code, real.out])
    assert.deepEqual(JSON.parse(dry.out), { exported: 2, left_out_protected: 1, ambiguous_texts: 2 })
    const again = await exported(target, '--dry-run')
    assert.equal(again.code, 1, 'the file exists')
    assert.match(again.err, /posts\.csv exists; give another name/)
    const piped = await exported('-', '--dry-run')
    assert.match(piped.out, /^Dry run: nothing was written\. The export has 2 posts\.\nLeft out 1 posts /)
    for (const kind of ['users', 'follows']) {
      const { code, out: sentence } = await runMain(['export', kind, `${target}.2`, '--dry-run', ...settings])
      assert.equal(code, 0)
      assert.match(sentence, /^Dry run: nothing was written\. The export has \d+ /)
    }
    assert.deepEqual(await readdir(out), ['posts.csv'])
  })

  test('spec/exports.md#csv-losses: the last lines that a csv export prints name the data that a csv file cannot contain', async (t) => {
    const directory = await temporaryDirectory(t)
    const settings = ['--data', (await migratedConfig(t, 'sqlite')).data]
    const posts = ['plain', 'C:\\new', 'CR\rhere'].map((full_text, at) => ({
      ...{ id_str: snowflake(START, at), created_at: v11Date(START), user: ANN, full_text },
    }))
    const file = join(directory, 'posts.jsonl')
    await writeFile(file, posts.map((post) => JSON.stringify(post)).join('\n'))
    assert.equal((await runMain(['import', 'posts', file, ...settings])).code, 0)
    const exported = (name: string, ...words: string[]) =>
      runMain(['export', 'posts', join(directory, name), ...words, ...settings])
    const { out } = await exported('posts.csv', '--format', 'csv')
    assert.match(
      out,
      /^Wrote 3 posts to .*\ncsv does not carry ids of mentions, .*\nThe texts of 2 posts contain a backslash before an n, which readers of csv take for a line break/,
    )
    const json = await exported('again.csv', '--format', 'csv', '--json')
    assert.deepEqual(JSON.parse(json.out), { exported: 3, ambiguous_texts: 2 })
    assert.match((await exported('posts.v1')).out, /^Wrote 3 posts to [^\n]*\n$/)
    const users = await runMain(['export', 'users', join(directory, 'u.csv'), '--format', 'csv', ...settings])
    assert.match(users.out, /\ncsv does not carry short links, /)
  })
})
