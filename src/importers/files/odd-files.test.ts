/** Tests files whose bytes, containers or names are unusual (spec/file-recognition.md#containers). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { failingFrom } from '../../../test/support/databases/failing-context.ts'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { tarBytes } from '../../../test/support/files/tar-bytes.ts'
import { zipBytes } from '../../../test/support/files/zip-bytes.ts'
import { byPart, slowTest } from '../../../test/support/part.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { importFiles } from './import-files.ts'
import { findInputs, fingerprintOfInputs } from './inputs.ts'

async function place(t: TestContext) {
  const config = await freshConfig(t, 'sqlite')
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  let exports = 0
  return {
    data: config.data,
    async write(name: string, content: string | Buffer) {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    },
    /** Runs an import that fails in its transaction number `at`. */
    async interrupted(path: string, at = 2) {
      const inputs = await findInputs([path])
      const options = { data: config.data, stdin: Readable.from([]), importArchive: () => assert.fail() }
      const failing = failingFrom(context, at)
      const result = importFiles(failing, inputs, await fingerprintOfInputs(inputs, {}), options)
      await assert.rejects(result, /the process died/)
    },
    async run(...paths: string[]) {
      const inputs = await findInputs(paths)
      const report = await importFiles(context, inputs, await fingerprintOfInputs(inputs, {}), {
        data: config.data,
        stdin: Readable.from([]),
        importArchive: async () => assert.fail('there is no archive'),
      })
      const { kinds, faults } = report.tally.state
      const imported = Object.values(kinds).reduce((sum, { imported: count }) => sum + count, 0)
      return { ...report, imported, faults, rejected: report.tally.rejected }
    },
    async texts() {
      exports += 1
      const file = join(folder, `export-${exports}.jsonl`)
      await exportPostsFile(store, file)
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
      return lines.map((line) => (JSON.parse(line) as { readonly full_text: string }).full_text)
    },
  }
}

const user = (id: number) => `{"id":${id},"id_str":"${id}","screen_name":"user${id}"}\n`
const USERS = Array.from({ length: 400 }, (_, index) => user(index + 1)).join('')

/** Number of bytes that zstd compresses together; the objects of a corrupt block are lost. */
const ZSTD_BLOCK_BYTES = 128 * 1024

/** Lines with users whose descriptions compress badly. */
function describedUsers(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index
    const description = createHash('sha512').update(String(id)).digest('hex')
    return `${JSON.stringify({ id, id_str: String(id), screen_name: `user${id}`, description })}\n`
  })
}

/** Lines of JSON without a known form, which compress badly. */
function noisy(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `{"what":${(index * 2_654_435_761) % 4_294_967_296}}\n`,
  ).join('')
}

/** Users 1 and 2, each in a separate bzip2 stream. */
const BZIP2_USERS = [
  'QlpoOTFBWSZTWbtDwxUAABVbgAAQEAQgEAAAriMeCiAAMUyYmQZGDUNNPUNDRpFV4zRgLYYBSknM+uOlqkOj+p5YUpE/i7kinChIXaHhioA=',
  'QlpoOTFBWSZTWeQzkHoAABVbgAAQEAQQEAAAriMeCiAAMUyYmQZGDUNNPUNDRpFV4zRgLYYBSknM+uOlqkOj+p5YUpE/i7kinChIchnIPQA=',
]

/** A zstd frame with a window of 2^log bytes. */
function zstdFrame(log: number, text: string): Buffer {
  const header = [0x28, 0xb5, 0x2f, 0xfd, 0, (log - 10) << 3]
  const block = (text.length << 3) | 1
  return Buffer.concat([
    Buffer.from([...header, block & 0xff, (block >> 8) & 0xff, block >> 16]),
    Buffer.from(text),
  ])
}

describe('spec/data-files.md#tables: sentiment140', () => {
  test('is read as windows-1252 without --encoding, and other tables are not', async (t) => {
    const { write, run, texts } = await place(t)
    const day = 'Mon Apr 06 22:19:45 PDT 2009'
    const row = `"0","1467810369","${day}","NO_QUERY","ann","caf\xe9 \x80 M\xfcller"\n`
    const { imported, rejected } = await run(await write('tweets.csv', Buffer.from(row, 'latin1')))
    assert.deepEqual([imported > 0, rejected], [true, 0])
    assert.deepEqual(await texts(), ['café € Müller'])
    const other = `id,text,user_id\n1467810370,caf\xe9,9\n`
    const { rejects = '' } = await run(await write('other.csv', Buffer.from(other, 'latin1')))
    assert.match(
      await readFile(rejects, 'utf8'),
      /^other\.csv:2\tnot UTF-8; name the encoding with --encoding/,
    )
  })
})

