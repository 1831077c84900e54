/** Tests `aviary import -` with containers and personal archives in standard input. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { cli, cliJson } from '../support/cli.ts'
import { ENGINES, freshConfig, migratedConfig, temporaryDirectory } from '../support/engines.ts'
import { tarBytes } from '../support/files/tar-bytes.ts'
import { zipBytes } from '../support/files/zip-bytes.ts'
import { byPart, slowOnPostgres, slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

interface Report {
  readonly imported: number
  readonly skipped: number
  readonly rejected: number
  readonly faults: readonly { readonly place: string; readonly reason: string }[]
  readonly files: readonly { readonly name: string; readonly held_back: number }[]
  readonly archives?: readonly { readonly name: string }[]
}

type Members = readonly (readonly [name: string, content: string])[]

const tweet = (number: number) => ({
  tweet: { id_str: String(1_790_000_000_000_000_000n + BigInt(number)), full_text: `post ${number}` },
})

/** The files of an archive. The post 3 is private. @param count number of posts */
function archiveOf(owner: number, count = 3): Members {
  const lists = {
    account: [{ account: { accountId: String(owner), username: `ann_${owner}` } }],
    tweets: Array.from({ length: count }, (_, index) => tweet(index + 1)),
    'twitter-circle-tweet': [tweet(3)],
  }
  return Object.entries(lists).map(([name, list]) => [
    `data/${name}.js`,
    `window.YTD.${name.replaceAll('-', '_')}.part0 = ${JSON.stringify(list)}`,
  ])
}

const zipOf = (members: Members) => zipBytes(members.map(([name, content]) => ({ name, content })))
const packedTarOf = (members: Members) => gzipSync(tarBytes(members))

function line(id: number): string {
  const user = { id: 1_000 + id, id_str: String(1_000 + id), screen_name: `a${id}`, name: `A ${id}` }
  const id_str = String(490_828_800_000_000_000n + BigInt(id))
  return JSON.stringify({ created_at: 'Sun Jul 20 12:00:00 +0000 2014', id_str, text: `post ${id}`, user })
}

/** @param configOf makes the data */
async function place(t: TestContext, engine: (typeof ENGINES)[number], configOf = migratedConfig) {
  const { data, database } = await configOf(t, engine)
  const settings = ['--data', data, ...(database === '' ? [] : ['--database', database])]
  return {
    data,
    settings,
    async imported(input: Buffer, ...words: string[]) {
      const line = ['import', ...words, '--json', ...settings]
      const { code, out, err } = await runMain(line, input)
      return { code, err, report: JSON.parse(out || 'null') as Report }
    },
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/archives.md#archive-root: standard input, on ${engine}`, () => {
    test('an archive as a zip file or a compressed tar file is imported like a file', async (t) => {
      const { imported, data } = await place(t, engine, byPart(migratedConfig, freshConfig))
      const dry = await imported(zipOf(archiveOf(5)), '-', '--dry-run')
      const { code, report } = await imported(zipOf(archiveOf(5)), '-')
      assert.deepEqual([dry.code, dry.report.imported], [0, 2])
      assert.deepEqual([code, report.imported, report.rejected, report.faults], [0, 2, 0, []])
      assert.deepEqual(
        report.files.map(({ name, held_back }) => [name, held_back]),
        // The private post is in two files.
        [['standard input', 2]],
      )
      assert.deepEqual(
        report.archives?.map(({ name }) => name),
        ['standard input'],
      )
      assert.equal(existsSync(join(data, 'rejects')), false)
      const tar = await imported(packedTarOf(archiveOf(5, 6)), '-')
      assert.deepEqual([tar.code, tar.report.imported, tar.report.skipped], [0, 3, 2])
      const alone = await imported(zipOf(archiveOf(5)), 'archive', '-')
      assert.equal(alone.code, 0, alone.err)
      const unwanted = await imported(zipOf(archiveOf(5)), 'posts', '-')
      assert.equal(unwanted.code, 2)
      assert.match(unwanted.err, /standard input is a personal archive; import it with/)
    })

    test('posts in a zip file or a compressed tar file are imported', async (t) => {
      const { imported } = await place(t, engine)
      const zip = await imported(zipOf([['a.jsonl', `${line(1)}\n${line(2)}\n`]]), '-')
      assert.deepEqual([zip.code, zip.report.imported, zip.report.files[0]?.name], [0, 2, 'standard input'])
      const members = Array.from({ length: 120 }, (_, at) => [`${at}.json`, line(at + 1)] as const)
      for (const [count, more] of [
        [50, 48],
        [120, 70],
      ] as const) {
        const { code, report } = await imported(packedTarOf(members.slice(0, count)), '-')
        assert.deepEqual([code, report.imported, report.faults], [0, more, []])
      }
    })

    test('a truncated archive is refused, and the message names standard input', async (t) => {
      const { imported } = await place(t, engine)
      const zip = zipOf(archiveOf(5))
      const tar = tarBytes(archiveOf(5))
      for (const bytes of [zip.subarray(0, zip.length - 30), gzipSync(tar.subarray(0, tar.length - 2_048))]) {
        const { code, err, report } = await imported(bytes, '-')
        assert.deepEqual([code, report], [1, null])
        assert.match(err, /standard input.* corrupt/)
      }
    })
  })
}

