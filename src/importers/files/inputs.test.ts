import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { zipBytes } from '../../../test/support/files/zip-bytes.ts'
import { findInputs, fingerprintOfInputs } from './inputs.ts'

test('spec/data-files.md#import: files of a folder are read in the order of their names, an archive in a folder is one input, and glob patterns match', async (t) => {
  const directory = await temporaryDirectory(t)
  const files = ['b.json', 'a/2.json', 'a/1.json', 'me/data/account.js', 'me/data/tweets.js', '.DS_Store']
  for (const file of files) {
    await mkdir(dirname(join(directory, file)), { recursive: true })
    await writeFile(join(directory, file), '{}\n')
  }
  await writeFile(
    join(directory, 'you.zip'),
    zipBytes([{ name: 'you\\data\\account.js', content: Buffer.from('x') }]),
  )
  const inside = async (...names: string[]) =>
    (await findInputs(names.map((name) => (name === '-' ? name : join(directory, name))))).map(
      ({ is, path }) => [is, path.slice(directory.length + 1)],
    )
  assert.deepEqual(await inside('.'), [
    ['file', 'a/1.json'],
    ['file', 'a/2.json'],
    ['file', 'b.json'],
    ['archive', 'me/'],
    ['archive', 'you.zip'],
  ])
  assert.deepEqual(await inside('me'), [['archive', 'me']])
  assert.deepEqual(await inside('*.json', 'a/[12].json'), [
    ['file', 'b.json'],
    ['file', 'a/1.json'],
    ['file', 'a/2.json'],
  ])
  assert.deepEqual(await inside('-'), [['stdin', '']])
  await assert.rejects(findInputs([join(directory, 'none')]), /none does not exist; check the path/)
  await assert.rejects(findInputs([join(directory, '*.csv')]), /does not exist/)
})

test('messages show names of files in one line, and an import is identified by the content of its files and by its options', async (t) => {
  const directory = await temporaryDirectory(t)
  const [odd, same] = [join(directory, 'a\nb\u202e'), join(directory, 'c')]
  await writeFile(odd, '{}\n')
  await writeFile(same, '{}\n')
  const inputs = await findInputs([odd])
  assert.deepEqual(
    inputs.map(({ name }) => name),
    ['a\\u000ab\\u202e'],
  )
  const name = await fingerprintOfInputs(inputs, {})
  assert.equal(name, await fingerprintOfInputs(await findInputs([same]), {}))
  assert.notEqual(name, await fingerprintOfInputs(inputs, { only: 'posts' }))
  assert.equal(await fingerprintOfInputs(await findInputs(['-']), {}), undefined)
})
