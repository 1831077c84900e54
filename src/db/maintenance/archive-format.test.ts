import assert from 'node:assert/strict'
import { join, sep } from 'node:path'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import {
  BackupUnusable,
  FORMAT,
  mediaPathOf,
  parseHeader,
  parseManifest,
  parseRow,
  tableMember,
  tableOf,
} from './archive-format.ts'
import type { Table } from './catalog.ts'

const TABLE: Table = {
  name: 'things',
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'words', type: 'text' },
  ],
  primaryKey: ['id'],
}

const INT64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)

describe('a row of a backup', () => {
  test('is equal after writing and parsing', () => {
    const row = fc.tuple(fc.option(INT64.map(String)), fc.option(fc.string({ unit: 'binary' })))
    fc.assert(
      fc.property(row, (values) => {
        assert.deepEqual(parseRow(TABLE, JSON.stringify(values)), values)
      }),
    )
  })

  for (const line of [
    '',
    'null',
    '{}',
    '["1"]',
    '["1","a","b"]',
    '[1,"a"]',
    '["1",2]',
    '["x","a"]',
    '["9223372036854775808","a"]',
    '["-9223372036854775809","a"]',
    '["1.0","a"]',
    '["","a"]',
    '["1","a"',
    '[true,"a"]',
  ]) {
    test(`is refused: ${line}`, () => {
      assert.throws(() => parseRow(TABLE, line), BackupUnusable)
    })
  }
})

describe('a member of a backup', () => {
  test('with a media file never has a path outside of the media directory', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', '\\', '/', '\0', '...'), fc.string())
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = mediaPathOf(`media/${parts.join('/')}`)
        if (path !== undefined) assert.ok(join(`${sep}base`, path).startsWith(`${sep}base${sep}`))
      }),
    )
    assert.equal(mediaPathOf('media/ab/cat.png'), 'ab/cat.png')
    assert.equal(mediaPathOf('media/..cat'), '..cat')
    assert.equal(mediaPathOf('other/cat.png'), undefined)
  })

  test('with rows has the name of the table in its name', () => {
    assert.equal(tableMember(TABLE, 7), 'tables/things/000007.jsonl')
    assert.equal(tableOf(tableMember(TABLE, 12_345_678)), 'things')
    assert.equal(tableOf('tables/things/7.jsonl'), undefined)
    assert.equal(tableOf('tables/../things/000007.jsonl'), undefined)
  })
})

describe('the header and the manifest of a backup', () => {
  const header = { format: FORMAT, engine: 'sqlite', made_at: '', migrations: [], tables: [] }

  test('are parsed', () => {
    assert.deepEqual(parseHeader(JSON.stringify(header)), header)
    assert.deepEqual(parseManifest('{"members":[]}'), { members: [] })
  })

  test('of a later format is refused with a message about a newer Aviary', () => {
    assert.throws(() => parseHeader(`{"format":${FORMAT + 1}}`), /newer Aviary/)
  })

  test('are refused if they are malformed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        assert.throws(() => parseHeader(text), BackupUnusable)
        assert.throws(() => parseManifest(text), BackupUnusable)
      }),
    )
    assert.throws(() => parseHeader(JSON.stringify({ ...header, engine: 'mysql' })), BackupUnusable)
    assert.throws(() => parseManifest('{"members":[{"name":"a","bytes":-1,"sha256":""}]}'), BackupUnusable)
  })
})