describe('spec/archives.md#archive-root: standard input', () => {
  test('an archive as one JSON object, or after other bytes, is recognised', async (t) => {
    const { imported } = await place(t, 'sqlite')
    const lists = { account: [{ account: { accountId: '5', username: 'ann' } }], tweets: [tweet(1)] }
    const object = await imported(Buffer.from(JSON.stringify(lists)), '-')
    assert.deepEqual([object.code, object.report.imported, object.report.archives?.length], [0, 1, 1])
    const program = Buffer.concat([Buffer.from('#!/bin/sh\necho unpack me\n'), zipOf(archiveOf(5))])
    const { code, report } = await imported(program, '-')
    assert.deepEqual([code, report.imported, report.skipped], [0, 1, 1])
    const alone = await imported(Buffer.from(line(1)), 'archive', '-')
    assert.equal(alone.code, 1)
    assert.match(alone.err, /standard input is not a zip file or a tar file, or is corrupt/)
  })

  test('the command says that it copies a large archive', async (t) => {
    const { settings } = await place(t, 'sqlite')
    const picture = { name: 'data/tweets_media/9-a.jpg', content: randomBytes(1_500_000), isStored: true }
    const files = archiveOf(5).map(([name, content]) => ({ name, content }))
    const { code, err } = await runMain(['import', '-', ...settings], zipBytes([...files, picture]))
    assert.deepEqual([code, err], [0, 'copying standard input to a temporary file\n'])
  })

  test('the command refuses a missing file or pattern before it reads standard input', async (t) => {
    const { settings } = await place(t, 'sqlite')
    const missing = join(await temporaryDirectory(t), 'missing')
    for (const [words, shown] of [
      [['-', `${missing}.json`], `${missing}.json`],
      [[`${missing}.*`, '-'], `${missing}.*`],
      [['archive', '-', `${missing}.zip`], `${missing}.zip`],
    ] as const) {
      const input = Readable.from([zipOf(archiveOf(5))])
      const { code, err } = await runMain(['import', ...words, ...settings], input)
      assert.equal(code, 1)
      assert.ok(err.includes(`${shown} does not exist; check the path`), err)
      assert.equal(input.readableDidRead, false, 'standard input was not read')
    }
  })

  slowTest('the real command removes its copy', async (t) => {
    const { data } = await place(t, 'sqlite')
    const directory = await temporaryDirectory(t)
    const temporary = join(directory, 'temporary')
    await mkdir(temporary)
    const env = { TMPDIR: temporary }
    const words = ['import', '-', '--data', data]
    for (const [index, bytes] of [zipOf(archiveOf(5)), packedTarOf(archiveOf(5))].entries()) {
      const path = join(directory, String(index))
      await writeFile(path, bytes)
      const under = ['sh', '-c', 'cat "$0" | "$@"', path]
      assert.equal((await cliJson(t, words, { under, env }))['rejected'], 0)
      await writeFile(path, bytes.subarray(0, bytes.length - 40))
      assert.equal((await cli(t, words, { under, env })).code, 1)
    }
    assert.deepEqual(await readdir(temporary), [])
  })
})
