import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { ExportReplaced, FileExists, writeExport } from './file.ts'

test('spec/exports.md#writing: the partial file of a killed export is replaced', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'posts.csv')
  await writeFile(join(directory, '.posts.csv.partial'), 'of a killed export, and longer than the new one')
  await writeExport(file, async function* () {
    yield 'whole'
  })
  assert.equal(await readFile(file, 'utf8'), 'whole')
  assert.deepEqual(await readdir(directory), ['posts.csv'])
})

test('spec/exports.md#writing: if two exports write the same file, the later export succeeds', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'posts.csv')
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = writeExport(file, async function* () {
    yield 'first'
    begun.resolve()
    await goOn.promise
    yield 'end'
  })
  await begun.promise
  const halfway = Promise.withResolvers<void>()
  const second = writeExport(file, async function* () {
    yield 'second'
    goOn.resolve()
    await halfway.promise
    yield ' whole'
  })
  await assert.rejects(first, ExportReplaced)
  assert.deepEqual(await readdir(directory), ['.posts.csv.partial'])
  halfway.resolve()
  await second
  assert.equal(await readFile(file, 'utf8'), 'second whole')
})

test('spec/exports.md#writing: a file that another program creates during the export is kept, and a failed export leaves no file', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'posts.csv.gz')
  const exporting = writeExport(file, async function* () {
    yield 'mine'
    await writeFile(file, 'of another program')
  })
  await assert.rejects(exporting, FileExists)
  const failing = writeExport(join(directory, 'other.csv'), async function* () {
    yield 'begun'
    throw new Error('unreadable')
  })
  await assert.rejects(failing, /unreadable/)
  assert.deepEqual(await readdir(directory), ['posts.csv.gz'])
  assert.equal(await readFile(file, 'utf8'), 'of another program')
})
