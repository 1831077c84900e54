import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from './kinds.ts'

test('spec/data-files.md#mongodb: for a BSON dump, the message names the program that converts the dump', () => {
  const id = Buffer.from('\x07_id\0abcdefghijkl', 'latin1')
  const document = Buffer.concat([Buffer.from([id.length + 5, 0, 0, 0]), id, Buffer.from([0])])
  assert.deepEqual(kindOf(document), {
    is: 'refused',
    what: 'a BSON dump of MongoDB',
    remedy: 'write it as JSON (bsondump FILE.bson)',
  })
})

test('a text in UTF-32 and a short text are not mistaken for BSON', () => {
  for (const text of ['{"id":1}', '[\n1]', '1']) {
    const utf32 = Buffer.from([...text].flatMap((character) => [character.charCodeAt(0), 0, 0, 0]))
    assert.equal(kindOf(utf32).is, 'text', text)
    assert.equal(kindOf(Buffer.from(text)).is, 'text', text)
  }
})
