/** The contract of blob stores, as tests for any blob store. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { BlobStore } from '../../../src/blobs/store.ts'
import { Staging } from '../../../src/lib/files/staging.ts'
import { systemRandom } from '../../../src/lib/time/clock.ts'
import { temporaryDirectory } from '../engines.ts'
import { joined } from '../http/bytes.ts'

export async function blobContract(t: TestContext, blobs: BlobStore): Promise<void> {
  const staging = new Staging(await temporaryDirectory(t), systemRandom)
  const put = async (folder: string, name: string, bytes: Buffer) => {
    const file = await staging.of([bytes])
    await blobs.put({ folder, name }, file)
    await file.discard()
  }
  const read = async (folder: string, name: string, range?: { start: number; end: number }) => {
    const reading = await blobs.read({ folder, name }, range)
    if (reading === undefined) return undefined
    const bytes = await joined(reading.bytes)
    return [reading.size, bytes.toString('latin1')]
  }

  await t.test('returns stored blobs, complete or a range of them', async () => {
    const large = systemRandom(3 * 1024 * 1024)
    await put('aa01', 'large.bin', large)
    await put('aa01', 'empty', Buffer.alloc(0))
    assert.deepEqual(await read('aa01', 'large.bin'), [large.length, large.toString('latin1')])
    const part = large.toString('latin1', 1_000_000, 1_000_010)
    assert.deepEqual(await read('aa01', 'large.bin', { start: 1_000_000, end: 1_000_009 }), [
      large.length,
      part,
    ])
    assert.deepEqual(await read('aa01', 'empty'), [0, ''])
  })
  await t.test('replaces an existing blob', async () => {
    await put('aa02', 'a.jpg', Buffer.from('first'))
    await put('aa02', 'a.jpg', Buffer.from('second one'))
    assert.deepEqual(await read('aa02', 'a.jpg'), [10, 'second one'])
  })
  await t.test('returns undefined for a missing blob', async () => {
    assert.equal(await read('aa03', 'a.jpg'), undefined)
    assert.equal(await read('aa02', 'b.jpg'), undefined)
  })
  await t.test('erases a single blob, or a folder with all its blobs', async () => {
    for (const name of ['a', 'b', 'c']) await put('aa04', name, Buffer.from(name))
    await put('aa04.segments', 'a', Buffer.from('a'))
    await put('aa05', 'a', Buffer.from('a'))
    await blobs.erase({ folder: 'aa04', name: 'a' })
    await blobs.erase({ folder: 'aa04', name: 'a' })
    assert.deepEqual([await read('aa04', 'a'), await read('aa04', 'b')], [undefined, [1, 'b']])
    await blobs.eraseFolder('aa04')
    await blobs.eraseFolder('aa04')
    assert.deepEqual([await read('aa04', 'b'), await read('aa04', 'c')], [undefined, undefined])
    assert.deepEqual(await read('aa04.segments', 'a'), [1, 'a'])
    assert.deepEqual(await read('aa05', 'a'), [1, 'a'])
  })
  await t.test('reads a blob again after a reader stopped early', async () => {
    const reading = await blobs.read({ folder: 'aa01', name: 'large.bin' })
    assert.ok(reading !== undefined)
    for await (const chunk of reading.bytes) {
      assert.ok(chunk.byteLength < reading.size)
      break
    }
    assert.equal((await read('aa01', 'large.bin'))?.[0], reading.size)
  })
  await t.test('refuses names that are not plain, such as names that lead outside the folder', async () => {
    for (const name of ['', '..', '../a', 'a/b', '/a', 'a\\b', '.a', 'A', 'a\0', 'a..b', 'a'.repeat(101)]) {
      await assert.rejects(blobs.read({ folder: 'aa01', name }), RangeError, JSON.stringify(name))
      await assert.rejects(blobs.read({ folder: name, name: 'a' }), RangeError, JSON.stringify(name))
    }
  })
}
