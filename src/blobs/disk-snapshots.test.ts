import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { Staging } from '../lib/files/staging.ts'
import { systemRandom } from '../lib/time/clock.ts'
import { DiskBlobs } from './disk.ts'
import { DiskSnapshots } from './disk-snapshots.ts'

test('snapshots of blobs', async (t) => {
  const directory = await temporaryDirectory(t)
  const media = join(directory, 'media')
  const open = () => new DiskSnapshots(media, join(directory, 'snapshots'))
  const staging = new Staging(join(directory, 'staging'), systemRandom)
  const snapshots = open()
  const blobs = snapshots.watch(new DiskBlobs(media))
  const keyOf = (path: string) => {
    const [folder = '', name = ''] = path.split('/')
    return { folder, name }
  }
  const put = async (path: string, text: string) =>
    blobs.put(keyOf(path), await staging.of([Buffer.from(text)]))
  const save = (name: string) => snapshots.save(name, async () => undefined)
  /** Content of all blobs, by path. */
  const content = async () => {
    const paths = await readdir(media, { recursive: true, withFileTypes: true })
    const files = paths.filter((entry) => entry.isFile())
    const found = files.map(async ({ parentPath, name }) => {
      const folder = parentPath.split('/').at(-1) ?? ''
      const reading = await blobs.read({ folder, name })
      const pieces: Uint8Array[] = []
      for await (const piece of reading?.bytes ?? []) pieces.push(piece)
      return [`${folder}/${name}`, Buffer.concat(pieces).toString()]
    })
    return Object.fromEntries((await Promise.all(found)).sort())
  }

  await t.test(
    'after a restore, replaced, erased and new blobs are as they were when the snapshot was saved',
    async () => {
      await save('empty')
      await put('aaaa/one', '1')
      await put('aaaa/two', '2')
      await put('abcd/three', '3')
      await save('three')
      await put('aaaa/one', 'other')
      await blobs.erase(keyOf('aaaa/two'))
      await blobs.eraseFolder('abcd')
      await put('cccc/new', 'new')
      await save('changed')
      await snapshots.restore('three')
      const three = { 'aaaa/one': '1', 'aaaa/two': '2', 'abcd/three': '3' }
      assert.deepEqual(await content(), three)
      await snapshots.restore('changed')
      assert.deepEqual(await content(), { 'aaaa/one': 'other', 'cccc/new': 'new' })
      await snapshots.restore('empty')
      assert.deepEqual(await content(), {})
      await snapshots.restore('three')
      assert.deepEqual(await content(), three)
    },
  )

  await t.test('blobs that are stored while rows are copied are in the snapshot', async () => {
    await snapshots.save('meanwhile', () => put('dddd/late', 'late'))
    await snapshots.restore('empty')
    await snapshots.restore('meanwhile')
    assert.equal((await content())['dddd/late'], 'late')
  })

  await t.test('copies are independent, and snapshots of an earlier process can be restored', async () => {
    await snapshots.copy('three', 'copy')
    await snapshots.remove('three')
    const three = { 'aaaa/one': '1', 'aaaa/two': '2', 'abcd/three': '3' }
    await snapshots.restore('copy')
    assert.deepEqual(await content(), three)
    await put('aaaa/one', 'changed')
    await open().restore('copy')
    assert.deepEqual(await content(), three)
  })
})
