import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { type ZipEntry, zipBytes } from '../../test/support/files/zip-bytes.ts'
import * as fc from '../../test/support/properties.ts'
import { FileUnreadable } from './unreadable.ts'
import { ZipFile } from './zip.ts'

async function openZip(t: TestContext, bytes: Buffer): Promise<ZipFile> {
  const file = join(await temporaryDirectory(t), 'file.zip')
  await writeFile(file, bytes)
  const zip = await ZipFile.open(file)
  t.after(() => zip.close())
  return zip
}

async function contentOf(zip: ZipFile, name: string): Promise<string> {
  const member = zip.members.find((other) => other.name === name)
  assert.ok(member !== undefined)
  const chunks: Buffer[] = []
  for await (const chunk of zip.read(member)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Text that compresses badly, so that its zip file is not refused as a bomb. */
const LONG = Array.from({ length: 40_000 }, (_, index) => `${(index * 2_654_435_761) % 4_294_967_296}`).join(
  ' ',
)

describe('a zip file', () => {
  test('is read with compressed and uncompressed members, in the usual and the zip64 format, with a comment at the end', async (t) => {
    const entries: readonly ZipEntry[] = [
      { name: 'data/a.js', content: LONG },
      { name: 'é/b.js', content: 'plain', isStored: true },
      { name: 'large.js', content: LONG, isLarge: true },
      { name: 'empty.js', content: '', isStored: true },
    ]
    const zip = await openZip(t, zipBytes(entries, 'a comment'))
    assert.deepEqual(
      zip.members.map(({ name, size }) => [name, size]),
      entries.map(({ name, content }) => [name, content.length]),
    )
    for (const { name, content } of entries) assert.equal(await contentOf(zip, name), content)
  })

  test('is read when the program zip has written it', {
    skip: hasZip() ? false : 'there is no program zip here',
  }, async (t) => {
    const directory = await temporaryDirectory(t)
    await writeFile(join(directory, 'a.js'), LONG)
    await writeFile(join(directory, 'b.js'), 'b')
    execFileSync('zip', ['-q', 'made.zip', 'a.js', 'b.js'], { cwd: directory })
    // When the program zip reads from a pipe, it does not know sizes beforehand, so it writes sizes after the data.
    execFileSync('sh', ['-c', 'cat a.js | zip -q piped.zip -'], { cwd: directory })
    const zip = await ZipFile.open(join(directory, 'made.zip'))
    t.after(() => zip.close())
    assert.deepEqual([await contentOf(zip, 'a.js'), await contentOf(zip, 'b.js')], [LONG, 'b'])
    const piped = await ZipFile.open(join(directory, 'piped.zip'))
    t.after(() => piped.close())
    assert.equal(await contentOf(piped, '-'), LONG)
  })

  test('is refused as a bomb by its declared size, and by its decompressed size', async (t) => {
    const zeros = Buffer.alloc(5_000_000)
    const honest = await openZip(t, zipBytes([{ name: 'a.js', content: zeros }]))
    await assert.rejects(contentOf(honest, 'a.js'), /decompresses to more than 100 times its size/)
    const lying = await openZip(t, zipBytes([{ name: 'a.js', content: zeros, claimedSize: 10 }]))
    await assert.rejects(contentOf(lying, 'a.js'), /decompresses to more than 100 times its size/)
  })

  test('spec/file-recognition.md#containers: members that overlap are refused', async (t) => {
    const bytes = zipBytes([
      { name: 'a.js', content: LONG },
      { name: 'b.js', content: LONG },
    ])
    // Changes the central directory: the second member gets the offset of the first member.
    bytes.writeUInt32LE(0, bytes.lastIndexOf('b.js') - 4)
    await assert.rejects(openZip(t, bytes), /is not a zip file, or is corrupt/)
  })

  test('is refused when its members have other faults', async (t) => {
    const zip = await openZip(
      t,
      zipBytes([
        { name: 'secret.js', content: 'x', isEncrypted: true },
        { name: 'strange.js', content: 'x', method: 12 },
        { name: 'short.js', content: 'xyz', isStored: true, claimedSize: 4 },
      ]),
    )
    await assert.rejects(contentOf(zip, 'secret.js'), /is encrypted/)
    await assert.rejects(contentOf(zip, 'strange.js'), /unsupported compression method \(12\)/)
    await assert.rejects(contentOf(zip, 'short.js'), /is corrupt/)
  })

  test('with one changed byte, or cut off, is read or refused as unreadable, and never decompresses to unlimited data', async (t) => {
    const good = zipBytes([
      { name: 'a.js', content: 'window.YTD.tweet.part0 = []'.repeat(9) },
      { name: 'b.js', content: 'b', isStored: true, isLarge: true },
    ])
    const directory = await temporaryDirectory(t)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.boolean(),
        async (at, byte, isCut) => {
          const bytes = Buffer.from(isCut ? good.subarray(0, at) : good)
          if (!isCut) bytes[at] = byte
          const file = join(directory, 'bad.zip')
          await writeFile(file, bytes)
          try {
            const zip = await ZipFile.open(file)
            try {
              for (const member of zip.members)
                for await (const chunk of zip.read(member)) assert.ok(chunk.length < 100 * good.length)
            } finally {
              await zip.close()
            }
          } catch (error) {
            assert.ok(error instanceof FileUnreadable, String((error as Error).stack))
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})

function hasZip(): boolean {
  try {
    execFileSync('zip', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
