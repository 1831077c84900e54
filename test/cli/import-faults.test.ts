/**
 * Tests `aviary import FILE…` with failures of the machine: full disks, forbidden files, huge containers, and
 * two imports at once.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { cli, type Ended, startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { lengthyTest, slowTest as test } from '../support/part.ts'
import { AS_OTHER_USER, OTHER_USER, whyNoOtherUser } from '../support/processes/other-user.ts'

const POSTS = 12_000

function post(id: number): string {
  const id_str = String(490_828_800_000_000_000n + BigInt(id))
  const user = { id: 1_000 + (id % 500), id_str: String(1_000 + (id % 500)), screen_name: `a${id % 500}` }
  const text = `post ${id} ${'x'.repeat(80)}`
  return JSON.stringify({ created_at: 'Sun Jul 20 12:00:00 +0000 2014', id_str, text, user })
}

async function place(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const posts = join(directory, 'posts.jsonl')
  await writeFile(posts, Array.from({ length: POSTS }, (_, index) => post(index + 1)).join('\n'))
  return { directory, posts, data: join(directory, 'data') }
}

/** Asserts that the first run ended early, and that the next run kept its posts and added the others. */
function goesOn({ code, out, err }: Ended): void {
  assert.equal(code, 0, err)
  const { imported, skipped, resumed_after } = JSON.parse(out) as Record<string, number>
  assert.deepEqual([imported, skipped], [POSTS, 0])
  assert.ok((resumed_after ?? 0) > 0 && (resumed_after ?? 0) < POSTS, `resumed after ${resumed_after}`)
}

const oneSentence = /^aviary: [^\n]+\n$/

describe('an import on a full disk ends with a sentence, and the same command later continues where the import ended', () => {
  const mayMount = spawnSync('unshare', ['-Urm', 'true']).status === 0
  test('a full disk', { skip: mayMount ? false : 'needs unshare to mount a small disk' }, async (t) => {
    const { directory, posts } = await place(t)
    const disk = join(directory, 'disk')
    await mkdir(disk)
    const out = join(directory, 'out')
    // The disk exists only in these processes. The first import fills it, and the second import has space.
    const script = [
      `mount -t tmpfs -o size=4m none ${disk} || exit 99`,
      `"$@" >${out}.first 2>&1; echo $? >>${out}.first`,
      `mount -o remount,size=200m ${disk}`,
      'exec "$@"',
    ].join('\n')
    const words = ['import', posts, '--data', join(disk, 'data'), '--json']
    const second = await cli(t, words, { under: ['unshare', '-Urm', 'sh', '-c', script, 'sh'] })
    assert.equal(
      await readFile(`${out}.first`, 'utf8'),
      'aviary: there is no room left for the database; free some disk space\n1\n',
    )
    goesOn(second)
  })

  test('a limit on the size of files', { skip: process.platform === 'win32' }, async (t) => {
    const { posts, data } = await place(t)
    const words = ['import', posts, '--data', data, '--json']
    const first = await cli(t, words, { under: ['sh', '-c', 'ulimit -f 5000; exec "$@"', 'sh'] })
    assert.deepEqual([first.code, first.out], [1, ''])
    assert.match(first.err, oneSentence)
    assert.match(first.err, /the disk refused to read or write the database|no room|no disk space/)
    goesOn(await cli(t, words))
  })
})

