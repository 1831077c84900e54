import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { temporaryDirectory } from '../../test/support/engines.ts'
import * as fc from '../../test/support/properties.ts'
import { type Line, linesOf, MAX_LINE_BYTES, sizeOf } from './lines.ts'
import { FileUnreadable } from './unreadable.ts'

async function fileOf(t: TestContext, content: string | Buffer): Promise<string> {
  const file = join(await temporaryDirectory(t), 'lines')
  await writeFile(file, content)
  return file
}

async function read(file: string, onBytes?: (bytes: number) => void): Promise<Line[]> {
  const lines: Line[] = []
  for await (const batch of linesOf(file, onBytes === undefined ? {} : { onBytes })) lines.push(...batch)
  return lines
}

/** A simple implementation for comparison, which splits the whole text at once. */
function linesIn(text: string): Line[] {
  const pieces = text.split('\n')
  if (pieces.at(-1) === '') pieces.pop()
  return pieces.map((piece, index) => ({ number: index + 1, text: piece.replace(/\r$/, '') }))
}

describe('lines of a file', () => {
  test('equal the lines of a split of the whole text, whether the file is compressed or not', async (t) => {
    const file = await fileOf(t, '')
    const text = fc
      .array(fc.constantFrom('1 2', '', '\n', '\r\n', 'é', '# x', '\r', ' '))
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        await writeFile(file, content)
        assert.deepEqual(await read(file), linesIn(content))
        await writeFile(file, gzipSync(content))
        assert.deepEqual(await read(file), linesIn(content))
      }),
      { numRuns: 40 },
    )
  })

  test('are numbered across the chunks of a large file', async (t) => {
    const text = Array.from({ length: 120_000 }, (_, index) => `${index + 1} 7`).join('\n')
    const bytes: number[] = []
    const lines = await read(await fileOf(t, text), (done) => bytes.push(done))
    assert.equal(lines.length, 120_000)
    assert.ok(lines.every(({ number, text: line }) => line === `${number} 7`))
    assert.ok(bytes.length > 2)
    assert.equal(bytes.at(-1), text.length)
  })

  test('are truncated at the maximum length; the rest does not become a new line', async (t) => {
    const lines = await read(await fileOf(t, `${'9'.repeat(5 * MAX_LINE_BYTES)}\n1 2\n`))
    assert.equal(lines.length, 2)
    assert.ok((lines[0]?.text.length ?? 0) >= MAX_LINE_BYTES)
    assert.deepEqual(lines[1], { number: 2, text: '1 2' })
  })

  test('are marked when their bytes are not UTF-8, with any division into chunks', async (t) => {
    const good = Buffer.from(`${'é☃🐦 '.repeat(1_500)}\n`.repeat(30))
    const garbled = Buffer.from([0x41, 0xe9, 0x42, 0x0a])
    const replacement = Buffer.from('\ufffd\r\n')
    const content = Buffer.concat([good, garbled, replacement, good, garbled.subarray(0, 2)])
    for (const bytes of [content, gzipSync(content)]) {
      const lines = await read(await fileOf(t, bytes))
      assert.equal(lines.length, 63)
      assert.deepEqual(
        lines.filter(({ isInvalidUtf8: isGarbled }) => isGarbled === true).map(({ number }) => number),
        [31, 63],
      )
      assert.deepEqual(
        lines[31],
        { number: 32, text: '\ufffd' },
        'a replacement character is one like others',
      )
      assert.ok(lines.slice(0, 30).every(({ text }) => text === 'é☃🐦 '.repeat(1_500)))
    }
  })

  test('do not begin with a byte order mark', async (t) => {
    assert.deepEqual(await read(await fileOf(t, '\ufeff1 2\n')), [{ number: 1, text: '1 2' }])
  })
})

describe('a file cannot be read', () => {
  const content = gzipSync(Array.from({ length: 50_000 }, (_, index) => `${index} 7\n`).join(''))

  test('because its compressed data is truncated: the lines before the end are returned', async (t) => {
    const file = await fileOf(t, content.subarray(0, content.length - 100))
    const seen: Line[] = []
    await assert.rejects(
      async () => {
        for await (const batch of linesOf(file)) seen.push(...batch)
      },
      (error) => {
        assert.ok(error instanceof FileUnreadable)
        assert.match(error.message, new RegExp(`is truncated .* the first ${seen.length} lines were read`))
        return true
      },
    )
    assert.ok(seen.length > 1_000)
  })

  test('because its compressed data is corrupt', async (t) => {
    const damaged = Buffer.from(content)
    damaged.fill(0xff, content.length / 2, content.length / 2 + 50)
    await assert.rejects(read(await fileOf(t, damaged)), /has corrupt compressed data/)
  })

  test('because it is not text', async (t) => {
    for (const bytes of [Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), Buffer.from('1\x002\0\n\0')]) {
      const words =
        /is not a text file; give one in UTF-8 \(iconv .* optionally gzipped; nothing was imported/
      await assert.rejects(read(await fileOf(t, bytes)), words)
      await assert.rejects(read(await fileOf(t, gzipSync(bytes))), words)
    }
  })

  test('because it is in UTF-16, or compressed in another way', async (t) => {
    const utf16 = Buffer.from('\ufeff1 2\n', 'utf16le')
    for (const [bytes, words] of [
      [utf16, /is in UTF-16; convert it \(iconv -f UTF-16 -t UTF-8\); nothing was imported/],
      [zstdCompressSync('1 2\n'), /is compressed with zstd; decompress it/],
      [gzipSync(gzipSync('1 2\n')), /is gzipped twice; decompress it once/],
    ] as const) {
      await assert.rejects(read(await fileOf(t, bytes)), words)
    }
  })

  test('but a file with an invalid line can be read, and only that line is marked', async (t) => {
    for (const before of ['', '1 2\n', '1 2\n'.repeat(5_000)]) {
      const latin = Buffer.concat([Buffer.from(before), Buffer.from('{"name":"Ren\u00e9"}\n', 'latin1')])
      const lines = await read(await fileOf(t, Buffer.concat([latin, Buffer.from('3 4\n')])))
      const garbled = lines
        .filter(({ isInvalidUtf8: isGarbled }) => isGarbled === true)
        .map(({ number }) => number)
      assert.deepEqual(garbled, [lines.length - 1])
      assert.deepEqual(lines.at(-1), { number: lines.length, text: '3 4' })
    }
  })

  test('because the file does not exist, or the path is not a file', async (t) => {
    const directory = await temporaryDirectory(t)
    await mkdir(join(directory, 'sub'))
    for (const [name, words] of [
      ['none', /none does not exist; check the path/],
      ['sub', /sub is not a file; give the path of a file/],
    ] as const) {
      assert.throws(() => sizeOf(join(directory, name)), words)
      await assert.rejects(read(join(directory, name)), words)
    }
  })
})
