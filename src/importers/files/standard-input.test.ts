import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { tarBytes } from '../../../test/support/files/tar-bytes.ts'
import { zipBytes } from '../../../test/support/files/zip-bytes.ts'
import { byPart } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { TemporaryCopies } from '../../files/temporary-copies.ts'
import { findInputs, fingerprintOfInputs } from './inputs.ts'
import { openStandardInput } from './standard-input.ts'

const ARCHIVE = [
  ['data/account.js', 'window.YTD.account.part0 = [{}]'],
  ['data/tweets.js', 'window.YTD.tweets.part0 = []'],
] as const
const ZIP = zipBytes(ARCHIVE.map(([name, content]) => ({ name, content })))
const recordings = (count: number, lines = 9_000) =>
  Array.from({ length: count }, (_, at) => [`${at}.json`, '{}\n'.repeat(lines)] as const)

/** Opens bytes as standard input. @param size number of bytes of each chunk */
async function opened(t: TestContext, bytes: Buffer, freeBytes?: number, size = 10_000) {
  const copies = new TemporaryCopies()
  t.after(() => copies[Symbol.asyncDispose]())
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
  const input = await openStandardInput(
    Readable.from(chunks),
    copies,
    freeBytes === undefined ? {} : { freeBytes },
  )
  const read: Buffer[] = []
  for await (const chunk of input.chunks) read.push(chunk)
  return { copy: input.copy, all: Buffer.concat(read) }
}

describe('spec/archives.md#archive-root: standard input', () => {
  test('zip files, tar files and archives as one JSON object are copied', async (t) => {
    const tar = tarBytes(ARCHIVE)
    for (const [bytes, is] of [
      [ZIP, 'archive'],
      [Buffer.concat([Buffer.from('#!/bin/sh\n'), ZIP]), 'archive'],
      [tar, 'archive'],
      [gzipSync(tar), 'archive'],
      [Buffer.from('{"account":[],"tweets":[]}'), 'archive'],
      [zipBytes([{ name: 'a.json', content: '{}' }]), 'file'],
      [tarBytes(recordings(3)), 'file'],
      // Its member is incomplete.
      [tar.subarray(0, 700), 'archive'],
    ] as const) {
      const { copy = '', all } = await opened(t, bytes)
      assert.equal(all.length, 0)
      assert.deepEqual(await readFile(copy), bytes)
      const inputs = await findInputs(['-'], { copy })
      assert.deepEqual(
        inputs.map((input) => [input.name, input.is, input.size]),
        [['standard input', is, bytes.length]],
      )
    }
  })

  test('other bytes, and a tar file of many recordings, are read as a stream', async (t) => {
    const tar = tarBytes(recordings(120, byPart(700, 9_000)))
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('{"verified":true,"id":1}\n'.repeat(9_000)),
      gzipSync(Buffer.from('{"id":1}\n'.repeat(90_000))),
      gzipSync(Buffer.from('{"id":1}\n')),
      tar,
      gzipSync(tar, { level: 0 }),
    ]) {
      const { copy, all } = await opened(t, bytes)
      assert.equal(copy, undefined)
      assert.deepEqual(all, bytes)
    }
  })

  test('a stream has all bytes in their order, for chunks of any size', async (t) => {
    const tar = tarBytes(recordings(105, byPart(700, 9_000)))
    const files = [tar, gzipSync(tar, { level: 0 })]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.integer({ min: 300, max: 400_000 }),
        async (bytes, size) => {
          const { copy, all } = await opened(t, bytes, undefined, size)
          assert.deepEqual([copy, all.equals(bytes)], [undefined, true])
        },
      ),
      { numRuns: 12 },
    )
  })

  test('without disk space for a copy, an archive is refused, and a tar file of recordings is read as a stream', async (t) => {
    const large = tarBytes([...ARCHIVE, ...recordings(20)])
    await assert.rejects(
      opened(t, large, 300_000),
      /standard input is a container or an archive of more than 0 MB, and .* has no space for a copy; set TMPDIR/,
    )
    await assert.rejects(opened(t, ZIP, 100), /has no space for a copy/)
    const bytes = tarBytes(recordings(20))
    for (const free of [0, 20_000, 300_000]) {
      const { copy, all } = await opened(t, bytes, free)
      assert.deepEqual([copy, all.equals(bytes)], [undefined, true])
    }
  })

  test('an import is identified by the content of the copy', async (t) => {
    for (const bytes of [ZIP, tarBytes(recordings(2))]) {
      const copies = [(await opened(t, bytes)).copy ?? '', (await opened(t, bytes)).copy ?? '']
      assert.notEqual(copies[0], copies[1])
      const [one, other] = await Promise.all(
        copies.map(async (copy) => fingerprintOfInputs(await findInputs(['-'], { copy }), {})),
      )
      assert.equal(one, other)
      assert.match(one ?? '', /^files:/)
    }
  })
})
