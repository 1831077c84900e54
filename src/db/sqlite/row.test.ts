import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import type { SqlValue } from '../query.ts'
import { rowMaker } from './row.ts'

/** Names of 64-bit columns and of other columns; a row may have two equal names, and the later value counts. */
const name = fc.constantFrom('id', 'user_id', 'position', 'lines', 'name', 'at', 'marks')
const value: fc.Arbitrary<SqlValue> = fc.oneof(
  fc.integer().map(BigInt),
  fc.constant(null),
  fc.string(),
  fc.double({ noNaN: true, noInteger: true }),
)

test('a made row equals the row of the driver, but has numbers instead of bigints in columns that are not 64-bit', () => {
  const db = new DatabaseSync(':memory:')
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 12 }), (columns) => {
      const statement = db.prepare(`select ${columns.map(([column]) => `? as ${column}`).join(', ')}`)
      const values = columns.map(([, one]) => one)
      statement.setReadBigInts(true)
      const expected = { ...statement.get(...values) } as Record<string, SqlValue>
      for (const column of ['lines', 'name', 'at', 'marks']) {
        const one = expected[column]
        if (typeof one === 'bigint') expected[column] = Number(one)
      }
      statement.setReturnArrays(true)
      const row = statement.get(...values) as unknown as SqlValue[]
      assert.deepEqual(rowMaker(columns.map(([column]) => column))(row), expected)
    }),
  )
  db.close()
})

test('an unsafe integer is refused, never rounded', () => {
  const made = rowMaker(['id', 'lines'])
  assert.deepEqual(made([2n ** 60n, 2n ** 53n - 1n]), { id: 2n ** 60n, lines: 2 ** 53 - 1 })
  assert.throws(() => made([1n, 2n ** 53n]), RangeError)
})

test('rows of the same columns are separate objects', () => {
  const made = rowMaker(['id', 'name'])
  assert.deepEqual(made([1n, 'one']), { id: 1n, name: 'one' })
  assert.deepEqual(made([2n, null]), { id: 2n, name: null })
})
