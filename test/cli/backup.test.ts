/** Tests `backup`, `restore` and `verify`: with interruptions, full disks, and wrong paths. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { type CliOptions, cli, cliJson, type Ended, type RunningCli, startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { edgeLines, writeLines } from '../support/files/edge-list.ts'
import { slowTest as test } from '../support/part.ts'
import { AS_OTHER_USER, whyNoOtherUser } from '../support/processes/other-user.ts'
import { runMain } from '../support/run-main.ts'

const run = promisify(execFile)

/** Number of edges in the database. It is large enough for an interruption or a full disk during a backup. */
const EDGES = 20_000

interface Place {
  readonly directory: string
  /** The data directory. Its database has {@link EDGES} edges. */
  readonly data: string
  readonly archive: string
}

async function makePlace(t: TestContext): Promise<Place> {
  const directory = await temporaryDirectory(t)
  await chmod(directory, 0o755)
  const data = join(directory, 'data')
  const file = await writeLines(join(directory, 'edges.txt'), edgeLines(EDGES))
  await jsonHere(['import', 'follows', file, '--data', data])
  return { directory, data, archive: join(directory, 'a.tar.gz') }
}

/** The JSON output of a successful command. */
async function jsonHere(words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await runMain([...words, '--json'])
  assert.deepEqual({ code, err }, { code: 0, err: '' }, words.join(' '))
  return JSON.parse(out) as Record<string, unknown>
}

const SENTENCE = /^aviary: [^\n]+\n$/

function refusedWith(sentence: RegExp, { code, out, err }: Ended, words: readonly string[] = []): void {
  assert.deepEqual({ code, out }, { code: 1, out: '' }, words.join(' '))
  assert.match(err, SENTENCE, words.join(' '))
  assert.match(err, sentence, words.join(' '))
}

/** Interrupts a run as soon as the directory contains a file whose name ends in `.partial`. */
async function interruptAtWork(running: RunningCli, directory: string): Promise<void> {
  for (;;) {
    if (running.isOver) throw new Error(`too late: ${JSON.stringify(await running.ended)}`)
    const names = existsSync(directory) ? await readdir(directory) : []
    if (names.some((name) => name.endsWith('.partial'))) break
    await new Promise(setImmediate)
  }
  running.kill('SIGINT')
}

/** Options that limit the size of files, in blocks of 512 bytes. */
function filesUpTo(blocks: number): CliOptions {
  return { under: ['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`] }
}

/** A file system of 8 MB for the test. Undefined if the file system cannot be created. */
async function smallDisk(t: TestContext): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const directory = await temporaryDirectory(t)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', directory])
  } catch {
    return undefined
  }
  t.after(() => run('umount', [directory]))
  return directory
}

