import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { blobContract } from '../../test/support/databases/blob-contract.ts'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { Staging } from '../lib/files/staging.ts'
import { systemRandom } from '../lib/time/clock.ts'
import { DiskBlobs } from './disk.ts'

test('blobs on disk', async (t) => blobContract(t, new DiskBlobs(join(await temporaryDirectory(t), 'media'))))

test('files are accessible only to their owner, and not executable', async (t) => {
  const directory = await temporaryDirectory(t)
  const blobs = new DiskBlobs(join(directory, 'media'))
  const file = await new Staging(join(directory, 'staging'), systemRandom).of([Buffer.from('#!/bin/sh')])
  await blobs.put({ folder: 'abcd', name: 'a.sh' }, file)
  const modes = await Promise.all(
    ['media', 'media/ab', 'media/ab/abcd', 'media/ab/abcd/a.sh'].map(async (path) => {
      const { mode } = await stat(join(directory, path))
      return (mode & 0o777).toString(8)
    }),
  )
  assert.deepEqual(modes, ['700', '700', '700', '600'])
  assert.deepEqual(await readdir(join(directory, 'staging')), [])
})
