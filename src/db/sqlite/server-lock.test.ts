import assert from 'node:assert/strict'
import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { takeFileLock } from '../../lib/files/file-lock.ts'
import { StoreRefused } from '../errors.ts'
import { takeDatabaseLock, takeServerLock } from './server-lock.ts'

test('the lock file is created and locked again when it is removed or replaced', async (t) => {
  const clock = new TestClock()
  const file = join(await temporaryDirectory(t), 'lock')
  const lock = takeServerLock(file)
  t.after(() => lock.release())
  const calls: boolean[] = []
  lock.watch(clock, (isHeld) => calls.push(isHeld))
  clock.advance(1_000)
  assert.deepEqual(calls, [])
  rmSync(file)
  clock.advance(1_000)
  assert.ok(existsSync(file))
  assert.throws(() => takeServerLock(file), StoreRefused)
  writeFileSync(`${file}.new`, '')
  renameSync(`${file}.new`, file)
  clock.advance(1_000)
  assert.throws(() => takeServerLock(file), StoreRefused)
  assert.deepEqual(calls, [true, true])
  lock.release()
  takeServerLock(file).release()
})

test('after the lock file is removed and locked by another process, the watcher reports that the lock is lost', async (t) => {
  const clock = new TestClock()
  const file = join(await temporaryDirectory(t), 'lock')
  const lock = takeServerLock(file)
  t.after(() => lock.release())
  const calls: boolean[] = []
  lock.watch(clock, (isHeld) => calls.push(isHeld))
  rmSync(file)
  const release = takeFileLock(file)
  assert.ok(release)
  clock.advance(5_000)
  assert.deepEqual(calls, [false])
  release()
  clock.advance(1_000)
  assert.deepEqual(calls, [false, true])
  assert.throws(() => takeServerLock(file), StoreRefused)
})

test('the lock of a database applies to all names of the file, and to no other file', {
  skip: process.platform !== 'linux' && 'abstract sockets are of Linux',
}, async (t) => {
  const file = join(await temporaryDirectory(t), 'database')
  writeFileSync(file, '')
  writeFileSync(`${file}.other`, '')
  linkSync(file, `${file}.link`)
  const giveBack = await takeDatabaseLock(file)
  for (const name of [file, `${file}.link`]) {
    await assert.rejects(takeDatabaseLock(name), StoreRefused)
  }
  const other = await takeDatabaseLock(`${file}.other`)
  other()
  giveBack()
  const again = await takeDatabaseLock(`${file}.link`)
  again()
})