test('spec/server.md#backup: the commands backup, restore and verify', async (t) => {
  const { directory, data, archive } = await makePlace(t)
  const archives = join(directory, 'archives')
  await mkdir(archives)

  await t.test('print their results as text and as JSON', async (t) => {
    const made = await cliJson(t, ['backup', archive, '--data', data])
    assert.deepEqual(Object.keys(made), [
      ...['file', 'bytes', 'rows', 'media_files', 'has_key', 'log_position', 'schema_version'],
    ])
    assert.deepEqual([made['file'], made['media_files'], made['has_key']], [archive, 0, true])
    assert.equal(typeof made['log_position'], 'string', 'positions are digits')
    const result = await runMain(['backup', join(directory, 'b.tar.gz'), '--data', data])
    assert.match(
      result.out,
      /^Wrote .*b\.tar\.gz \(\d+\.\d MB\): \d+ rows at log position \d+, 0 media files, and the key\.\nKeep this file private/,
    )
    const restored = await cliJson(t, ['restore', archive, '--data', join(directory, 'other')])
    assert.deepEqual(Object.keys(restored), [
      ...['file', 'made_at', 'rows', 'media_files', 'has_key', 'schema_version'],
    ])
    assert.equal(restored['rows'], made['rows'])
    const third = await runMain(['restore', archive, '--data', join(directory, 'third')])
    assert.match(
      third.out,
      /^Restored \d+ rows .* into .*third\.\nThe key is in .*aviary\.key\.\nNext: aviary serve --data .*third\n$/,
    )
    const { counts } = await cliJson(t, ['verify', '--data', join(directory, 'other')])
    assert.equal((counts as Record<string, number>)['edges'], EDGES)
    const sound = await runMain(['verify', '--data', join(directory, 'third')])
    assert.match(sound.out, new RegExp(`^The data is intact \\(\\d+ pages, ${EDGES} edges, .*\\)\\.\n$`))
  })

  await t.test('backups are standard tar files, with a private key file', async () => {
    const { stdout: list } = await run('tar', ['tvzf', archive])
    const names = list
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/\s+/).at(-1))
    assert.equal(names[0], 'header.json')
    assert.ok(names.includes('tables/followers/000001.jsonl'))
    assert.equal(names.at(-1), 'manifest.json')
    assert.match(list, /^-rw-------.* aviary\.key$/m)
    const { stdout: key } = await run('tar', ['xzOf', archive, 'aviary.key'])
    assert.equal(key, await readFile(join(data, 'aviary.key'), 'utf8'))
  })

  await t.test('after an interruption they leave no files, and print a message', async (t) => {
    const backup = startCli(t, ['backup', join(archives, 'c.tar.gz'), '--data', data])
    await interruptAtWork(backup, archives)
    refusedWith(/^aviary: interrupted; nothing was changed$/m, await backup.ended)
    assert.deepEqual(await readdir(archives), [])

    const target = join(directory, 'new', 'data')
    const restore = startCli(t, ['restore', archive, '--data', target])
    await interruptAtWork(restore, target)
    refusedWith(/interrupted/, await restore.ended)
    assert.equal(existsSync(join(directory, 'new')), false)
  })

  await t.test('on a full disk they leave no files, and print a message', async (t) => {
    const backup = ['backup', join(archives, 'c.tar.gz'), '--data', data]
    refusedWith(/no disk space is left for .*; free some/, await cli(t, backup, filesUpTo(100)))
    assert.deepEqual(await readdir(archives), [])
    const target = join(directory, 'new')
    const restore = ['restore', archive, '--data', target]
    refusedWith(/the disk refused|there is no room/, await cli(t, restore, filesUpTo(1_000)))
    assert.equal(existsSync(target), false)
  })

  await t.test('refuse wrong paths and files in one sentence, and create nothing', async () => {
    const target = join(directory, 'new')
    for (const [words, sentence] of [
      [['restore', archive, '--data', data], /aviary\.sqlite already; restore into an empty data directory/],
      [['backup', archive, '--data', data], /a\.tar\.gz exists; give another name, or remove it first/],
      [['restore', join(directory, 'edges.txt'), '--data', target], /it is damaged, or no gzip file\./],
      [['restore', join(directory, 'none'), '--data', target], /none does not exist; check the path/],
      [['restore', directory, '--data', target], /is not a file; give the path of a file/],
      [
        ['backup', join(directory, 'no', 'a'), '--data', data],
        /does not exist; check the path, or create it/,
      ],
      [['backup', join(directory, 'd'), '--data', target], /there is no .*aviary\.key/],
      [['verify', '--data', target], /there is no database .*; name its directory with --data/],
    ] as const) {
      refusedWith(sentence, await runMain(words), words)
    }
    assert.equal(existsSync(target), false)
  })

  await t.test('report a directory without access', { skip: whyNoOtherUser() }, async (t) => {
    for (const words of [
      ['verify', '--data', data],
      ['backup', join(directory, 'd'), '--data', data],
      ['restore', archive, '--data', join(directory, 'new')],
      ['user', 'show', 'ada', '--data', data],
    ]) {
      refusedWith(
        /this user may not read or write|cannot be read/,
        await cli(t, words, { under: AS_OTHER_USER }),
        words,
      )
    }
  })

  await t.test('verify prints every error with advice, and exits with 1', async () => {
    const damaged = join(directory, 'other')
    const file = join(damaged, 'aviary.sqlite')
    const bytes = await readFile(file)
    const at = bytes.lastIndexOf('import.applied')
    assert.ok(at > 0)
    bytes.write('imported', at)
    await writeFile(file, bytes)
    const { code, out, err } = await runMain(['verify', '--data', damaged])
    assert.deepEqual({ code, err }, { code: 1, err: '' })
    assert.match(
      out,
      /^log: Event \d+ is not what was written: its checksum does not fit\.\n {2}Restore a backup: aviary restore FILE --data NEW_DIRECTORY\n$/,
    )
  })
})

test('a full disk: an import stores complete batches, and the data is intact', async (t) => {
  const disk = await smallDisk(t)
  if (disk === undefined) return t.skip('only root can mount a small disk')
  const file = await writeLines(join(await temporaryDirectory(t), 'edges.txt'), edgeLines(60_000))
  const data = join(disk, 'data')
  refusedWith(
    /there is no room left for|no disk space is left for|the disk refused/,
    await cli(t, ['import', 'follows', file, '--data', data]),
  )
  assert.equal((await jsonHere(['verify', '--data', data]))['ok'], true)
})
