import assert from 'node:assert/strict'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { takePredecessorLock } from './predecessor-lock.ts'

async function prepare(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const boot = join(await temporaryDirectory(t), 'boot_id')
  await writeFile(boot, 'one\n')
  const take = (name: string, where = directory) => {
    const lock = takePredecessorLock(where, name, boot)
    t.after(() => lock.release())
    return lock
  }
  return { directory, boot, take }
}

test('a process learns the name of the one that ended before it', async (t) => {
  const { take } = await prepare(t)
  const first = take('first')
  assert.equal(first.predecessor, undefined)
  first.publishName()
  first.release()
  const second = take('second')
  assert.equal(second.predecessor, 'first')
  second.publishName()
  second.release()
  assert.equal(take('third').predecessor, 'second')
})

test('while a process holds the lock no other inherits, and the names of others are not written', async (t) => {
  const { take } = await prepare(t)
  const first = take('first')
  first.publishName()
  const second = take('second')
  assert.equal(second.predecessor, undefined)
  second.publishName()
  second.release()
  first.release()
  assert.equal(take('third').predecessor, 'first')
})

test('a process that ends before it publishes its name leaves the older name', async (t) => {
  const { take } = await prepare(t)
  const first = take('first')
  first.publishName()
  first.release()
  take('second').release()
  assert.equal(take('third').predecessor, 'first')
})

test('a copy of the directory, and another boot of the system, inherit nothing', async (t) => {
  const { directory, boot, take } = await prepare(t)
  const first = take('first')
  first.publishName()
  const copy = await temporaryDirectory(t)
  await cp(directory, copy, { recursive: true })
  assert.equal(take('second', copy).predecessor, undefined)
  first.release()
  await writeFile(boot, 'two\n')
  assert.equal(take('third').predecessor, undefined)
})

test('without a boot id or a directory nothing is inherited', async (t) => {
  const { directory, take } = await prepare(t)
  assert.equal(takePredecessorLock(directory, 'first', join(directory, 'none')).predecessor, undefined)
  const nowhere = take('second', join(directory, 'none'))
  assert.equal(nowhere.predecessor, undefined)
  nowhere.publishName()
})