describe('spec/file-recognition.md#containers', () => {
  test('zstd with a window of up to 128 MiB is read; the message about a larger window has the remedy', async (t) => {
    const { write, run } = await place(t)
    const small = await run(await write('small.zst', zstdFrame(27, user(1))))
    assert.deepEqual([small.imported, small.faults], [1, []])
    for (const log of byPart([28], [28, 31])) {
      const { imported, faults } = await run(await write('large.zst', zstdFrame(log, user(2))))
      assert.equal(imported, 0)
      assert.match(
        faults[0]?.reason ?? '',
        /window above 128 MiB.*zstd -dc --long=31 FILE \| aviary import -/,
      )
    }
  })

  test('data in the folder assets is read, and a warning names the web pages and descriptions that are skipped', async (t) => {
    const { write, run } = await place(t)
    const members = [
      ['assets/users.json', user(1)],
      ['assets/app.js', 'go()'],
      ['README.txt', 'about'],
      ['page.html', '<html>'],
      ['more.html', '<html>'],
      ['__MACOSX/._users.json', 'x'],
    ] as const
    const zip = zipBytes(members.map(([name, content]) => ({ name, content })))
    for (const [name, bytes] of [['some.zip', zip] as const, ['some.tar', tarBytes(members)] as const]) {
      const { tally, rejected, faults } = await run(await write(name, bytes))
      const { imported, skipped } = tally.state.kinds.users
      assert.deepEqual([imported + skipped, rejected, faults], [1, 0, []], name)
      const reason =
        'web pages and descriptions were skipped: assets/app.js, README.txt, page.html and 1 more'
      assert.deepEqual(tally.state.warnings, [{ place: name, reason }])
    }
  })

  const CUT: readonly (readonly [name: string, whole: Buffer])[] = [
    ['users.gz', gzipSync(USERS, { level: 0 })],
    ['users.zst', zstdCompressSync(USERS)],
    ['users.zip', zipBytes([{ name: 'a.json', content: USERS, isStored: true }])],
    ['users.tar', tarBytes([['a.json', USERS]])],
  ]

  for (const [name, whole] of CUT) {
    test(`${name}, truncated: a message names the file, other files are read, and an import of the whole file adds the rest`, async (t) => {
      const { write, run } = await place(t)
      const cut = await write(name, whole.subarray(0, Math.floor(whole.length * 0.6)))
      const other = await write('zz.json', user(1_000))
      const first = await run(cut, other)
      assert.ok(first.faults.length > 0)
      assert.match(first.faults[0]?.place ?? '', new RegExp(name))
      assert.match(first.faults[0]?.reason ?? '', /truncated|incomplete|corrupt|does not end|cannot be read/)
      assert.ok(first.imported >= 1 && first.imported < 401)
      const rest = await run(await write(name, whole))
      assert.deepEqual([rest.faults, rest.imported], [[], 401 - first.imported])
    })
  }

  test('a list in one line in a truncated container: the objects before the end are imported', async (t) => {
    const { write, run } = await place(t)
    const list = `[${USERS.trimEnd().replaceAll('\n', ',')}]`
    const whole = tarBytes([['a.json', list]])
    const cut = await run(await write('list.tar', whole.subarray(0, whole.length * 0.6)))
    assert.ok(cut.imported > 100, `${cut.imported}`)
    assert.equal(cut.rejected, 0)
    assert.match(cut.faults[0]?.reason ?? '', /truncated/)
  })

  test('a file that decompresses to too many bytes or is compressed too many times is reported with advice, and other files are read', async (t) => {
    const { write, run } = await place(t)
    const blanks = Buffer.from(`${user(4_000)}${' '.repeat(3 * 1024 * 1024)}`)
    const five = Array.from({ length: 5 }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from(user(1)))
    const bombs = [
      ['ratio.gz', gzipSync(blanks), /decompresses to more than 100 times its size/],
      ['ratio.zst', zstdCompressSync(blanks), /more than 100 times its size/],
      ['depth.gz', five, /compressed more than 4 times; decompress it/],
    ] as const
    for (const [index, [name, bytes, reason]] of bombs.entries()) {
      const other = await write('zz.json', user(3_000 + index))
      const { faults, imported, rejected } = await run(await write(name, bytes), other)
      assert.ok(imported === 1 || imported === 2, name)
      assert.deepEqual([rejected, faults.length], [0, 1], name)
      assert.match(faults[0]?.reason ?? '', reason)
    }
  })

  test('a truncated bzip2 file: the complete streams are imported, and a later import of the whole file adds the rest', async (t) => {
    const { write, run } = await place(t)
    const [one, two] = BZIP2_USERS.map((text) => Buffer.from(text, 'base64'))
    const whole = Buffer.concat([one ?? Buffer.alloc(0), two ?? Buffer.alloc(0)])
    const cut = await run(await write('users.bz2', whole.subarray(0, whole.length - 20)))
    assert.equal(cut.imported, 1)
    assert.match(
      cut.faults[0]?.reason ?? '',
      /its bzip2 data is corrupt or truncated .*; get the complete file/,
    )
    const rest = await run(await write('users.bz2', whole))
    assert.deepEqual([rest.faults, rest.imported], [[], 1])
  })

  test('corrupt bytes in the middle of a container are reported, the objects before them are imported, and other files are read', async (t) => {
    const { write, run } = await place(t)
    const pack: Readonly<Record<string, (text: string) => Buffer>> = {
      'users.zst': (text) => zstdCompressSync(text),
      'users.zip': (text) => zipBytes([{ name: 'a.json', content: text }]),
      'users.gz': (text) => gzipSync(text),
      'stored.zip': (text) => zipBytes([{ name: 'a.json', content: text, isStored: true }]),
    }
    for (const [index, [name, packed]] of Object.entries(pack).slice(0, byPart(2, 4)).entries()) {
      const lines = describedUsers((index + 1) * 10_000, 1_250)
      const corrupt = packed(lines.join(''))
      const at = Math.floor(corrupt.length * 0.6)
      corrupt.fill(0xff, at, at + 40)
      const other = await write('zz.json', user(2_000 + index))
      const { faults, tally, imported, rejected } = await run(await write(name, corrupt), other)
      assert.ok(faults.length + rejected > 0, name)
      assert.equal(tally.state.files[1]?.forms['v1.1 user'], 1, name)
      const before = lines.join('').slice(0, ZSTD_BLOCK_BYTES).split('\n').length - 1
      assert.ok(before > 500)
      assert.ok(imported - 1 >= before, `${name}: ${imported} of ${before}`)
    }
  })

  test('a corrupt header of a tar file and a corrupt block of bzip2 are reported, and the objects before them are imported', async (t) => {
    const { write, run } = await place(t)
    const tar = tarBytes([
      ['a.json', user(1)],
      ['b.json', user(2)],
    ])
    tar.fill(0xff, 1_024 + 100, 1_024 + 140)
    const bzip2 = Buffer.concat(BZIP2_USERS.map((text) => Buffer.from(text, 'base64')))
    bzip2.fill(0xff, bzip2.length - 40, bzip2.length - 20)
    for (const [index, [name, bytes]] of [
      ['users.tar', tar] as const,
      ['users.bz2', bzip2] as const,
    ].entries()) {
      const other = await write('zz.json', user(5_000 + index))
      const { faults, imported } = await run(await write(name, bytes), other)
      assert.match(faults[0]?.reason ?? '', /data is corrupt or truncated .*; get the complete file/, name)
      // The tar file and the bzip2 file begin with the same user, so the second import adds only the other file.
      assert.equal(imported, index === 0 ? 2 : 1, name)
    }
  })
})