describe('files that the operating-system user may not read or write are named in one sentence', {
  skip: whyNoOtherUser(),
}, () => {
  test('files, folders and the data directory', async (t) => {
    const { directory, posts, data } = await place(t)
    await chmod(directory, 0o755)
    const folder = join(directory, 'folder')
    await mkdir(join(folder, 'closed'), { recursive: true })
    await writeFile(join(folder, 'open.json'), post(1))
    await writeFile(join(folder, 'secret.json'), post(2), { mode: 0o600 })
    const own = join(directory, 'own')
    await mkdir(own)
    await chown(own, OTHER_USER, OTHER_USER)
    const asOther = (...words: string[]) => cli(t, ['import', ...words], { under: AS_OTHER_USER })
    const secret = await asOther(folder, '--data', own)
    assert.equal(secret.code, 1)
    assert.match(
      secret.err,
      /^aviary: this user may not read or write .*secret\.json; check its owner and its mode\n$/,
    )
    await chmod(join(folder, 'secret.json'), 0o644)
    await chmod(join(folder, 'closed'), 0)
    const closed = await asOther(folder, '--data', own)
    assert.equal(closed.code, 1)
    assert.match(
      closed.err,
      /^aviary: this user may not read or write .*closed\/; check its owner and its mode\n$/,
    )
    await chmod(posts, 0o444)
    await chmod(join(folder, 'closed'), 0o555)
    assert.equal((await asOther(posts, folder, '--data', own)).code, 0, 'reading is enough')
    const foreign = await asOther(posts, '--data', data)
    assert.equal(foreign.code, 1)
    assert.match(foreign.err, oneSentence)
    assert.deepEqual(await readdir(directory).then((names) => names.includes('data')), false)
  })
})

describe('two imports that run at the same time', () => {
  test('if two imports read one file, at least one import completes, and every post is stored once', async (t) => {
    const { posts, data } = await place(t)
    const words = ['import', posts, '--data', data, '--json']
    assert.equal((await cli(t, ['migrate', '--data', data])).code, 0)
    const both = [startCli(t, words), startCli(t, words)]
    const ended = await Promise.all(both.map((run) => run.ended))
    assert.ok(
      ended.some(({ code }) => code === 0),
      JSON.stringify(ended),
    )
    for (const { code, err } of ended) {
      if (code !== 0)
        assert.match(err, /another import of the same file is running; wait until it has finished/)
    }
    const { imported, skipped } = JSON.parse((await cli(t, words)).out) as Record<string, number>
    assert.deepEqual([imported, skipped], [0, POSTS])
  })

  test('two imports of files with the same posts both complete', async (t) => {
    const { directory, posts, data } = await place(t)
    const other = join(directory, 'other.jsonl')
    const lines = (await readFile(posts, 'utf8')).split('\n').toReversed()
    await writeFile(other, [...lines, post(POSTS + 1)].join('\n'))
    assert.equal((await cli(t, ['migrate', '--data', data])).code, 0)
    const both = [posts, other].map((file) => startCli(t, ['import', file, '--data', data, '--json']))
    const ended = await Promise.all(both.map((run) => run.ended))
    const counts = ended.map(({ code, out, err }) => {
      assert.equal(code, 0, err)
      return JSON.parse(out) as { readonly imported: number; readonly skipped: number }
    })
    assert.equal(
      counts.reduce((sum, { imported }) => sum + imported, 0),
      POSTS + 1,
    )
    assert.equal(
      counts.reduce((sum, { skipped }) => sum + skipped, 0),
      POSTS,
    )
  })
})

/**
 * A program that the shell gets as a variable. It writes a tar file with 1,001,000 empty files to standard
 * output.
 */
const MANY_FILES = `
const header = Buffer.alloc(512)
header.write('empty.json', 0)
header.write('0000644\\0', 100)
header.write('00000000000\\0', 124)
header.write('        0', 148)
header.write('ustar\\x0000', 257)
const sum = header.reduce((all, byte) => all + byte, 0)
header.write(sum.toString(8).padStart(6, '0') + '\\0 ', 148)
const many = Buffer.concat(Array.from({ length: 1_000 }, () => header))
process.stdout.on('error', () => process.exit(0))
;(async () => {
  for (let sent = 0; sent <= 1_000; sent += 1) await new Promise((done) => process.stdout.write(many, done))
})()`

lengthyTest(
  'a tar file with more than 1,000,000 files is refused with advice, and memory does not grow',
  async (t) => {
    const { data } = await place(t)
    const script = `"${process.execPath}" -e "$MANY_FILES" | "$@"`
    const { code, err } = await cli(t, ['import', '-', '--data', data], {
      under: ['sh', '-c', script, 'sh'],
      // With this limit the process would end if its heap grew with the number of files.
      env: { MANY_FILES, NODE_OPTIONS: '--max-old-space-size=96' },
    })
    assert.match(err, /^aviary: standard input: it contains more than 1000000 files; unpack it, [^\n]+\n$/)
    assert.equal(code, 1)
  },
)
