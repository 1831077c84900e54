/** Tests the names under which uploaded files are stored (spec/console.md#uploads). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { fileNameOf } from './file-name.ts'

test('spec/console.md#uploads: the stored name is the last part of a path, without special characters', () => {
  assert.equal(fileNameOf('twitter-2022 (1).zip'), 'twitter-2022 (1).zip')
  assert.equal(fileNameOf('C:\\Users\\ann\\posts.json.gz'), 'posts.json.gz')
  assert.equal(fileNameOf('../../etc/passwd'), 'passwd')
  assert.equal(fileNameOf('..'), 'upload')
  assert.equal(fileNameOf('.hidden'), 'hidden')
  assert.equal(fileNameOf('a*?[b]\0\n.csv'), 'a___b___.csv')
  assert.equal(fileNameOf('größe.csv'), 'größe.csv')
  assert.equal(fileNameOf(''), 'upload')
})

test('a name of any length and content becomes a valid file name, which keeps the extension', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (sent) => {
      const name = fileNameOf(`${sent}.zip`)
      assert.ok(Buffer.byteLength(name) <= 150)
      assert.match(name, /^[^./\\\0][^/\\\0]*$/)
      assert.ok(name.endsWith('zip'))
      assert.equal(fileNameOf(name), name)
    }),
  )
})