describe('decision 0164: many rejected objects', () => {
  const many = (count: number, line: string) => `${line}\n`.repeat(count)
  const BAD_POST = '{"id_str":"x","text":"no id","user":{"id_str":"7","screen_name":"seven"}}'
  const STRANGE = '{"what":"is this"}'

  test('are counted and listed, and reading continues, if one of the first objects has a known form', async (t) => {
    const { write, run } = await place(t)
    const count = byPart(1_050, 1_500)
    for (const [name, first] of [
      ['posts.json', many(count, BAD_POST)],
      ['mixed.json', `${BAD_POST}\n${many(count - 1, STRANGE)}`],
      ['late.json', `${many(999, STRANGE)}${many(count - 999, BAD_POST)}`],
    ] as const) {
      const { faults, rejected, rejects = '', imported } = await run(await write(name, `${first}${user(1)}`))
      assert.deepEqual([faults, rejected], [[], count], name)
      assert.equal(imported, name === 'posts.json' ? 1 : 0)
      assert.equal((await readFile(rejects, 'utf8')).split('\n').length, count + 1)
    }
  })

  slowTest(
    'do not end the reading of a file that began with a known form, even if the rest is read after an interruption',
    async (t) => {
      const { write, run, interrupted } = await place(t)
      const file = await write('late.json', `${many(1_000, BAD_POST)}${many(1_000, STRANGE)}${user(1)}`)
      await interrupted(file)
      const { faults, rejected, imported, resumedAfter } = await run(file)
      assert.deepEqual([faults, rejected, imported, resumedAfter], [[], 2_000, 1, 1_000])
    },
  )

  test('without a known form end the reading of a file or member, but not of the other members', async (t) => {
    const { write, run } = await place(t)
    const file = await run(await write('strange.json', `${many(1_200, STRANGE)}${user(1)}`))
    assert.deepEqual([file.imported, file.rejected], [0, 1_000])
    assert.match(file.faults[0]?.reason ?? '', /none of the first 1000 objects is readable/)
    const members = [
      { name: 'a.json', content: many(1_200, STRANGE) },
      { name: 'b.json', content: `${many(999, STRANGE)}${user(2)}` },
      { name: 'c.json', content: user(3) },
    ]
    const zip = await run(await write('some.zip', zipBytes(members)))
    assert.deepEqual([zip.imported, zip.rejected], [2, 1_999])
    assert.deepEqual(
      zip.faults.map((fault) => fault.place),
      ['some.zip/a.json:1000'],
    )
  })
})

