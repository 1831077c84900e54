import assert from 'node:assert/strict'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { succeed } from './succession.ts'

async function place(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const boot = join(await temporaryDirectory(t), 'boot_id')
  await writeFile(boot, 'one\n')
  const come = (name: string, where = directory) => {
    const succession = succeed(where, name, boot)
    t.after(() => succession.end())
    return succession
  }
  return { directory, boot, come }
}

test('who comes after somebody that has ended knows its name', async (t) => {
  const { come } = await place(t)
  const first = come('first')
  assert.equal(first.predecessor, undefined)
  first.settle()
  first.end()
  const second = come('second')
  assert.equal(second.predecessor, 'first')
  second.settle()
  second.end()
  assert.equal(come('third').predecessor, 'second')
})

test('while somebody works there nobody comes after it, and what others say is not written', async (t) => {
  const { come } = await place(t)
  const first = come('first')
  first.settle()
  const second = come('second')
  assert.equal(second.predecessor, undefined)
  second.settle()
  second.end()
  first.end()
  assert.equal(come('third').predecessor, 'first')
})

test('who ended before what it found was free leaves it to the next', async (t) => {
  const { come } = await place(t)
  const first = come('first')
  first.settle()
  first.end()
  come('second').end()
  assert.equal(come('third').predecessor, 'first')
})

test('a copy of the directory, and another run of the system, inherit nothing', async (t) => {
  const { directory, boot, come } = await place(t)
  const first = come('first')
  first.settle()
  const copy = await temporaryDirectory(t)
  await cp(directory, copy, { recursive: true })
  assert.equal(come('second', copy).predecessor, undefined)
  first.end()
  await writeFile(boot, 'two\n')
  assert.equal(come('third').predecessor, undefined)
})

test('where nothing can be known nobody comes after anybody', async (t) => {
  const { directory, come } = await place(t)
  assert.equal(succeed(directory, 'first', join(directory, 'none')).predecessor, undefined)
  const nowhere = come('second', join(directory, 'none'))
  assert.equal(nowhere.predecessor, undefined)
  nowhere.settle()
})
