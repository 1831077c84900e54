/** `import posts`, `import archive` and `export posts` as people run them. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { temporaryDirectory } from '../support/engines.ts'
import { mainHere } from '../support/main-here.ts'

const POSTS = fileURLToPath(new URL('../fixtures/posts/recorded.jsonl.gz', import.meta.url))
const V2 = fileURLToPath(new URL('../fixtures/posts/v2.jsonl', import.meta.url))
const ARCHIVE = fileURLToPath(new URL('../fixtures/archive/newer-2022', import.meta.url))

async function place(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const settings = ['--data', join(directory, 'data')]
  return {
    directory,
    run: (...words: string[]) => mainHere([...words, ...settings]),
    async json(...words: string[]) {
      const { code, out, err } = await mainHere([...words, ...settings, '--json'])
      assert.equal(code, 0, err)
      return JSON.parse(out) as Record<string, unknown>
    },
  }
}

describe('design.md 8: import posts and export posts', () => {
  test('tell people and machines what they did', async (t) => {
    const { directory, run, json } = await place(t)
    const { code, out } = await run('import', 'posts', POSTS)
    assert.equal(code, 0)
    assert.match(
      out,
      /^Read 51 posts: 51 imported, 0 there already, 0 rejected\.\nRepaired or left out \d+ values/,
    )
    assert.match(out, /\n {2}\d+ of entities: not recorded \(first in line \d+(?:, \d+)*\)\n/)
    const { repaired, repairs, ...counts } = await json('import', 'posts', V2)
    assert.deepEqual(counts, { read: 2, imported: 2, skipped: 0, rejected: 0 })
    assert.equal(repaired === undefined, repairs === undefined)
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
    assert.deepEqual(await json('import', 'posts', file), {
      read: exported,
      imported: 0,
      skipped: exported,
      rejected: 0,
    })
    assert.equal((await json('verify'))['ok'], true)
  })

  test('fail with a sentence when nothing in the file is a post', async (t) => {
    const { directory, run } = await place(t)
    const file = join(directory, 'users.jsonl')
    await writeFile(file, '{"id":1,"screen_name":"ann"}\n')
    const { code, out } = await run('import', 'posts', file)
    assert.equal(code, 1)
    assert.match(out, /0 imported, 0 there already, 1 rejected\.\nWhat was rejected, and why: /)
  })

  test('publish with --live at a rate', async (t) => {
    const { run, json } = await place(t)
    assert.deepEqual(await json('import', 'posts', V2, '--live', '--rate', '1000'), {
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
      assert.match(err, /--rate (goes with --live|takes a number above 0)/)
    }
  })
})

describe('design.md 8: export posts --format', () => {
  test('v1.1 unless another is asked for; there are two', async (t) => {
    const { directory, run, json } = await place(t)
    await run('import', 'posts', V2)
    const linesOf = async (name: string, ...flags: string[]) => {
      const file = join(directory, name)
      await json('export', 'posts', ...flags, file)
      const text = (await readFile(file, 'utf8')).trimEnd()
      return text.split('\n').map((line) => Object.keys(JSON.parse(line) as object))
    }
    assert.ok((await linesOf('usual.jsonl')).every((keys) => keys.includes('full_text')))
    assert.deepEqual(await linesOf('named.jsonl', '--format', 'v1.1'), await linesOf('again.jsonl'))
    for (const keys of await linesOf('v2.jsonl', '--format', 'v2'))
      assert.deepEqual(keys, ['data', 'includes'])
    const wrong = join(directory, 'wrong')
    const { code, err } = await run('export', 'posts', '--format', 'csv', wrong)
    assert.deepEqual([code, err], [2, 'aviary: --format takes v1.1 or v2, not "csv"\n'])
    assert.equal(existsSync(wrong), false)
  })
})

describe('design.md 8: import archive', () => {
  test('tells what it did of each kind', async (t) => {
    const { run, json } = await place(t)
    const report = await json('import', 'archive', ARCHIVE)
    const kinds = ['posts', 'following', 'followers', 'likes', 'messages', 'pictures']
    assert.deepEqual(Object.keys(report), kinds)
    const faults = ['the picture 1500000000000000004-Not_there.jpg is not in the archive']
    assert.deepEqual(report['pictures'], { read: 2, imported: 1, skipped: 0, rejected: 1, faults })
    assert.deepEqual(report['posts'], { read: 3, imported: 3, skipped: 0, rejected: 0 })
    const { out } = await run('import', 'archive', ARCHIVE)
    assert.match(out, /^Read 3 posts: 0 imported, 3 there already, 0 rejected\.\nRead 2 following: /)
    assert.match(out, /\nRead 2 pictures of messages: 0 imported, 2 there already, 0 rejected\.\n$/)
    const { code, err } = await run('import', 'archive', POSTS)
    assert.equal(code, 1)
    assert.match(err, /is no zip file, or a damaged one/)
    assert.equal((await json('verify'))['ok'], true)
  })
})
