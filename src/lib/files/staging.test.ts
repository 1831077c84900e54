import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { joined } from '../../../test/support/http/bytes.ts'
import * as fc from '../../../test/support/properties.ts'
import { systemClock, systemRandom } from '../time/clock.ts'
import { readStaged, readStagedPart, Staging } from './staging.ts'

test('data that is written in any pieces is in the file, in order', async (t) => {
  const staging = new Staging(join(await temporaryDirectory(t), 'staging'), systemRandom)
  const pieces = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.constantFrom(65_536, 262_143, 262_144, 300_000).map((size) => new Uint8Array(size).fill(size % 251)),
    ),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(pieces, fc.nat(1_000), async (pieces, start) => {
      const writer = await staging.create()
      for (const piece of pieces) await writer.write(piece)
      const all = Buffer.concat(pieces)
      assert.equal(writer.size, all.length)
      const file = await writer.close()
      assert.deepEqual([file.size, await readFile(file.path)], [all.length, all])
      assert.deepEqual(await joined(readStaged(file, start)), all.subarray(start))
      assert.deepEqual(await readStagedPart(file, start, 50), all.subarray(start, start + 50))
      await file.discard()
      assert.equal(existsSync(file.path), false)
    }),
    { numRuns: 40 },
  )
})

test('abandoned and failed files are removed, and only their owner can read files', async (t) => {
  const directory = join(await temporaryDirectory(t), 'staging')
  const staging = new Staging(directory, systemRandom)
  const writer = await staging.create()
  await writer.write(Buffer.from('x'))
  const [name = ''] = await readdir(directory)
  assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600)
  await writer.abandon()
  async function* broken() {
    yield Buffer.from('x')
    throw new Error('broken')
  }
  await assert.rejects(staging.of(broken()), /broken/)
  assert.deepEqual(await readdir(directory), [])
})

test('files of processes that ended are removed after a day, not earlier', async (t) => {
  const directory = join(await temporaryDirectory(t), 'staging')
  const staging = new Staging(directory, systemRandom)
  await staging.removeAbandoned(systemClock)
  const [old, fresh] = [await staging.of([Buffer.from('x')]), await staging.of([Buffer.from('x')])]
  const day = 24 * 3_600
  const now = systemClock.now() / 1_000
  await utimes(old.path, now - day - 5, now - day - 5)
  await utimes(fresh.path, now - day + 60, now - day + 60)
  await staging.removeAbandoned(systemClock)
  assert.deepEqual([existsSync(old.path), existsSync(fresh.path)], [false, true])
})