describe('decision 0175: the rest of a member that is not imported', () => {
  const STRANGE = '{"what":"is this"}\n'
  const LONG = STRANGE.repeat(60_000)
  const MANY = Array.from({ length: 1_500 }, (_, index) => user(index + 1)).join('')

  test('is not decompressed: the import does not find a fault in it', async (t) => {
    const { write, run } = await place(t)
    const zip = zipBytes([
      // The content compresses badly, so that the compression ratio is below the limit for bombs.
      { name: 'a.json', content: noisy(60_000), crc: 1 },
      { name: 'b.json', content: user(1) },
    ])
    const gzip = gzipSync(noisy(60_000))
    gzip.writeUInt32LE(1, gzip.length - 8)
    for (const [name, bytes, imported] of [
      ['some.zip', zip, 1],
      ['some.json.gz', gzip, 0],
    ] as const) {
      const result = await run(await write(name, bytes))
      assert.deepEqual([result.imported, result.rejected, result.faults.length], [imported, 1_000, 1], name)
      assert.match(result.faults[0]?.reason ?? '', /none of the first 1000 objects is readable/)
    }
  })

  test('is skipped in a tar file, and the next members are read', async (t) => {
    const { write, run } = await place(t)
    const tar = tarBytes([
      ['a.json', LONG],
      ['b.json', user(1)],
    ])
    const { imported, rejected, faults } = await run(await write('some.tar', tar))
    assert.deepEqual([imported, rejected, faults.length], [1, 1_000, 1])
  })

  test('is not read after an interruption either, and earlier faults are reported only once', async (t) => {
    const { write, run, interrupted } = await place(t)
    const file = await write(
      'some.zip',
      zipBytes([
        { name: 'a.json', content: `[${user(9_000).trimEnd()},${user(9_001).trimEnd()},` },
        { name: 'b.json', content: noisy(5_000) },
        { name: 'c.json', content: MANY },
      ]),
    )
    await interrupted(file, 3)
    const { imported, rejected, faults, resumedAfter } = await run(file)
    assert.ok(resumedAfter > 1_000 && resumedAfter < 3_000, `${resumedAfter}`)
    assert.deepEqual([imported, rejected], [1_502, 1_000])
    assert.deepEqual(
      faults.map((fault) => fault.place),
      ['some.zip/a.json', 'some.zip/b.json:1000'],
    )
  })
})

test('a name with line ends is one line in the report and in the reject file', async (t) => {
  const { write, run } = await place(t)
  const file = await write('two\nlines\t.json', `${user(1)}{"wrong":1}\n`)
  const { rejects = '', tally } = await run(file)
  assert.equal(tally.state.files[0]?.name.includes('\n'), false)
  const rows = (await readFile(rejects, 'utf8')).split('\n')
  assert.equal(rows.length, 2)
  assert.equal(rows[0]?.split('\t').length, 3)
})

test('if the reject file cannot be written, the import ends with the reason, and the next run completes the import', async (t) => {
  const { data, write, run } = await place(t)
  const file = await write('users.json', `${user(1)}{"wrong":1}\n`)
  // A file takes the place of the folder of the reject file. Removing permissions would not prevent writing, because
  // the superuser may write into any folder.
  await writeFile(join(data, 'rejects'), '')
  await assert.rejects(run(file), /EEXIST|ENOTDIR/)
  await rm(join(data, 'rejects'))
  await mkdir(join(data, 'rejects'))
  const { imported, rejected } = await run(file)
  assert.deepEqual([imported, rejected], [1, 1])
})
