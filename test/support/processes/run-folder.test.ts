import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { memoryFolder } from './run-folder.ts'

test('creates a folder to which every user has access, and removes it', async () => {
  const folder = await memoryFolder(tmpdir(), 1)
  assert.ok(folder !== undefined)
  assert.equal(statSync(folder.path).mode & 0o777, 0o711)
  await writeFile(join(folder.path, 'left'), '')
  await folder.remove()
  assert.equal(existsSync(folder.path), false)
})

test('creates no folder without an in-memory file system, or with too little space', async () => {
  assert.equal(await memoryFolder(join(tmpdir(), 'aviary-there-is-nothing'), 1), undefined)
  assert.equal(await memoryFolder(tmpdir(), 2 ** 60), undefined)
})
