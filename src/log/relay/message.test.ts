import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import type { EventsTable } from '../../db/schema.ts'
import { checksumOf } from '../record.ts'
import { decodeEvent, decodeRow, encodeRow } from './message.ts'

const id = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
const rows = fc
  .record({
    position: id,
    at: fc.nat(),
    kind: fc.string(),
    user_id: fc.option(id),
    post_id: fc.option(id),
    partition: fc.integer({ min: 1, max: 8 }),
    facts: fc.json(),
  })
  .map(
    ({ position, ...draft }): EventsTable => ({ position, ...draft, checksum: checksumOf(position, draft) }),
  )

test('a row that is encoded as a message and decoded again is unchanged', () => {
  fc.assert(fc.property(rows, (row) => assert.deepEqual(decodeRow(encodeRow(row)), row)))
})

test('a message that was changed, is not from Aviary, or has a newer format is refused', () => {
  fc.assert(
    fc.property(rows, fc.nat(), (row, at) => {
      const fields = JSON.parse(encodeRow(row)) as unknown[]
      for (const [index, value] of [
        [0, 2],
        [1, String(row.position + 1n)],
        [2, row.at + 1],
        [8, row.checksum + 1],
      ] as const)
        assert.equal(decodeRow(JSON.stringify(fields.with(index, value))), undefined)
      const text = encodeRow(row)
      assert.equal(decodeRow(text.slice(0, at % text.length)), undefined)
    }),
  )
  for (const text of ['', '[]', '{}', 'null', '[1]', '[1,1,1,1,1,1,1,1,1]', 'HTTP/1.1 200 OK'])
    assert.equal(decodeRow(text), undefined)
})

test('an event of an unknown kind is not decoded, so that it is read from the table', () => {
  const draft = { at: 1, kind: 'user.flew', user_id: 1n, post_id: null, partition: 1, facts: '{}' }
  const row = { position: 1n, ...draft, checksum: checksumOf(1n, draft) }
  assert.notEqual(decodeRow(encodeRow(row)), undefined)
  assert.equal(decodeEvent(encodeRow(row)), undefined)
})
