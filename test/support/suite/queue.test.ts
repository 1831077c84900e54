import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '../engines.ts'
import { ALONE } from './alone.ts'
import { markEnded, takeFiles, unendedFiles, untakenFiles, workersFor, writeQueue } from './queue.ts'

test('each file is taken once, in order', async (t) => {
  const folder = await temporaryDirectory(t)
  writeQueue(folder, ['a', 'b', 'c', 'd'])
  const [one, other] = [takeFiles(folder), takeFiles(folder)]
  const next = (taker: Generator<string>) => taker.next().value
  assert.deepEqual([next(one), next(other), next(other), next(one)], ['a', 'b', 'c', 'd'])
  assert.deepEqual([next(one), next(other)], [undefined, undefined])
})

test('files that no process took, and files of processes that died, count as not ended', async (t) => {
  const folder = await temporaryDirectory(t)
  writeQueue(folder, ['a', 'b', 'c'])
  const taker = takeFiles(folder)
  for (const file of [taker.next().value, taker.next().value]) assert.ok(file !== undefined)
  markEnded(folder, 'a', 1.5)
  assert.deepEqual(unendedFiles(folder), ['b', 'c'])
})

test('no file is taken after the time limit', async (t) => {
  const folder = await temporaryDirectory(t)
  writeQueue(folder, ['a', 'b', 'c'])
  let isLate = false
  const taker = takeFiles(folder, () => isLate)
  assert.equal(taker.next().value, 'a')
  isLate = true
  assert.equal(taker.next().value, undefined)
  assert.deepEqual(untakenFiles(folder), ['b', 'c'])
})

test('every file that must run alone exists', () => {
  const root = new URL('../../../', import.meta.url)
  for (const file of Object.keys(ALONE)) assert.ok(existsSync(fileURLToPath(new URL(file, root))), file)
})

test('the number of workers is a multiple of the number of concurrent processes', () => {
  const counts = [1, 1_800, 1_801, 2_394].map((files) => workersFor(files, 3))
  assert.deepEqual(counts, [3, 3, 6, 6])
})
