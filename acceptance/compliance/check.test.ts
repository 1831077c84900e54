/**
 * The command `check` of examples/compliance-consumer has the options and exit codes of `aviary compliance
 * check`. It takes its results from the example's own copy of posts and users.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { slowTest as test } from '../../test/support/part.ts'
import { Example } from './example.ts'

const [A, B, C] = ['490828800000000001', '490828800000000002', '490828800000000003']

/** A copy with one post, one deleted post, and one post of a suspended user. */
async function open(t: TestContext) {
  const data = await mkdtemp(join(tmpdir(), 'aviary-copy-'))
  t.after(() => rm(data, { recursive: true }))
  const account = { url: 'http://localhost:1/stream', email: 'a@example.org', password: 'none' }
  const example = await Example.at(t, { data, flags: [] }, account)
  mkdirSync(example.folder)
  const post = (id: string, user: string) => ({
    id_str: id,
    text: 'x',
    user: { id_str: user, screen_name: `u${user}` },
  })
  const entries = [
    { number: 1, objects: [post(A, '1'), post(B, '1'), post(C, '2')] },
    {
      ...{ number: 2, partition: 1, position: '7' },
      messages: [{ delete: { status: { id_str: B, user_id_str: '1' } } }, { user_suspend: { id_str: '2' } }],
    },
  ]
  writeFileSync(
    join(example.folder, 'journal.jsonl'),
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  )
  const file = join(data, 'held.txt')
  const check = (content: string | Buffer, ...words: string[]) => {
    writeFileSync(file, content)
    return example.ended('check', '--ids', file, ...words)
  }
  return { data, example, file, check }
}

test('spec/id-lists.md#exit-codes: the example checks ids like the command and has the same exit codes', async (t) => {
  const { data, example, file, check } = await open(t)

  await t.test('exit code 0: all input was read, and nothing must be deleted', async () => {
    assert.deepEqual(await check(`# held\n"${A}"\n123\n`), {
      code: 0,
      out: 'Checked 2 ids: 0 to delete, 1 available, 1 unknown.\n',
    })
  })
  await t.test('exit code 1: something must be deleted, for each form of the input', async () => {
    const lines = [`${A},0.5`, `${B},0.1`, `${C},0.2`]
    for (const content of [
      `tweet_id,score\n${lines.join('\n')}\n`,
      `${lines.join('\n')}\n`,
      `["${A}",${B},${C}]`,
      `[\n ${A},\n ${B},\n ${C}\n]`,
      [A, B, C].map((id) => `{"id":${id},"text":"a","user":{"id":1}}\n`).join(''),
      [A, B, C].map((id) => `https://twitter.com/x/status/${id}\n`).join(''),
    ]) {
      const { code, out } = await check(content)
      assert.equal(code, 1, content)
      assert.match(out, new RegExp(`^${B}\tdelete\tdeleted\n${C}\tdelete\tsuspended\n`), content)
      assert.match(out, /^Checked 3 ids: 2 to delete, 1 available\.$/m)
    }
  })
  await t.test('exit code 1: a file with quoted ids, with scores, or with posts as JSON lines', async () => {
    for (const name of ['19-held-quoted.txt', '19-held-scores.csv', '20-held-tweets.jsonl']) {
      const fixture = fileURLToPath(new URL(`../../test/fixtures/id-lists/${name}`, import.meta.url))
      const { code, out } = await example.ended('check', '--ids', fixture)
      assert.deepEqual([code, /^Checked 2 ids: 1 to delete, 1 available\.$/m.test(out)], [1, true], out)
    }
  })
  await t.test('exit code 2: the arguments are wrong', async () => {
    assert.equal((await check(`${A}\n`, '--type', 'posts')).code, 2)
    assert.equal((await check(`${A},${B}\n`)).code, 2)
    assert.equal((await check(`${A},${B}\n`, '--column', '1')).code, 0)
    assert.equal((await example.ended('check')).code, 2)
  })
  await t.test('exit code 3: a file was unreadable, or nothing was read', async () => {
    for (const content of [
      '',
      '# none\n',
      'nonsense\n',
      '4.9E+17\n',
      '490828800000000000\n',
      '[4.9e17]',
      '{"a":1}\n',
      '["5"',
    ]) {
      assert.equal((await check(content)).code, 3, content)
    }
    const rounded = await check(
      Array.from({ length: 12 }, (_, index) => `4908288000000${10 + index}000`).join('\n'),
    )
    assert.deepEqual([rounded.code, /a spreadsheet has rounded these ids/.test(rounded.out)], [3, true])
    assert.equal((await example.ended('check', '--ids', `${file}.missing`)).code, 3)
    const packed = `${file}.gz`
    writeFileSync(packed, gzipSync(`${A}\n`).subarray(0, -9))
    assert.equal((await example.ended('check', '--ids', packed)).code, 3)
  })
  await t.test('--report writes a dated report', async () => {
    const report = join(data, 'report.json')
    const content = `${A}\n${B}\n123\nnonsense\n`
    assert.equal((await check(content, '--report', report)).code, 1)
    const { made_at, input, log_position, server, ids, complete, checked, unreadable } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    assert.match(made_at, /Z$/)
    assert.equal(input.sha256, createHash('sha256').update(content).digest('hex'))
    assert.deepEqual(
      [log_position, server, complete, checked, unreadable],
      [{ 1: '7' }, 'http://localhost:1/stream', false, 3, 1],
    )
    assert.deepEqual(
      ids.map(({ id, action, reason }: Record<string, string>) => [id, action, reason]),
      [
        [A, 'none', 'available'],
        [B, 'delete', 'deleted'],
        ['123', 'none', 'unknown'],
      ],
    )
    assert.equal((await check(content, '--report', join(data, 'no', 'such'))).code, 3)
    assert.equal(existsSync(join(data, 'no')), false)
  })
  await t.test('--type users checks ids of users', async () => {
    const { code, out } = await check('user_id\n1\n2\n3\n', '--type', 'users')
    assert.deepEqual(
      [code, out],
      [1, '2\tdelete\tsuspended\nChecked 3 ids: 1 to delete, 1 available, 1 unknown.\n'],
    )
  })
})
